"""More nodes on a capacity block than a block can hold."""

from declaration.rules.capacity_block_size import capacity_block_size
from tests.support.declarations import Row, table_tests

RULE = capacity_block_size


def block_pool(number: int, nodes: int, reservation: int) -> dict[str, object]:
    return {
        "name": f"train-{number}",
        "purpose": "training",
        "machine": "p5en.48xlarge",
        "nodes": nodes,
        "capacity": [{"kind": "capacity_block", "reservation": f"cr-{reservation:017x}"}],
    }


ACCEPTS = (
    Row("64 nodes", {"pools[1].nodes": 64}),
    Row("more without a block", {"pools[1].nodes": 100, "pools[1].capacity": [{"kind": "spot"}]}),
    Row("256 over four blocks", {"pools": [block_pool(i, 64, i) for i in range(4)]}),
)
REFUSES = (
    Row("65 nodes", {"pools[1].nodes": 65}, "pools[1].nodes.max", ("65", "64 nodes a capacity block", "cr-0123456789abcdef0")),
    Row("65 at most", {"pools[1].nodes": {"min": 0, "desired": 1, "max": 65}}, "pools[1].nodes.max", ("65",)),
    Row("two pools on one block", {"pools": [block_pool(0, 40, 1), block_pool(1, 25, 1)]}, "pools[0].nodes.max", ("65",)),
    Row("257 over five blocks", {"pools": [block_pool(i, n, i) for i, n in enumerate((64, 64, 64, 64, 1))]}, "pools", ("257", "256 nodes")),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
