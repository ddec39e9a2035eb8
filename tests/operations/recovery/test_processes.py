"""Whether a process runs, and since when."""

import datetime
import os
import socket
import subprocess
import sys

import pytest

from operations.recovery.locks import Holder, Lock, LockContent, judge
from operations.recovery.processes import Running, elapsed_seconds, from_ps, running

READERS = pytest.mark.parametrize("read", [running, from_ps])
WAITS = [sys.executable, "-c", "input()"]


@READERS
def test_what_runs_and_what_does_not(read):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert read(os.getpid())
    assert read(1)
    assert read(ended.pid) is None


@READERS
def test_a_process_that_has_ended_and_was_not_reaped_does_not_run(read):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)  # ended, and its entry stays
    os.kill(ended.pid, 0)
    assert read(ended.pid) is None
    ended.wait()


@READERS
def test_since_when(read):
    before = datetime.datetime.now(datetime.UTC)
    started = subprocess.Popen(WAITS, stdin=subprocess.PIPE)
    found = read(started.pid)
    after = datetime.datetime.now(datetime.UTC)
    started.communicate()
    slack = datetime.timedelta(seconds=2)
    assert before - slack <= found.since <= after + slack


@pytest.mark.parametrize(("hours", "holder"), [(24, Holder.DEAD), (-1, Holder.ALIVE)])
def test_a_number_that_went_to_another_process_since_the_lock(hours, holder):
    """The lock of an engine killed yesterday, whose number an innocent process has today; and one that such a process may have taken."""
    innocent = subprocess.Popen(WAITS, stdin=subprocess.PIPE)
    taken = datetime.datetime.now(datetime.UTC) - datetime.timedelta(hours=hours)
    content = LockContent(pid=innocent.pid, username="ada", hostname=socket.gethostname(), timestamp=taken)
    assert judge(Lock("1.json", content), socket.gethostname(), running) is holder
    innocent.communicate()


def test_a_machine_that_does_not_say_since_when_counts_it_as_running(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    assert from_ps(os.getpid()) == Running(None)


@pytest.mark.parametrize(("text", "seconds"), [("00:07", 7), ("02:03", 123), ("01:00:01", 3601), ("2-01:00:00", 176400)])
def test_elapsed(text, seconds):
    assert elapsed_seconds(text) == seconds
