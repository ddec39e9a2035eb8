"""Placement groups against capacity blocks, reservations and machines that take none."""

from declaration.rules.placement_group import placement_group
from tests.support.declarations import Row, table_tests

RULE = placement_group
RESERVED = [{"kind": "reservation", "reservation": "cr-0123456789abcdef0"}]
WITHOUT_CLUSTER = "t3.xlarge"
ACCEPTS = (
    Row("left out with a block", {}),
    Row("false with a block", {"pools[1].placement_group": False}),
    Row("true with spot", {"pools[1].placement_group": True, "pools[1].capacity": [{"kind": "spot"}]}),
    Row("true on demand by default", {"pools[2].placement_group": True}),
)
REFUSES = (
    Row(
        "true with a block",
        {"pools[1].placement_group": True},
        "pools[1].placement_group",
        ("placement_group is true", "capacity_block", "leave placement_group out"),
    ),
    Row(
        "true with a reservation",
        {"pools[2].placement_group": True, "pools[2].capacity": RESERVED},
        "pools[2].placement_group",
        ("reservation",),
    ),
    Row(
        "true on a machine without the cluster strategy",
        {"pools[2].placement_group": True, "pools[2].machine": WITHOUT_CLUSTER},
        "pools[2].placement_group",
        ("placement_group is true", WITHOUT_CLUSTER, "no cluster placement group"),
        (WITHOUT_CLUSTER,),
    ),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
