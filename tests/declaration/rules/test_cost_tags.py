"""Tag values that name nobody or that the cloud refuses."""

from declaration.rules.cost_tags import cost_tags
from tests.support.declarations import REMOVED, Row, table_tests

RULE = cost_tags
ACCEPTS = (
    Row("good values", {}),
    Row("all allowed characters", {"tags.owner": "Zoë Müller + co = a.b_c:d/e@f-1"}),
    Row("256 characters", {"tags.team": "x" * 256}),
    Row("a word that holds a placeholder", {"tags.project": "todo-list"}),
    Row("aws without the colon", {"tags.project": "aws-migration"}),
    Row("no run", {"run_id": REMOVED}),
)
REFUSES = (
    Row("placeholder", {"tags.cost_center": "TODO"}, "tags.cost_center", ("TODO", "not a placeholder", "who pays")),
    Row("placeholder in brackets", {"tags.owner": "[tbd]"}, "tags.owner", ("[tbd]",)),
    Row("empty", {"tags.team": ""}, "tags.team", ("empty",)),
    Row("spaces around", {"tags.team": " foundation"}, "tags.team", ("surrounding spaces",)),
    Row("too long", {"tags.team": "x" * 257}, "tags.team", ("at most 256 characters, not 257",)),
    Row("refused character", {"tags.project": "atlas#1"}, "tags.project", ("character 6, U+0023",)),
    Row("reserved prefix", {"tags.environment": "AWS:prod"}, "tags.environment", ("aws:",)),
    Row("run id", {"run_id": "run 7; rm"}, "run_id", ("U+003B",)),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
