"""Pools of the same name, or names beyond the cloud's limit."""

from declaration.capacity import CapacityBlock, CapacityKind, Reservation
from declaration.pools import Pool
from declaration.rules import pool_names as module
from declaration.rules.pool_names import pool_names
from planning.groups import SUFFIXES, group_names
from tests.support.declarations import Row, table_tests

RULE = pool_names
SPOT = [{"kind": "spot"}]


def blocks(*ids, kind="capacity_block"):
    return [{"kind": kind, "reservation": one} for one in ids]


ACCEPTS = (
    Row("different names", {}),
    Row("the longest that fit", {"name": "c" * 26, "pools[1].name": "p" * 31, "pools[1].capacity": SPOT}),
    Row("the longest that fit with a block", {"name": "c" * 19, "pools[1].name": "p" * 31}),
    Row("reservations that differ at their ends", {"pools[1].capacity": blocks("cr-0123456789abcdef0", "cr-0123456789abcdef1")}),
    Row("the same twice, which another rule refuses", {"pools[1].capacity": blocks("cr-0123456789abcdef0", "cr-0123456789abcdef0")}),
)
REFUSES = (
    Row("twice", {"pools[2].name": "train"}, "pools[2].name", ("train is taken by pools[1]", "unique")),
    Row(
        "one too long",
        {"name": "c" * 27, "pools[1].name": "p" * 31, "pools[1].capacity": SPOT},
        "pools[1].name",
        ("31 characters", "at most 30 characters"),
    ),
    Row(
        "one too long with a block",
        {"name": "c" * 20, "pools[1].name": "p" * 31},
        "pools[1].name",
        ("31 characters", "at most 30 characters"),
    ),
    Row(
        "one too long with a reservation",
        {"name": "c" * 20, "pools[1].name": "p" * 31, "pools[1].capacity": blocks("cr-0123456789abcdef0", kind="reservation")},
        "pools[1].name",
        ("at most 30 characters",),
    ),
    Row(
        "reservations that end alike",
        {"pools[1].capacity": blocks("cr-0123456789abcdef0", "cr-9923456789abcdef0")},
        "pools[1].capacity[1].reservation",
        ("cr-9923456789abcdef0 ends as cr-0123456789abcdef0 does", "last 8 digits"),
    ),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)


def suffix(*options):
    """What the plan adds to a pool's name for these options, longest first."""
    pool = Pool(name="pool", purpose="training", machine="p5en.48xlarge", nodes=1, capacity=options)
    return max(len(name) for name in group_names(pool)) - len("pool")


def test_the_suffixes_it_counts_on_are_the_plans_longest():
    assert max(len(f"-{SUFFIXES[kind]}") for kind in (CapacityKind.ON_DEMAND, CapacityKind.SPOT)) == module.LONGEST_SUFFIX
    assert suffix(CapacityBlock(reservation="cr-0123456789abcdef0")) == module.LONGEST_RESERVED_SUFFIX
    assert suffix(Reservation(reservation="cr-0123456789abcdef0")) == module.LONGEST_RESERVED_SUFFIX
