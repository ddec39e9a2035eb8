"""`gpuc check` as a user meets it."""

import json
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from catalog.facts import CatalogError
from operations.cli import app_for
from tests.support.declarations import changed

CHECKOUT = Path(__file__).parents[3]
WRONG = {"zone": "use1-az1", "pools[2].efa": True, "pools[2].machine": "m7i.2xlarge", "tags.team": "TODO"}


@pytest.fixture(autouse=True)
def in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CHECKOUT)


@pytest.fixture
def write(tmp_path: Path):
    def to_file(changes: dict[str, object]) -> str:
        file = tmp_path / "cluster.yaml"
        file.write_text(yaml.safe_dump(changed(changes)))
        return str(file)

    return to_file


def check(*words: str):
    return CliRunner().invoke(app_for(["check"]), ["check", *words])


@pytest.mark.parametrize("stack", ["aws-base", "aws-eks-pretrain"])
def test_the_example_stacks_pass(stack):
    done = check(stack)
    assert done.exit_code == 0
    assert f"Pulumi.{stack}.yaml: " in done.output
    assert done.output.splitlines()[-1].startswith("Price: ")


def test_errors_exit_with_1_and_are_all_printed(write):
    done = check(write(WRONG))
    assert done.exit_code == 1
    lines = done.output.splitlines()
    assert [line.split()[1] for line in lines if line.startswith("error")] == ["pools[2].efa", "tags.team", "zone"]
    assert lines[-2] == "cluster.yaml: 3 errors"
    assert lines[-1].startswith("Price: $")


def test_warnings_exit_with_0(write):
    done = check(write({"expires_at": "2020-01-01T00:00:00Z"}))
    assert done.exit_code == 0
    assert "warning expires_at" in done.output
    assert "cluster.yaml: 1 warning" in done.output


def test_a_tree_that_does_not_stand_has_no_price(write):
    done = check(write({"regoin": "x"}))
    assert done.exit_code == 1
    assert "did you mean region?" in done.output
    assert "Price" not in done.output


def test_json_is_for_programs(write):
    done = check(write(WRONG), "--json")
    assert done.exit_code == 1
    answer = json.loads(done.stdout)
    assert answer["ok"] is False
    assert [problem["path"] for problem in answer["problems"]] == ["pools[2].efa", "tags.team", "zone"]
    assert all(set(problem) == {"rule", "level", "path", "value", "limit", "message", "remedy"} for problem in answer["problems"])
    assert answer["price"].startswith("Price: $")
    good = json.loads(check("aws-base", "--json").stdout)
    assert (good["ok"], good["problems"], good["price"]) == (True, [], "Price: no nodes.")


@pytest.mark.parametrize(
    ("name", "says"),
    [("nope", "its stacks: aws-base"), ("Makefile.yaml", "is no file and no stack"), ("stacks", "is a folder, no file and no stack")],
)
def test_nothing_to_judge_is_one_line_and_exits_with_2(name, says):
    done = check(name)
    assert done.exit_code == 2
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_a_file_that_does_not_parse_is_one_line_and_exits_with_2(tmp_path):
    (tmp_path / "bad.yaml").write_text("a: [")
    done = check(str(tmp_path / "bad.yaml"))
    assert done.exit_code == 2
    assert len(done.stderr.splitlines()) == 1


def test_a_fact_file_that_is_wrong_is_one_line(monkeypatch):
    def fail() -> None:
        raise CatalogError("m7i.2xlarge.yaml is not a valid Machine; correct the file by its schema")

    monkeypatch.setattr("operations.commands.check.load_catalog", fail)
    done = check("aws-base")
    assert done.exit_code == 2
    assert done.stderr.splitlines() == ["m7i.2xlarge.yaml is not a valid Machine; correct the file by its schema"]
