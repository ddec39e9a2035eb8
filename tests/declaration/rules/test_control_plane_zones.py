"""Case K11: the zones of a control plane."""

from declaration.rules.control_plane_zones import control_plane_zones
from tests.support.declarations import Row, table_tests

RULE = control_plane_zones
ZONES = "network.control_plane_zones"
ACCEPTS = (
    Row("K11 c: two zones, nodes in one", {}),
    Row("three zones", {ZONES: ["use1-az1", "use1-az2", "use1-az6"]}),
    Row("nodes in a zone that takes no control plane", {"pools[2].zone": "use1-az3"}),
    Row("a base stack's network", {"network": {"from_stack": "aws-base"}}),
    Row("an unknown region, which is another rule's", {"region": "us-east-9", ZONES: []}),
)
EXISTING = {"vpc_id": "vpc-0123456789abcdef0", "gpu_subnet_id": "subnet-0123456789abcdef0"}
SUBNETS = ("subnet-0123456789abcdef1", "subnet-0123456789abcdef2")
REFUSES = (
    Row(
        "K11: one subnet of an existing network",
        {"network": {"existing": {**EXISTING, "control_plane_subnet_ids": SUBNETS[:1]}}},
        "network.existing.control_plane_subnet_ids",
        ("subnet-0123456789abcdef1", "at least 2 different subnets", "although the nodes sit in one"),
    ),
    Row(
        "one subnet twice",
        {"network": {"existing": {**EXISTING, "control_plane_subnet_ids": SUBNETS[:1] * 2}}},
        "network.existing.control_plane_subnet_ids",
        ("at least 2 different subnets",),
    ),
    Row("K11 a: one zone", {ZONES: ["use1-az2"]}, ZONES, ("use1-az2", "at least 2 different zone IDs")),
    Row("none", {ZONES: []}, ZONES, ("at least 2",)),
    Row("the same twice", {ZONES: ["use1-az2", "use1-az2"]}, ZONES, ("different",)),
    Row(
        "K11 b: use1-az3",
        {ZONES: ["use1-az2", "use1-az3"]},
        f"{ZONES}[1]",
        ("use1-az3", "use1-az1, use1-az2, use1-az4, use1-az5 or use1-az6"),
    ),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
