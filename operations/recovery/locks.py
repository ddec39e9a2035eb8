"""Whose lock it is that holds a stack, and whether its holder is dead."""

import datetime
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from pydantic import AwareDatetime, BaseModel, ConfigDict

from operations.recovery.errors import StackLockedError
from operations.recovery.processes import Running

CLOCK_SLACK = datetime.timedelta(minutes=1)
"""How far the clock of this machine may have been set between the engine's start and its lock, and since."""

Processes = Callable[[int], Running | None]
"""What runs under a number; None: nothing does."""


class LockContent(BaseModel):
    """What the engine writes into a lock file (pkg/backend/diy/lock.go); it never expires."""

    model_config = ConfigDict(frozen=True)

    pid: int
    username: str
    hostname: str
    timestamp: AwareDatetime


@dataclass(frozen=True)
class Lock:
    """A lock file: its place in the back end and what it says."""

    key: str
    content: LockContent


class Holder(StrEnum):
    """Who holds a lock."""

    DEAD = "dead"
    ALIVE = "alive"
    ELSEWHERE = "elsewhere"


def judge(lock: Lock, hostname: str, running: Processes) -> Holder:
    """Only a process of this machine can be known to be dead; one that started after the lock was taken has its number, and no more."""
    if lock.content.hostname != hostname:
        return Holder.ELSEWHERE
    process = running(lock.content.pid)
    if process is None or (process.since is not None and process.since > lock.content.timestamp + CLOCK_SLACK):
        return Holder.DEAD
    return Holder.ALIVE


def dead_locks(locks: Iterable[Lock], hostname: str, running: Processes, now: datetime.datetime) -> tuple[Lock, ...]:
    """All the locks, once each is known to be dead; raises StackLockedError that names every other one."""
    judged = [(lock, judge(lock, hostname, running)) for lock in locks]
    held = [lock for lock in judged if lock[1] is not Holder.DEAD]
    if held:
        raise StackLockedError("\n".join(_refusals(held, now)))
    return tuple(lock for lock, _ in judged)


def age(lock: Lock, now: datetime.datetime) -> str:
    """How long ago a lock was taken, in whole minutes or hours."""
    minutes = max(0, int((now - lock.content.timestamp).total_seconds() // 60))
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h"


def _refusals(held: Iterable[tuple[Lock, Holder]], now: datetime.datetime) -> Iterator[str]:
    for lock, holder in held:
        content = lock.content
        who = f"The stack is locked by {content.username}@{content.hostname}, process {content.pid}, since {age(lock, now)}"
        if holder is Holder.ALIVE:
            yield f"{who}, which is running: wait until it ends, or stop it (`kill -INT {content.pid}`) and run again."
        else:
            yield (
                f"{who}, another machine than this one: make sure there that the process is gone, then run `gpuc recover` there or "
                f"remove the lock {lock.key} with `pulumi cancel`, and run again."
            )
