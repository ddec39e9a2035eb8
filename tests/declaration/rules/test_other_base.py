"""A stack that names itself as its base."""

import pytest

from catalog.loading import load_catalog
from declaration.judging import judge
from declaration.rules.other_base import other_base
from tests.support.declarations import Row, changed, table_tests

RULE = other_base
NETWORK, CHECKPOINTS, SCRATCH = "network.from_stack", "storage.checkpoints.from_stack", "storage.scratch.from_stack"
ALL = {"network": {"from_stack": "atlas"}, CHECKPOINTS: "atlas", "storage.scratch": {"from_stack": "atlas"}}
SAYS = ("atlas is this stack itself", "another stack than the one that is declared", "name of the base stack")
ACCEPTS = (
    Row("no base", {}, stack="atlas"),
    Row("another stack", ALL, stack="pretrain"),
    Row("a file that is no stack's", ALL),
)
REFUSES = tuple(Row(path, ALL, path, SAYS, stack="atlas") for path in (NETWORK, CHECKPOINTS, SCRATCH))
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)


@pytest.mark.parametrize(("stack", "paths"), [("atlas", [NETWORK, CHECKPOINTS, SCRATCH]), ("other", []), (None, [])])
def test_judging_is_told_the_stack(stack, paths):
    found = judge(changed(ALL), load_catalog(), stack=stack).problems
    assert [problem.path for problem in found if problem.rule == "other-base"] == sorted(paths)
