"""Cases S05 and S06: one zone, by zone ID, that offers the machine."""

from declaration.rules.zone_offers_machine import zone_offers_machine
from tests.support.declarations import Row, table_tests

RULE = zone_offers_machine
TRAIN = "pools[1].machine"
ACCEPTS = (
    Row("offered", {}),
    Row("S06: p4d.24xlarge in use1-az4", {TRAIN: "p4d.24xlarge", "pools[1].zone": "use1-az4"}),
    Row("a Local Zone that offers it", {TRAIN: "p6e-gb200.36xlarge", "pools[1].zone": "use1-dfw2-az1"}),
    Row("a zone of another region, which is another rule's", {"pools[1].zone": "usw2-az2"}),
    Row("an unknown region, which is another rule's", {"region": "us-east-9"}),
)
REFUSES = (
    Row(
        "S06: p6-b200.48xlarge in use1-az4",
        {TRAIN: "p6-b200.48xlarge", "pools[1].zone": "use1-az4"},
        "pools[1].zone",
        ("zone use1-az4 does not offer p6-b200.48xlarge of pool train", "use1-az6"),
    ),
    Row("a Local Zone that does not", {"pools[1].zone": "use1-dfw2-az1"}, "pools[1].zone", ("does not offer p5en.48xlarge", "use1-az6")),
    Row("S06: p5en.48xlarge in use1-az1", {"zone": "use1-az1"}, "zone", ("use1-az2 or use1-az6",)),
    Row(
        "S06: p4d.24xlarge in euw1-az1",
        {"region": "eu-west-1", "zone": "euw1-az1", TRAIN: "p4d.24xlarge", "network": {"from_stack": "b"}},
        "zone",
        ("euw1-az1 does not offer p4d.24xlarge", "euw1-az2"),
    ),
    Row(
        "nowhere in the region",
        {"region": "us-west-1", "zone": "usw1-az1", "network": {"from_stack": "b"}, TRAIN: "p6-b300.48xlarge"},
        "zone",
        ("zones of us-west-1 that do: none", "use1-az2 in us-east-1"),
    ),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
