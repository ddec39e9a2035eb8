"""Parts that cannot stand without another."""

from declaration.rules.needed_parts import needed_parts
from tests.support.declarations import REMOVED, Row, table_tests

RULE = needed_parts
ACCEPTS = (
    Row("all parts", {}),
    Row("a base stack", {"control_plane": REMOVED, "pools": REMOVED}),
    Row("nothing but who pays", {"control_plane": REMOVED, "pools": REMOVED, "network": REMOVED, "storage": REMOVED}),
)
SCRATCH = {"kind": "fsx_lustre", "deployment": "scratch_2", "capacity_gib": 1200}
REFUSES = (
    Row(
        "scratch without a network",
        {"storage.scratch": SCRATCH, "network": REMOVED, "control_plane": REMOVED, "pools": []},
        "network",
        ("with storage.scratch", "from_stack"),
    ),
    Row("pools without a control plane", {"control_plane": REMOVED}, "control_plane", ("control_plane is missing", "leave pools out")),
    Row("a control plane without a network", {"network": REMOVED}, "network", ("network is missing", "from_stack")),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
