"""`gpuc destroy`: plain `pulumi destroy` behind its safeguards."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from declaration.reading import DeclarationFileError
from operations.engine import Engine, EngineError, ResourceState, find_project
from operations.recovery.errors import RecoveryError
from operations.recovery.state import kept_resources
from operations.safeguards import RefusedError, settled_state, show_declaration


def command(
    stack: Annotated[str, typer.Option("--stack", "-s", help="The stack to destroy.")],
    flags: Annotated[list[str] | None, typer.Argument(metavar="-- FLAGS", help="Flags for `pulumi destroy`, after two dashes.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask after the preview.")] = False,
) -> None:
    """Preview a stack's end, then destroy it by `pulumi destroy`, whose exit code is passed on, and list what was kept on purpose.

    Refuses while a killed command's creates are pending, or a lock is held: `gpuc recover` settles both.
    """
    try:
        code = take_down(Console(), Engine(find_project(Path.cwd())), stack, tuple(flags or ()), yes=yes)
    except (EngineError, RecoveryError, RefusedError) as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(1) from problem
    raise typer.Exit(code)


def take_down(console: Console, engine: Engine, stack: str, flags: tuple[str, ...], *, yes: bool) -> int:
    """All steps; returns the exit code of the one that ended it."""
    _show_what_it_costs(console, stack, engine.project.root)
    before = settled_state(engine, stack)
    common = ("--stack", stack, *flags)
    refused = engine.stream("destroy", "--preview-only", *common)
    if refused:
        return refused
    if not yes and not typer.confirm("Destroy it?"):
        return 1
    run = ("destroy", "--yes", "--skip-preview", "--continue-on-error", *common)
    # What hangs on a resource by no recorded dependency may outlive the first try, and is gone by the second.
    code = engine.stream(*run) and engine.stream(*run)
    for line in kept_lines(kept_resources(before, engine.export_state(stack))):
        console.print(line, soft_wrap=True, highlight=False)
    return code


def kept_lines(kept: Sequence[ResourceState]) -> list[str]:
    """What the stack leaves in the cloud by its own declaration."""
    if not kept:
        return []
    rows = [f"  {resource['type']} {resource.get('id', '')}" for resource in kept]
    return ["Kept on purpose, out of the state and still billed where it holds data:", *rows]


def _show_what_it_costs(console: Console, stack: str, root: Path) -> None:
    """A declaration that does not stand, or is gone, is no reason to let its cluster go on billing."""
    try:
        show_declaration(console, stack, root)
    except DeclarationFileError as problem:
        console.print(str(problem), soft_wrap=True, highlight=False)
