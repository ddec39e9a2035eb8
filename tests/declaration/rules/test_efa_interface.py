"""Case S03: EFA on a machine without it."""

from declaration.rules.efa_interface import efa_interface
from tests.support.declarations import Row, table_tests

RULE = efa_interface
ACCEPTS = (
    Row("left out on a machine without", {}),
    Row("false on a machine without", {"pools[0].efa": False}),
    Row("true on a training machine", {"pools[1].efa": True}),
    Row("true on an inference machine that has one", {"pools[2].efa": True}),
    Row("true on a machine the catalogue lacks, which is another rule's", {"pools[1].efa": True, "pools[1].machine": "p9.48xlarge"}),
)
REFUSES = (
    Row(
        "S03",
        {"pools[2].efa": True, "pools[2].machine": "g4dn.xlarge"},
        "pools[2].efa",
        ("g4dn.xlarge", "take a machine that has it: g4dn.8xlarge, g4dn.12xlarge"),
    ),
    Row(
        "no machine of the family has it",
        {"pools[0].efa": True},
        "pools[0].efa",
        ("efa is true, but m7i.2xlarge has no EFA", "take a machine that has it: trn2.3xlarge, p5.4xlarge, g4dn.8xlarge", "more"),
    ),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
