"""The recovery itself, step by step. Each step that writes leaves a stack that can be recovered again."""

import datetime
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from operations.engine import Engine, ExportedState
from operations.recovery.backends import StackStore, stack_store
from operations.recovery.errors import NotRecoveredError, StateMovedError
from operations.recovery.finding import Finder, Finding, Patience, Say, adoptions
from operations.recovery.locks import Lock, dead_locks
from operations.recovery.processes import running
from operations.recovery.state import pending_operations, resolved, resources, unread_resources


class Decision(StrEnum):
    """What is to become of the resources that were found."""

    ADOPT = "adopt"
    DELETE = "delete"
    STOP = "stop"


class Outcome(StrEnum):
    """How a recovery ended."""

    NOTHING_TO_DO = "nothing to do"
    STOPPED = "stopped"
    RECOVERED = "recovered"


Decide = Callable[[tuple[Finding, ...]], Decision]


@dataclass(frozen=True)
class Recovery:
    """Brings one stack back to where `up` and `destroy` are safe."""

    engine: Engine
    stack: str
    say: Say
    decide: Decide
    patience: Patience = field(default_factory=Patience)
    ignore_locks: bool = False

    def run(self) -> Outcome:
        """All steps; raises a RecoveryError that says what stops it. Killed at any point, it can be run again."""
        if not self.ignore_locks:
            self._clear_dead_locks()
        state = self.engine.export_state(self.stack)
        if not pending_operations(state):
            return self._read_again(state)
        findings = Finder(state, self.say, self.patience).find_all()
        decision = self.decide(findings)
        if decision is Decision.STOP:
            return Outcome.STOPPED
        self._write(state, findings)
        if decision is Decision.DELETE:
            self._delete(state, findings)
        self._refresh()
        return Outcome.RECOVERED

    def _clear_dead_locks(self) -> None:
        """Last the locks: while one is there, `gpuc up` sends the user here."""
        store = store_of(self.engine, self.stack)
        dead = removable_locks(store)
        for leftover in store.mend():
            self.say(f"Removed a file that the engine left half-written ({leftover}).")
        for lock in dead:
            store.remove(lock)
            self.say(f"Removed the lock of process {lock.content.pid}, which is gone ({lock.key}).")

    def _read_again(self, state: ExportedState) -> Outcome:
        """An earlier recovery may have been killed between its import and its refresh."""
        if not unread_resources(state):
            return Outcome.NOTHING_TO_DO
        self._refresh()
        return Outcome.RECOVERED

    def _write(self, state: ExportedState, findings: tuple[Finding, ...]) -> None:
        """One import holds all: a kill leaves either the pending entries, or their resources marked to be read before the next step."""
        if self.engine.export_state(self.stack) != state:
            raise StateMovedError(f"The state of {self.stack} changed while the cloud was searched: run `gpuc recover` again.")
        self.engine.import_state(self.stack, resolved(state, adoptions(findings)))

    def _delete(self, before: ExportedState, findings: tuple[Finding, ...]) -> None:
        """Through the engine, as all of it is in the state by now. Half a replacement is left to the next up; what is kept stays there."""
        there_before = {resource["urn"] for resource in resources(before)}
        doomed = [finding.pending["urn"] for finding in findings if finding.deletable]
        targets = [argument for urn in doomed if urn not in there_before for argument in ("--target", urn)]
        if targets and self.engine.stream("destroy", "--stack", self.stack, "--yes", "--skip-preview", *targets):
            raise NotRecoveredError(
                "The engine could not delete what was found; it is in the state now: run `gpuc destroy`, or `gpuc recover` again."
            )

    def _refresh(self) -> None:
        if self.engine.stream("refresh", "--stack", self.stack, "--yes", "--skip-preview"):
            raise NotRecoveredError("What was found is in the state, but its refresh failed (see above): run `gpuc recover` again.")
        left = pending_operations(self.engine.export_state(self.stack))
        if left:
            listed = ", ".join(operation["resource"]["urn"] for operation in left)
            raise NotRecoveredError(f"The refresh left operations pending: {listed}. Run `gpuc recover` again.")


def store_of(engine: Engine, stack: str) -> StackStore:
    """Where the back end keeps the locks of a stack."""
    return stack_store(engine.backend_url(), engine.project.name, stack)


def removable_locks(store: StackStore) -> tuple[Lock, ...]:
    """The locks of a stack, all of dead processes of this machine; raises StackLockedError if one is anything else."""
    return dead_locks(store.locks(), socket.gethostname(), running, datetime.datetime.now(datetime.UTC))
