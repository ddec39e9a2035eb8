"""One message and an exit code for every error that we know."""

import pytest
import typer

from catalog.facts import CatalogError
from declaration.reading import DeclarationFileError
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
