"""`gpuc up`: plain `pulumi up` behind its safeguards."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from declaration.reading import DeclarationFileError
from operations.engine import Engine, EngineError, find_project
from operations.kept_bucket import refuse_unadopted_bucket
from operations.recovery.errors import RecoveryError
from operations.safeguards import RefusedError, settled_state, show_declaration

# Switches of `pulumi up` that `pulumi preview` refuses and that change nothing in what it shows.
UNKNOWN_TO_PREVIEW = frozenset({"--continue-on-error", "--show-secrets", "--skip-preview", "-f", "--yes", "-y"})


def command(
    stack: Annotated[str, typer.Option("--stack", "-s", help="The stack to bring up.")],
    flags: Annotated[list[str] | None, typer.Argument(metavar="-- FLAGS", help="Flags for `pulumi up`, after two dashes.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask after the preview.")] = False,
) -> None:
    """Check, price and preview a stack under the policy pack, then bring it up by `pulumi up`, whose exit code is passed on.

    Refuses while a killed command's creates are pending, or a lock is held: `gpuc recover` settles both. Refuses too where an earlier
    destroy kept the checkpoint bucket and the declaration does not say `adopt: true`.
    """
    try:
        code = bring_up(Console(), Engine(find_project(Path.cwd())), stack, tuple(flags or ()), yes=yes)
    except (DeclarationFileError, EngineError, RecoveryError, RefusedError) as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(1) from problem
    raise typer.Exit(code)


def bring_up(console: Console, engine: Engine, stack: str, flags: tuple[str, ...], *, yes: bool) -> int:
    """All steps; returns the exit code of the one that ended it."""
    cluster = show_declaration(console, stack, engine.project.root)
    if cluster is None:
        return 1
    refuse_unadopted_bucket(cluster, settled_state(engine, stack))
    common = ("--stack", stack, "--policy-pack", str(engine.project.root / "policies"))
    # Always a preview first: `up --skip-preview` alone would build everything up to the first policy violation.
    refused = engine.stream("preview", *common, *(flag for flag in flags if flag not in UNKNOWN_TO_PREVIEW))
    if refused:
        return refused
    if not yes and not typer.confirm("Bring it up?"):
        return 1
    return engine.stream("up", "--yes", "--skip-preview", *common, *flags)
