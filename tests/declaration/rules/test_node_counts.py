"""Node counts that contradict each other."""

from declaration.rules.node_counts import node_counts
from tests.support.declarations import Row, table_tests

RULE = node_counts


def counts(least: int, desired: int, most: int) -> dict[str, object]:
    return {"pools[1].nodes": {"min": least, "desired": desired, "max": most}}


ACCEPTS = (
    Row("a plain number", {"pools[1].nodes": 1}),
    Row("empty at first", counts(0, 0, 1)),
    Row("all alike", counts(3, 3, 3)),
)
REFUSES = (
    Row("none at all", {"pools[1].nodes": 0}, "pools[1].nodes", ("max of pool train is 0", "at least 1", "{min: 0, desired: 0, max: N}")),
    Row("desired above max", counts(0, 17, 16), "pools[1].nodes.desired", ("17", "between min (0) and max (16)")),
    Row("desired below min", counts(2, 1, 16), "pools[1].nodes.desired", ("between min (2) and max (16)",)),
    Row("min above max", counts(5, 3, 2), "pools[1].nodes.desired", ("between min (5) and max (2)",)),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
