"""The programs and policy packs that the language host runs, each in a process group of its own.

A terminal's Ctrl-C then reaches the engine alone; the engine cancels us, and we end the child before it can print a traceback.
"""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Children:
    """Everything this host has running; once ended, nothing new starts."""

    _running: set[subprocess.Popen[bytes]] = field(default_factory=set)
    _ended: bool = False

    def start(self, command: Sequence[str], *, cwd: Path, env: Mapping[str, str], piped: bool = False) -> subprocess.Popen[bytes]:
        """Start a child; `piped` hands its output to the caller instead of to the engine's own pipes."""
        if self._ended:
            raise InterruptedError("the engine has cancelled this run")
        stream = subprocess.PIPE if piped else None
        child = subprocess.Popen(
            command, cwd=cwd, env=dict(env), stdin=subprocess.DEVNULL, stdout=stream, stderr=stream, start_new_session=True
        )
        self._running.add(child)
        return child

    def wait(self, child: subprocess.Popen[bytes]) -> int:
        """The child's exit code, once it has ended."""
        code = child.wait()
        self._running.discard(child)
        return code

    def end(self, child: subprocess.Popen[bytes]) -> None:
        """End one child and whatever it started; one that has ended already is left alone."""
        if child.poll() is not None:
            return
        try:
            os.killpg(child.pid, signal.SIGTERM)
        except ProcessLookupError:
            return

    def end_all(self) -> None:
        """End every child and start no other."""
        self._ended = True
        for child in list(self._running):
            self.end(child)
