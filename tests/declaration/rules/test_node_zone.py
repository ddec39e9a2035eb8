"""Case S05: nodes in several zones."""

from declaration.rules.node_zone import node_zone
from tests.support.declarations import Row, table_tests

RULE = node_zone
ACCEPTS = (
    Row("left out", {}),
    Row("the cluster's own", {"pools[1].zone": "use1-az2"}),
)
REFUSES = (
    Row("another", {"pools[1].zone": "use1-az6"}, "pools[1].zone", ("pool train is in zone use1-az6", "use1-az2, the cluster's zone")),
    Row(
        "two of three",
        {"zone": "use1-az6", "pools[0].zone": "use1-az2", "pools[2].zone": "use1-az4"},
        "pools[2].zone",
        ("use1-az6", "serve"),
    ),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
