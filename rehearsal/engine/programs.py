"""How a Python program is started: its interpreter, its command line, and what its exit codes mean."""

import signal
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

SAID_ALREADY = 32  # the SDK's own code for "the user has seen the message"
ENDED_BY_US = -signal.SIGTERM


class MissingVirtualenvError(Exception):
    """The project file names a virtual environment that is not there; the user makes it or corrects the name."""


def python_of(root_directory: str, options: Mapping[str, object]) -> str:
    """The interpreter of the `virtualenv` option (relative to the project file's folder), else the one that runs this host."""
    virtualenv = options.get("virtualenv")
    if not virtualenv:
        return sys.executable
    python = Path(root_directory, str(virtualenv), "bin", "python")
    if not python.exists():
        raise MissingVirtualenvError(
            f"{python}: the project file names this virtual environment: make it (`make test` does), or correct `virtualenv`."
        )
    return str(python)


def program_command(python: str, executor: str, options: Mapping[str, str], entry: Path, arguments: Iterable[str]) -> list[str]:
    """The command line of the SDK's program runner."""
    flags = [word for name, value in options.items() for word in (f"--{name}", value)]
    return [python, "-u", executor, *flags, str(entry), *arguments]
