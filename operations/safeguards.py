"""What has to hold before a stack is brought up or down: a declaration that stands, a known price, nothing pending and nobody at work."""

import datetime
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from catalog.loading import load_catalog
from declaration.cluster import ClusterDeclaration
from operations.engine import Engine, ExportedState
from operations.recovery.errors import BackendUnreadableError
from operations.recovery.run import removable_locks, store_of
from operations.recovery.state import pending_operations
from operations.report.prices import print_price
from operations.report.problems import print_problems
from operations.targets import judge_target
from planning.price import price_cluster


class RefusedError(Exception):
    """A command of ours refuses to start; raised before anything is changed, and the message says what to do first."""


def show_declaration(console: Console, stack: str, start: Path) -> ClusterDeclaration | None:
    """Prints the problems and the price of a stack's declaration, and returns it if it stands."""
    catalog = load_catalog()
    found = judge_target(stack, catalog, start=start, now=datetime.datetime.now(datetime.UTC))
    print_problems(console, found.source.name, found.reading.report)
    if found.reading.cluster is None or not found.reading.report.ok:
        return None
    print_price(console, price_cluster(found.reading.cluster, catalog))
    return found.reading.cluster


def settled_state(engine: Engine, stack: str) -> ExportedState:
    """The stack's state, once no lock holds it and nothing is pending in it.

    With a create pending, the engine's own up would build it a second time, and its own destroy would report success and leave it billing.
    """
    if _has_dead_lock(engine, stack):
        raise RefusedError(f"A process that is gone left its lock on {stack}: run `gpuc recover --stack {stack}` first.")
    state = engine.export_state(stack)
    pending = pending_operations(state)
    if pending:
        listed = "\n".join(f"  {operation['type']} {operation['resource']['urn']}" for operation in pending)
        raise RefusedError(
            f"The last command on {stack} ended in the middle of {_count(pending)}:\n{listed}\n"
            f"Run `gpuc recover --stack {stack}` first: it finds what was made, so that nothing is built twice or left billing."
        )
    return state


def _has_dead_lock(engine: Engine, stack: str) -> bool:
    """Whether a dead process holds the stack; raises StackLockedError for a living one. The engine itself minds locks we can't read."""
    try:
        return bool(removable_locks(store_of(engine, stack)))
    except BackendUnreadableError:
        return False


def _count(pending: Sequence[object]) -> str:
    return "1 operation" if len(pending) == 1 else f"{len(pending)} operations"
