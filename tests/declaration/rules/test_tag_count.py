"""Case S17: tags of all levels and our own, counted as one set."""

from declaration.problems import Level
from declaration.rules.tag_count import tag_count
from tests.support.declarations import REMOVED, Row, problems_of, table_tests

RULE = tag_count
POOL = "pools[1].extra_tags"
UNDATED = {"expires_at": REMOVED, "run_id": REMOVED}


def tags(count: int, prefix: str = "c") -> dict[str, str]:
    return {f"{prefix}{number}": "v" for number in range(count)}


ACCEPTS = (
    Row("none", {}),
    Row("41 and our 9", {**UNDATED, "extra_tags": tags(41)}),
    Row("39 and our 11", {"extra_tags": tags(39)}),
    Row("30 of the cluster, 11 of a pool", {**UNDATED, "extra_tags": tags(30), POOL: tags(11, "p")}),
    Row("different pools are not added up", {**UNDATED, "extra_tags": tags(30), POOL: tags(11, "p"), "pools[2].extra_tags": tags(11, "q")}),
)
REFUSES = (
    Row(
        "S17: 30 of the cluster, 15 of the pool, 9 of ours",
        {**UNDATED, "extra_tags": tags(30), POOL: tags(15, "p")},
        POOL,
        ("54 tags", "30 of the cluster, 15 of the pool and 9 of our own", "50 tags a resource", "at least 4"),
    ),
    Row("51 of the cluster", {**UNDATED, "extra_tags": tags(42)}, "extra_tags", ("51 tags", "42 of the cluster and 9 of our own")),
    Row("a moment and a run count", {"extra_tags": tags(40)}, "extra_tags", ("51 tags", "11 of our own")),
    Row(
        "S17: one key at both levels",
        {"extra_tags": {"queue": "slow"}, POOL: {"queue": "fast"}},
        f"{POOL}.queue",
        ("queue is fast in pool train and slow at the cluster", "the pool's wins"),
    ),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)


def test_a_key_at_both_levels_is_a_warning_and_counts_once():
    both = {"extra_tags": tags(39), POOL: tags(39)}
    found = problems_of(RULE, Row("", both))
    assert {problem.level for problem in found} == {Level.WARNING}
    assert len(found) == 39


def test_too_many_at_the_cluster_are_said_once_and_not_of_every_pool():
    (found,) = problems_of(RULE, Row("", {"extra_tags": tags(60)}))
    assert found.path == "extra_tags"
