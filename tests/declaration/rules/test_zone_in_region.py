"""Regions that the catalogue does not know, and zones of other regions."""

from declaration.rules.zone_in_region import zone_in_region
from tests.support.declarations import REMOVED, Row, table_tests

RULE = zone_in_region
ACCEPTS = (
    Row("all in one region", {}),
    Row("a pool's own zone", {"pools[1].zone": "use1-az6"}),
    Row("a base stack's network", {"network": {"from_stack": "aws-base"}}),
    Row("a pool in a Local Zone", {"pools[1].zone": "use1-dfw2-az1"}),
    Row("no network", {"network": REMOVED}),
)
REFUSES = (
    Row("unknown region", {"region": "us-east-9"}, "region", ("us-east-9", "us-east-1, us-east-2")),
    Row("zone of another region", {"zone": "usw2-az2"}, "zone", ("usw2-az2 is not in us-east-1", "use1-az2")),
    Row("pool's zone of another region", {"pools[1].zone": "euw1-az1"}, "pools[1].zone", ("euw1-az1",)),
    Row(
        "control plane's zone of another region",
        {"network.control_plane_zones": ["use1-az2", "usw2-az1"]},
        "network.control_plane_zones[1]",
        ("usw2-az1",),
    ),
    Row(
        "control plane in a Local Zone",
        {"network.control_plane_zones": ["use1-az2", "use1-dfw2-az1"]},
        "network.control_plane_zones[1]",
        ("use1-dfw2-az1 is not in us-east-1, whose zone IDs are use1-az1",),
    ),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
