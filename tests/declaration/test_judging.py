"""Every rule is found, tested both ways, and says all four parts; whole declarations are judged at once."""

import importlib
import socket
import time
from pathlib import Path

import pytest

from catalog.loading import load_catalog
from declaration import rules
from declaration.judging import all_rules, judge, rule_in
from declaration.problems import Level
from declaration.reading import read_stack_file
from declaration.rule import Rule
from tests.support.declarations import NOW, WHOLE, changed, problems_of

STACKS = Path(__file__).parents[2] / "stacks"
NAMES = sorted(path.stem for path in Path(rules.__path__[0]).glob("*.py") if path.stem != "__init__")


def table_of(name):
    return importlib.import_module(f"tests.declaration.rules.test_{name}")


def test_every_file_of_the_folder_holds_a_rule_with_an_id_of_its_own():
    assert len(NAMES) >= 5
    found = [rule.id for rule in all_rules()]
    assert found == [name.replace("_", "-") for name in NAMES]


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_has_rows_that_it_accepts_and_rows_that_it_refuses(name):
    table = table_of(name)
    assert table.test_accepts
    assert table.test_refuses
    assert table.ACCEPTS
    assert table.REFUSES
    assert all(row.path for row in table.REFUSES)


@pytest.mark.parametrize("name", NAMES)
def test_every_problem_says_where_what_how_much_and_what_instead(name):
    rule = rule_in(f"declaration.rules.{name}")
    problems = [problem for row in table_of(name).REFUSES for problem in problems_of(rule, row)]
    assert problems
    for problem in problems:
        assert problem.rule == rule.id
        assert all((problem.path, problem.value, problem.limit, problem.remedy))
        assert problem.value in problem.message
        assert problem.limit in problem.message
        assert problem.remedy not in problem.message
        assert "{" not in problem.message


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.id)
def test_every_rule_states_itself_and_names_its_source(rule: Rule):
    assert len(rule.doc.splitlines()[0]) > 20
    assert "source" in rule.doc.lower()


def test_a_file_without_a_rule_is_an_error_that_says_what_to_do():
    with pytest.raises(TypeError, match="one rule a file"):
        rule_in("declaration.problems")


@pytest.mark.parametrize("stack", ["aws-base", "aws-eks-pretrain"])
def test_the_example_stacks_have_no_problems(stack):
    reading = judge(read_stack_file(STACKS / f"Pulumi.{stack}.yaml"), load_catalog(), now=NOW)
    assert reading.problems == ()
    assert reading.cluster is not None


def test_all_problems_are_reported_together_and_in_the_order_of_paths():
    wrong = changed(
        {"zone": "use1-az1", "tags.team": "TODO", "pools[0].efa": True, "pools[1].nodes": 65, "expires_at": "2020-01-01T00:00:00Z"}
    )
    reading = judge(wrong, load_catalog(), now=NOW)
    expected = [
        ("expiry", Level.WARNING),
        ("efa-interface", Level.ERROR),
        ("capacity-block-size", Level.ERROR),
        ("cost-tags", Level.ERROR),
        ("zone-offers-machine", Level.ERROR),
    ]
    found = [(problem.rule, problem.level) for problem in reading.problems]
    assert [each for each in found if each in expected] == expected
    assert not reading.report.ok
    assert [problem.level for problem in reading.report.errors] == [Level.ERROR] * 4


def test_a_tree_that_does_not_stand_is_not_judged_by_rules():
    reading = judge(changed({"pools[0].nodes": "2", "tags.team": "TODO"}), load_catalog())
    assert reading.cluster is None
    assert [problem.rule for problem in reading.problems] == ["declaration"]


def test_rules_read_no_clock_and_open_no_connection(monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("a rule reached outside its arguments")

    catalog = load_catalog()
    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(time, "time", refuse)
    monkeypatch.setattr("builtins.open", refuse)
    assert judge(WHOLE, catalog).problems == ()
