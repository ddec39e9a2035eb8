"""Pools of the same name, or names beyond the cloud's limit."""

from declaration.rules import pool_names as module
from declaration.rules.pool_names import pool_names
from planning.groups import SUFFIXES
from tests.support.declarations import Row, table_tests

RULE = pool_names
ACCEPTS = (
    Row("different names", {}),
    Row("the longest that fit", {"name": "c" * 26, "pools[1].name": "p" * 31}),
)
REFUSES = (
    Row("twice", {"pools[2].name": "train"}, "pools[2].name", ("train is taken by pools[1]", "unique")),
    Row("one too long", {"name": "c" * 27, "pools[1].name": "p" * 31}, "pools[1].name", ("31 characters", "at most 30 characters")),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)


def test_the_suffix_it_counts_on_is_the_plans_longest():
    assert max(len(f"-{suffix}") for suffix in SUFFIXES.values()) == module.LONGEST_SUFFIX
