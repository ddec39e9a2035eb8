"""Children of the language host: each in a group of its own, ended with all it started, none after the end."""

import os
import signal
import subprocess
import sys

import pytest

from rehearsal.engine.children import Children
from tests.support.engine import wait_until

WAITS = [sys.executable, "-c", "import time; time.sleep(60)"]
# A child that says which process it has started itself, and waits for it.
PARENT = """
import subprocess, sys
started = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(started.pid, flush=True)
started.wait()
"""


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.fixture
def children():
    children = Children()
    yield children
    children.end_all()


def test_the_exit_code_is_given(children, tmp_path):
    assert children.wait(children.start([sys.executable, "-c", "raise SystemExit(7)"], cwd=tmp_path, env=os.environ)) == 7


def test_folder_and_environment_are_the_callers_and_there_is_no_input(children, tmp_path):
    script = "import os, sys; print(os.getcwd(), os.environ['MARK'], repr(sys.stdin.read()))"
    child = children.start([sys.executable, "-c", script], cwd=tmp_path, env={"MARK": "x", "PATH": os.environ["PATH"]}, piped=True)
    assert child.stdout.read().split() == [str(tmp_path).encode(), b"x", b"''"]
    assert children.wait(child) == 0


def test_a_terminals_interrupt_does_not_reach_a_child(children, tmp_path):
    child = children.start(WAITS, cwd=tmp_path, env=os.environ)
    assert os.getpgid(child.pid) == child.pid != os.getpgid(0)


def test_one_ends_with_all_that_it_started(children, tmp_path):
    child = children.start([sys.executable, "-c", PARENT], cwd=tmp_path, env=os.environ, piped=True)
    grandchild = int(child.stdout.readline())
    children.end(child)
    assert children.wait(child) == -signal.SIGTERM
    wait_until(lambda: not alive(grandchild), "the grandchild ends")


def test_ending_one_that_has_ended_is_nothing(children, tmp_path):
    child = children.start([sys.executable, "-c", ""], cwd=tmp_path, env=os.environ)
    children.wait(child)
    children.end(child)
    gone = subprocess.Popen([sys.executable, "-c", ""], start_new_session=True)
    os.waitpid(gone.pid, 0)  # nobody told the object that its process is gone
    gone.poll = lambda: None
    children.end(gone)


def test_after_the_end_nothing_starts(children, tmp_path):
    running = [children.start(WAITS, cwd=tmp_path, env=os.environ) for _ in range(2)]
    children.end_all()
    assert [child.wait() for child in running] == [-signal.SIGTERM] * 2
    with pytest.raises(InterruptedError, match="cancelled"):
        children.start(WAITS, cwd=tmp_path, env=os.environ)


def test_one_that_was_waited_for_is_not_ended_again(children, tmp_path, monkeypatch):
    children.wait(children.start([sys.executable, "-c", ""], cwd=tmp_path, env=os.environ))
    ended = []
    monkeypatch.setattr(os, "killpg", lambda *told: ended.append(told))
    children.end_all()
    assert ended == []
