"""One message and an exit code for every error that we know."""

import pytest
import typer
from typer.testing import CliRunner

from catalog.facts import CatalogError
from declaration.reading import DeclarationFileError
from operations.cli import app_for
from operations.engine import EngineFailedError, ProjectFileError
from operations.exits import one_message
from operations.recovery.errors import StackLockedError
from operations.safeguards import RefusedError


@pytest.mark.parametrize(
    ("problem", "code"),
    [
        (CatalogError("broken data"), 1),
        (DeclarationFileError("no file"), 1),
        (EngineFailedError("it broke"), 1),
        (StackLockedError("held"), 1),
        (RefusedError("not now"), 1),
        (ProjectFileError("no mapping"), 2),
    ],
)
def test_what_we_know(problem, code, capsys):
    with pytest.raises(typer.Exit) as ended, one_message():
        raise problem
    assert ended.value.exit_code == code
    assert capsys.readouterr().err == f"{problem}\n"


def test_our_own_mistakes_stay_visible():
    with pytest.raises(ZeroDivisionError), one_message():
        raise ZeroDivisionError


def test_no_error_ends_nothing():
    with one_message():
        pass


@pytest.mark.parametrize("words", [["up", "-s", "x"], ["destroy", "-s", "x"], ["recover", "-s", "x"], ["check", "x"], ["price", "x"]])
def test_a_broken_project_file_ends_every_command_with_2(words, tmp_path, monkeypatch):
    (tmp_path / "Pulumi.yaml").write_text("- a list\n")
    monkeypatch.chdir(tmp_path)
    ended = CliRunner().invoke(app_for(words), words)
    assert ended.exit_code == 2
    assert ended.output.count("\n") == 1
    assert "no mapping of settings" in ended.output


def test_a_broken_catalogue_ends_an_up_in_one_line(monkeypatch):
    def broken():
        raise CatalogError("no machines")

    monkeypatch.setattr("operations.safeguards.load_catalog", broken)
    words = ["up", "-s", "aws-base"]
    ended = CliRunner().invoke(app_for(words), words)
    assert (ended.exit_code, ended.output) == (1, "no machines\n")
