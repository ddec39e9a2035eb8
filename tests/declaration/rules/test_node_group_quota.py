"""More nodes than a managed node group holds, or more groups than a cluster."""

from declaration.problems import Level
from declaration.rules.node_group_quota import node_group_quota
from tests.support.declarations import Row, problems_of, table_tests

RULE = node_group_quota


def pools(number: int) -> dict[str, object]:
    return {"pools": [{"name": f"pool-{i}", "purpose": "system", "machine": "m7i.2xlarge", "nodes": 1} for i in range(number)]}


ACCEPTS = (
    Row("450 nodes", {"pools[2].nodes": 450}),
    Row("30 groups", pools(30)),
)
REFUSES = (
    Row("451 nodes", {"pools[2].nodes": 451}, "pools[2].nodes.max", ("451", "450 nodes a managed node group", "several pools")),
    Row("151 groups", {"pools[1].capacity": [{"kind": "spot"}] * 149}, "pools", ("151", "150 node groups a cluster", "several clusters")),
    Row("31 groups", pools(31), "pools", ("31", "30 node groups", "L-6D54EA21")),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)


def test_a_quota_that_can_be_raised_is_only_warned_of():
    assert [problem.level for problem in problems_of(RULE, REFUSES[-1])] == [Level.WARNING]


def test_a_number_to_which_it_is_never_raised_is_an_error():
    assert [problem.level for problem in problems_of(RULE, REFUSES[1])] == [Level.ERROR]
