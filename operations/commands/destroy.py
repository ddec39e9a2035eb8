"""`gpuc destroy`: plain `pulumi destroy` behind its safeguards."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from catalog.facts import CatalogError
from declaration.reading import DeclarationFileError
from operations.dependants import refuse_while_in_use
from operations.engine import Engine, ExportedState, ResourceState, UnknownStackError, find_project
from operations.exits import one_message
from operations.flags import refuse_flags
from operations.recovery.state import kept_resources
from operations.safeguards import settled_state, show_declaration


def command(
    stack: Annotated[str, typer.Option("--stack", "-s", help="The stack to destroy.")],
    flags: Annotated[list[str] | None, typer.Argument(metavar="-- FLAGS", help="Flags for `pulumi destroy`, after two dashes.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask after the preview.")] = False,
    although_in_use: Annotated[
        bool, typer.Option("--although-in-use", help="Destroy it from under other stacks and clusters that stand on it.")
    ] = False,
) -> None:
    """Preview a stack's end, then destroy it by `pulumi destroy`, whose exit code is passed on, and list what was kept on purpose.

    Refuses while a killed command's creates are pending, or a lock is held: `gpuc recover` settles both. Refuses too, whatever --yes
    says, while other stacks or clusters stand on this one.
    """
    with one_message():
        engine = Engine(find_project(Path.cwd()))
        code = take_down(Console(), engine, stack, tuple(flags or ()), yes=yes, although_in_use=although_in_use)
    raise typer.Exit(code)


def take_down(console: Console, engine: Engine, stack: str, flags: tuple[str, ...], *, yes: bool, although_in_use: bool = False) -> int:
    """All steps; returns the exit code of the one that ended it."""
    refuse_flags(flags, destroying=True)
    _show_what_it_costs(console, stack, engine.project.root)
    before = settled_state(engine, stack)
    if not although_in_use:
        refuse_while_in_use(engine, stack, before)
    common = ("--stack", stack, *flags)
    refused = engine.stream("destroy", "--preview-only", *common)
    if refused:
        return refused
    if not yes and not typer.confirm("Destroy it?"):
        return 1
    run = ("destroy", "--yes", "--skip-preview", "--continue-on-error", *common)
    # What hangs on a resource by no recorded dependency may outlive the first try, and is gone by the second.
    code = engine.stream(*run) and engine.stream(*run)
    for line in failed_lines(stack) if code else kept_lines(kept_resources(before, _what_is_left(engine, stack))):
        console.print(line, soft_wrap=True, highlight=False)
    return code


def failed_lines(stack: str) -> list[str]:
    """What to do after two tries: the state still knows all that is left."""
    return [
        f"Not destroyed: what is left of {stack} stays in its state, and is billed. The engine's words above name what stands in the way: "
        f"remove it, then run `gpuc destroy --stack {stack}` again. If the engine was killed, `gpuc recover --stack {stack}` comes first."
    ]


def _what_is_left(engine: Engine, stack: str) -> ExportedState:
    """The state after the destroy; with `--remove`, the stack is gone with it."""
    try:
        return engine.export_state(stack)
    except UnknownStackError:
        return {"version": 3, "deployment": {}}


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
    except (CatalogError, DeclarationFileError) as problem:
        console.print(str(problem), soft_wrap=True, highlight=False)
