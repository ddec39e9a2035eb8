"""`gpuc up`: plain `pulumi up` behind its safeguards."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from declaration.cluster import ClusterDeclaration
from declaration.pools import ScalingOwner
from operations.engine import Engine, find_project
from operations.exits import one_message
from operations.flags import refuse_flags
from operations.kept_bucket import refuse_misplaced_bucket
from operations.restarts import EventsUnreadableError, Restart, node_restarts
from operations.safeguards import RefusedError, settled_state, show_declaration

# Switches of `pulumi up` that `pulumi preview` refuses and that change nothing in what it shows.
UNKNOWN_TO_PREVIEW = frozenset({"--continue-on-error", "--show-secrets", "--skip-preview", "-f", "--yes", "-y"})


def command(
    stack: Annotated[str, typer.Option("--stack", "-s", help="The stack to bring up.")],
    flags: Annotated[list[str] | None, typer.Argument(metavar="-- FLAGS", help="Flags for `pulumi up`, after two dashes.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask after the preview.")] = False,
    restart_nodes: Annotated[
        bool, typer.Option("--restart-nodes", help="Go on where nodes would be restarted or ended, even with --yes.")
    ] = False,
) -> None:
    """Check, price and preview a stack under the policy pack, then bring it up by `pulumi up`, whose exit code is passed on.

    Refuses while a killed command's creates are pending, or a lock is held: `gpuc recover` settles both. Refuses too where `adopt: true`
    and the checkpoint bucket do not fit. Says which nodes the change would restart and why, and with --yes refuses to, unless told.
    """
    with one_message():
        engine = Engine(find_project(Path.cwd()))
        code = bring_up(Console(), engine, stack, tuple(flags or ()), yes=yes, restart_nodes=restart_nodes)
    raise typer.Exit(code)


def bring_up(console: Console, engine: Engine, stack: str, flags: tuple[str, ...], *, yes: bool, restart_nodes: bool = False) -> int:
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
    restarts = _restarts(previewed.events, cluster, told=restart_nodes)
    for restart in restarts:
        console.print(f"Attention: {restart}.", soft_wrap=True, highlight=False, markup=False)
    if restarts and yes and not restart_nodes:
        raise RefusedError(
            "Nothing was changed: --yes alone does not restart nodes that may be at work. "
            "Run again with --restart-nodes once nothing runs on them, or take the change back."
        )
    if not yes and not typer.confirm("Bring it up, and restart these nodes?" if restarts and not restart_nodes else "Bring it up?"):
        return 1
    return engine.stream("up", "--yes", "--skip-preview", *common, *flags)


def _restarts(events: str, cluster: ClusterDeclaration, *, told: bool) -> tuple[Restart, ...]:
    """What the preview says of nodes; where it can't be read, we go on only if told to restart nodes anyway."""
    # The state does not know how many nodes a pool holds whose count another tool moves.
    moved = frozenset(pool.name for pool in cluster.pools if pool.scaling_owner is not ScalingOwner.PULUMI)
    try:
        return node_restarts(events, moved)
    except EventsUnreadableError as problem:
        if told:
            return ()
        raise RefusedError(
            f"The engine's account of its preview can't be read ({problem}), so which nodes would be restarted is unknown; nothing was "
            "changed. Run again, or with --restart-nodes once nothing runs on the nodes."
        ) from problem
