"""Case S10: UltraServers are bought whole."""

from declaration.rules.ultraserver_block import ultraserver_block
from tests.support.declarations import Row, table_tests

RULE = ultraserver_block
BLOCK = {"kind": "capacity_block", "reservation": "cr-0123456789abcdef0"}


def block(nodes: object, machine: str = "p6e-gb200.36xlarge", capacity: object = (BLOCK,)) -> dict[str, object]:
    return {"pools[1].machine": machine, "pools[1].nodes": nodes, "pools[1].capacity": list(capacity)}


ACCEPTS = (
    Row("a machine that is sold by itself", {}),
    Row("nine", block(9)),
    Row("eighteen", block(18)),
    Row("no block", block(12, capacity=({"kind": "on_demand"},))),
)
REFUSES = (
    Row("S10: twelve", block(12), "pools[1].nodes", ("12 nodes of cr-0123456789abcdef0", "9 or 18 nodes", "write nodes: 9 or 18")),
    Row("a range", block({"min": 0, "desired": 9, "max": 9}), "pools[1].nodes", ("0 to 9, 9 at first", "min, desired and max alike")),
    Row("one UltraServer or two", block({"min": 9, "desired": 9, "max": 18}), "pools[1].nodes", ("9 to 18, 9 at first",)),
    Row("two UltraServers", block(36), "pools[1].nodes", ("36 nodes",)),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
