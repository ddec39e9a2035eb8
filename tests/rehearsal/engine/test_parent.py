"""A process ends with the one that started it, however that one ended."""

import os
import signal
import subprocess
import sys

import pytest

from rehearsal.engine.parent import end_with_parent
from tests.support.engine import wait_until
from tests.support.rehearsed import CHECKOUT

CHILD = """
import os, sys, time
from rehearsal.engine.parent import end_with_parent
end_with_parent(lambda: (open(sys.argv[1], "w").write("left"), os._exit(0)), every_seconds=0.02)
open(sys.argv[2], "w").write(str(os.getpid()))
time.sleep(60)
"""
PARENT = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', *sys.argv[1:]]).wait()"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_it_leaves_once_its_parent_is_gone(tmp_path, number):
    left, started = tmp_path / "left", tmp_path / "started"
    parent = subprocess.Popen([sys.executable, "-c", PARENT, CHILD, left, started], cwd=CHECKOUT)
    wait_until(lambda: started.exists() and started.read_text(), "the child starts")
    assert not left.exists()
    parent.send_signal(number)
    parent.wait()
    wait_until(left.exists, "the child leaves")
    wait_until(lambda: not os.path.exists(f"/proc/{started.read_text()}/exe"), "the child is gone")


def test_it_stays_while_its_parent_lives():
    left = []
    end_with_parent(lambda: left.append(1), every_seconds=0.001)
    subprocess.run([sys.executable, "-c", ""], check=True)
    assert left == []
