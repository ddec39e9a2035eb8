"""Whose lock holds a stack."""

import datetime

import pytest

from operations.recovery.errors import StackLockedError
from operations.recovery.locks import CLOCK_SLACK, Holder, Lock, LockContent, age, dead_locks, judge
from operations.recovery.processes import Running

NOW = datetime.datetime(2026, 12, 1, 12, 0, tzinfo=datetime.UTC)
LIVING = 17


def lock(pid=LIVING, hostname="here", minutes=5):
    taken = NOW - datetime.timedelta(minutes=minutes)
    return Lock(f"locks/{pid}.json", LockContent(pid=pid, username="ada", hostname=hostname, timestamp=taken))


def alive(pid):
    return Running(None) if pid == LIVING else None


@pytest.mark.parametrize(
    ("held", "holder"),
    [
        (lock(pid=16), Holder.DEAD),
        (lock(pid=LIVING), Holder.ALIVE),
        (lock(pid=16, hostname="there"), Holder.ELSEWHERE),
        (lock(pid=LIVING, hostname="there"), Holder.ELSEWHERE),
    ],
)
def test_holder(held, holder):
    assert judge(held, "here", alive) is holder


@pytest.mark.parametrize(
    ("started_before_lock", "holder"),
    [
        (datetime.timedelta(minutes=10), Holder.ALIVE),
        (datetime.timedelta(0), Holder.ALIVE),
        (-CLOCK_SLACK, Holder.ALIVE),
        (-CLOCK_SLACK - datetime.timedelta(seconds=1), Holder.DEAD),
        (-datetime.timedelta(days=3), Holder.DEAD),
    ],
)
def test_a_process_that_started_after_the_lock_is_not_its_holder(started_before_lock, holder):
    held = lock()
    assert judge(held, "here", lambda pid: Running(held.content.timestamp - started_before_lock)) is holder


def test_only_dead_locks_are_given_out():
    assert dead_locks([lock(pid=1), lock(pid=2)], "here", alive, NOW) == (lock(pid=1), lock(pid=2))
    assert dead_locks([], "here", alive, NOW) == ()


@pytest.mark.parametrize("held", [lock(), lock(pid=16, hostname="there")])
def test_one_that_is_not_dead_stops_and_is_named(held):
    with pytest.raises(StackLockedError) as stopped:
        dead_locks([lock(pid=1), held], "here", alive, NOW)
    message = str(stopped.value)
    assert f"ada@{held.content.hostname}, process {held.content.pid}, since 5 min" in message
    assert "run again" in message
    assert "process 1," not in message


@pytest.mark.parametrize(("minutes", "text"), [(0, "0 min"), (-3, "0 min"), (119, "119 min"), (120, "2 h"), (1500, "25 h")])
def test_age(minutes, text):
    assert age(lock(minutes=minutes), NOW) == text
