"""Machines that the catalogue does not know."""

from declaration.rules.known_machine import known_machine
from tests.support.declarations import Row, table_tests

RULE = known_machine
ACCEPTS = (
    Row("machines of the catalogue", {}),
    Row("a machine added to the catalogue", {"pools[2].machine": "gr6.4xlarge"}, machines=("gr6.4xlarge",)),
)
REFUSES = (
    Row("misspelt", {"pools[1].machine": "p5en.48xlrage"}, "pools[1].machine", ("p5en.48xlrage", "did you mean p5en.48xlarge?")),
    Row("unlike any", {"pools[2].machine": "tpu"}, "pools[2].machine", ("tpu", "catalog/data/machines/aws/")),
    Row("empty", {"pools[2].machine": ""}, "pools[2].machine", ("c7g.2xlarge", "more")),
    Row("a size that is not made", {"pools[1].machine": "p5en.24xlarge"}, "pools[1].machine", ("did you mean p5en.48xlarge?",)),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
