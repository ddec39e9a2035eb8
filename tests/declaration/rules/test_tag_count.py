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
    Row("42 and our 8", {**UNDATED, "extra_tags": tags(42)}),
    Row("40 and our 10", {"extra_tags": tags(40)}),
    Row("30 of the cluster, 12 of a pool", {**UNDATED, "extra_tags": tags(30), POOL: tags(12, "p")}),
    Row("different pools are not added up", {**UNDATED, "extra_tags": tags(30), POOL: tags(12, "p"), "pools[2].extra_tags": tags(12, "q")}),
)
REFUSES = (
    Row(
        "S17: 30 of the cluster, 15 of the pool, 8 of ours",
        {**UNDATED, "extra_tags": tags(30), POOL: tags(15, "p")},
        POOL,
        ("53 tags", "30 of the cluster, 15 of the pool and 8 of our own", "50 tags a resource", "at least 3"),
    ),
    Row("51 of the cluster", {**UNDATED, "extra_tags": tags(43)}, "extra_tags", ("51 tags", "43 of the cluster and 8 of our own")),
    Row("a moment and a run count", {"extra_tags": tags(41)}, "extra_tags", ("51 tags", "10 of our own")),
    Row(
        "S17: one key at both levels",
        {"extra_tags": {"queue": "slow"}, POOL: {"queue": "fast"}},
        f"{POOL}.queue",
        ("queue is fast in pool train and slow at the cluster", "the pool's wins"),
    ),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)


def test_a_key_at_both_levels_is_a_warning_and_counts_once():
    both = {"extra_tags": tags(40), POOL: tags(40)}
    found = problems_of(RULE, Row("", both))
    assert {problem.level for problem in found} == {Level.WARNING}
    assert len(found) == 40


def test_too_many_at_the_cluster_are_said_once_and_not_of_every_pool():
    (found,) = problems_of(RULE, Row("", {"extra_tags": tags(60)}))
    assert found.path == "extra_tags"
