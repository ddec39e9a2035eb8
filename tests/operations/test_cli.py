"""The command table: every command listed, only the called one loaded."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from operations import cli
from operations.cli import COMMANDS, Entry, app_for

CHECKOUT = Path(__file__).parents[2]
HEAVY = ["pulumi", "boto3", "botocore", "grpc", "moto", "rehearsal", "components", "jsonschema"]


def run(*words: str):
    return CliRunner().invoke(app_for(words), list(words))


@pytest.mark.parametrize("words", [["check", "aws-eks-pretrain"], ["price", "aws-eks-pretrain"], ["schema"], ["--help"]])
def test_what_needs_no_cloud_loads_no_cloud_library(words):
    program = (
        "import json, sys\n"
        "from operations.cli import main\n"
        "try:\n    main()\n"
        f"finally:\n    print(json.dumps([name for name in {HEAVY} if name in sys.modules]), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, *words], cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stderr.splitlines()[-1]) == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_listed_with_its_summary(name):
    listed = run("--help").output
    assert name in listed
    assert COMMANDS[name].summary in listed


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_loads_and_says_what_it_does(name):
    if importlib.util.find_spec(COMMANDS[name].module) is None:
        pytest.skip(f"{COMMANDS[name].module} is not part of this checkout")
    done = run(name, "--help")
    assert done.exit_code == 0, done.output
    assert "Usage" in done.output
    assert len(done.output.splitlines()) > 5


def test_a_module_that_is_missing_is_one_clear_line_and_breaks_no_other(monkeypatch, capsys):
    monkeypatch.setitem(COMMANDS, "missing", Entry("operations.commands.no_such_command", "Nothing."))
    with pytest.raises(SystemExit) as caught:
        run("missing")
    assert caught.value.code == 2
    assert "operations.commands.no_such_command" in capsys.readouterr().err
    assert run("schema").exit_code == 0


def test_a_module_that_itself_fails_to_import_is_no_missing_command(monkeypatch):
    def fail(name):
        raise ModuleNotFoundError("No module named 'boto3'", name="boto3")

    monkeypatch.setattr(cli.importlib, "import_module", fail)
    with pytest.raises(ModuleNotFoundError, match="boto3"):
        app_for(["up"])


def test_a_misspelt_command_is_a_usage_error():
    done = run("chek")
    assert done.exit_code == 2
    assert "check" in done.output


def test_no_words_show_the_help():
    assert "check" in run().output


def test_main_reads_the_command_line(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["gpuc", "schema"])
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert caught.value.code == 0
    assert json.loads(capsys.readouterr().out)["title"] == "ClusterDeclaration"
