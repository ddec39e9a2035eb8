"""A reservation is of one machine and one kind."""

from declaration.rules.one_reservation import one_reservation
from tests.support.declarations import Row, table_tests

RULE = one_reservation
ID, OTHER = "cr-0123456789abcdef0", "cr-0fedcba9876543210"
ACCEPTS = (
    Row("one pool", {}),
    Row(
        "two pools of one machine share it",
        {"pools[2].machine": "p5en.48xlarge", "pools[2].capacity": [{"kind": "capacity_block", "reservation": ID}]},
    ),
    Row("two reservations", {"pools[2].capacity": [{"kind": "reservation", "reservation": OTHER}]}),
)
REFUSES = (
    Row(
        "two machines",
        {"pools[2].capacity": [{"kind": "capacity_block", "reservation": ID}]},
        "pools[2].capacity[0]",
        ("capacity_block of g6e.12xlarge", "capacity_block of p5en.48xlarge", ID),
    ),
    Row(
        "two kinds",
        {"pools[1].capacity": [{"kind": "capacity_block", "reservation": ID}, {"kind": "reservation", "reservation": ID}]},
        "pools[1].capacity[1]",
        ("reservation of p5en.48xlarge", "must be a capacity_block of p5en.48xlarge"),
    ),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
