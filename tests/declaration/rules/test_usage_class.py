"""Case S08 (b) and (c): capacity that the machine is not sold by; (a), a missing id, is the typed tree's."""

from declaration.rules.usage_class import usage_class
from tests.support.declarations import Row, table_tests

RULE = usage_class
BLOCK = {"kind": "capacity_block", "reservation": "cr-0123456789abcdef0"}
ACCEPTS = (
    Row("block and spot on p5en", {}),
    Row("on demand by default", {"pools[2].machine": "hpc6a.48xlarge"}, machines=("hpc6a.48xlarge",)),
    Row("a reservation is on demand", {"pools[0].capacity": [{"kind": "reservation", "reservation": "cr-0123456789abcdef0"}]}),
)
REFUSES = (
    Row(
        "S08 b",
        {"pools[2].machine": "g5.48xlarge", "pools[2].capacity": [BLOCK]},
        "pools[2].capacity[0].kind",
        (
            "g5.48xlarge is not sold as capacity_block",
            "on_demand, reservation or spot",
            "take a machine sold as capacity_block: p5.48xlarge",
        ),
    ),
    Row(
        "S08 c",
        {"pools[2].machine": "hpc6a.48xlarge", "pools[2].capacity": [{"kind": "on_demand"}, {"kind": "spot"}]},
        "pools[2].capacity[1].kind",
        ("hpc6a.48xlarge is not sold as spot", "on_demand or reservation"),
        ("hpc6a.48xlarge",),
    ),
    *(
        Row(
            f"an UltraServer's machine as {kind['kind']}",
            {"pools[1].machine": "p6e-gb200.36xlarge", "pools[1].capacity": [kind]},
            "pools[1].capacity[0].kind",
            ("p6e-gb200.36xlarge is not sold as", "it is sold as capacity_block"),
        )
        for kind in ({"kind": "on_demand"}, {"kind": "spot"}, {**BLOCK, "kind": "reservation"})
    ),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
