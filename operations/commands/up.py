"""`gpuc up`: plain `pulumi up` behind its safeguards."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from declaration.pools import ScalingOwner
from operations.engine import Engine, find_project
from operations.exits import one_message
from operations.flags import refuse_flags
from operations.kept_bucket import refuse_misplaced_bucket
from operations.losses import Loss, losses
from operations.preview_steps import EventsUnreadableError, Step, preview_steps
from operations.restarts import Restart, node_restarts
from operations.safeguards import RefusedError, settled_state, show_declaration

# Switches of `pulumi up` that `pulumi preview` refuses and that change nothing in what it shows.
UNKNOWN_TO_PREVIEW = frozenset({"--continue-on-error", "--show-secrets", "--skip-preview", "-f", "--yes", "-y"})


@dataclass(frozen=True)
class Told:
    """What the user said by name may go, so that --yes does not ask for it."""

    restart_nodes: bool = False
    lose_data: bool = False


NOTHING_TOLD = Told()


def command(
    stack: Annotated[str, typer.Option("--stack", "-s", help="The stack to bring up.")],
    flags: Annotated[list[str] | None, typer.Argument(metavar="-- FLAGS", help="Flags for `pulumi up`, after two dashes.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask after the preview.")] = False,
    restart_nodes: Annotated[
        bool, typer.Option("--restart-nodes", help="Go on where nodes would be restarted or ended, even with --yes.")
    ] = False,
    lose_data: Annotated[
        bool, typer.Option("--lose-data", help="Go on where a file system, cluster, key, bucket or network would be lost, even with --yes.")
    ] = False,
) -> None:
    """Check, price and preview a stack under the policy pack, then bring it up by `pulumi up`, whose exit code is passed on.

    Refuses while a killed command's creates are pending, or a lock is held: `gpuc recover` settles both. Refuses too where `adopt: true`
    and the checkpoint bucket do not fit. Says which nodes the change would restart, and what it would replace or delete that holds data or
    a whole cluster, each with why; with --yes refuses to, unless told by name.
    """
    with one_message():
        engine = Engine(find_project(Path.cwd()))
        code = bring_up(Console(), engine, stack, tuple(flags or ()), yes=yes, told=Told(restart_nodes, lose_data))
    raise typer.Exit(code)


def bring_up(console: Console, engine: Engine, stack: str, flags: tuple[str, ...], *, yes: bool, told: Told = NOTHING_TOLD) -> int:
    """All steps; returns the exit code of the one that ended it."""
    refuse_flags(flags, destroying=False)
    cluster = show_declaration(console, stack, engine.project.root)
    if cluster is None:
        return 1
    refuse_misplaced_bucket(cluster, settled_state(engine, stack))
    common = ("--stack", stack, "--policy-pack", str(engine.project.root / "policies"))
    # Always a preview first: `up --skip-preview` alone would build everything up to the first policy violation.
    previewed = engine.preview(*common, *(flag for flag in flags if flag not in UNKNOWN_TO_PREVIEW))
    if previewed.code:
        return previewed.code
    steps = _steps(previewed.events, told)
    # The state does not know how many nodes a pool holds whose count another tool moves.
    restarts = node_restarts(steps, frozenset(pool.name for pool in cluster.pools if pool.scaling_owner is not ScalingOwner.PULUMI))
    lost = losses(steps)
    for line in (*lost, *restarts):
        console.print(f"Attention: {line}.", soft_wrap=True, highlight=False, markup=False)
    untold_losses, untold_restarts = () if told.lose_data else lost, () if told.restart_nodes else restarts
    if yes:
        _refuse_untold(untold_losses, untold_restarts)
    elif not typer.confirm(_question(untold_losses, untold_restarts)):
        return 1
    return engine.stream("up", "--yes", "--skip-preview", *common, *flags)


def _steps(events: str, told: Told) -> tuple[Step, ...]:
    """What the preview says would be done; where it can't be read, we go on only if told to restart and lose whatever it is."""
    try:
        return preview_steps(events)
    except EventsUnreadableError as problem:
        if told.restart_nodes and told.lose_data:
            return ()
        raise RefusedError(
            f"The engine's account of its preview can't be read ({problem}), so which nodes would be restarted and what would be lost is "
            "unknown; nothing was changed. Run again, or with --restart-nodes --lose-data once nothing runs on the nodes and all is copied."
        ) from problem


def _refuse_untold(lost: tuple[Loss, ...], restarts: tuple[Restart, ...]) -> None:
    """Refuses under --yes what was not told by name, all of it at once."""
    refused = []
    if lost:
        refused.append(
            f"--yes alone does not lose {_names(lost)}. Run again with --lose-data once what must last is copied, or take the change back."
        )
    if restarts:
        refused.append(
            "--yes alone does not restart nodes that may be at work. "
            "Run again with --restart-nodes once nothing runs on them, or take the change back."
        )
    if refused:
        raise RefusedError("\n".join(("Nothing was changed.", *refused)))


def _question(lost: tuple[Loss, ...], restarts: tuple[Restart, ...]) -> str:
    """What to ask, with every loss by its name."""
    costs = [*([f"lose {_names(lost)}"] if lost else []), *(["restart these nodes"] if restarts else [])]
    return f"Bring it up, and {' and '.join(costs)}?" if costs else "Bring it up?"


def _names(lost: tuple[Loss, ...]) -> str:
    return ", ".join(one.called for one in lost)
