"""The same capacity twice in one pool, and case C09: several blocks, in order of preference."""

from declaration.rules.capacity_order import capacity_order
from tests.support.declarations import Row, table_tests

RULE = capacity_order
BLOCK = {"kind": "capacity_block", "reservation": "cr-0123456789abcdef0"}
OTHER_BLOCK = {"kind": "capacity_block", "reservation": "cr-0fedcba9876543210"}
ACCEPTS = (
    Row("different kinds", {}),
    Row("the same kind in two pools", {"pools[2].capacity": [{"kind": "spot"}]}),
    Row("C09: two blocks", {"pools[1].capacity": [BLOCK, OTHER_BLOCK]}),
)
REFUSES = (
    Row(
        "one block twice",
        {"pools[1].capacity": [BLOCK, OTHER_BLOCK, BLOCK]},
        "pools[1].capacity[2].reservation",
        ("cr-0123456789abcdef0 stands twice", "the other reservation's id"),
    ),
    Row(
        "spot twice",
        {"pools[1].capacity": [{"kind": "spot"}, BLOCK, {"kind": "spot"}]},
        "pools[1].capacity[2].kind",
        ("spot stands twice",),
    ),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
