"""How the commands that drive the engine end: with one message, and an exit code that says whose turn it is."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from catalog.facts import CatalogError
from declaration.reading import DeclarationFileError
from operations.engine import EngineError, ProjectFileError
from operations.recovery.errors import RecoveryError
from operations.safeguards import RefusedError

FAILED, USAGE = 1, 2


@contextmanager
def one_message() -> Iterator[None]:
    """Turns every error that we know into its message and exit code, without a traceback; others are our own mistakes and stay."""
    try:
        yield
    except (CatalogError, DeclarationFileError, EngineError, RecoveryError, RefusedError) as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(USAGE if isinstance(problem, ProjectFileError) else FAILED) from problem
