"""`python -m rehearsal.shim`: a provider in a process of its own; prints its port, ends without a word on an interrupt."""

from __future__ import annotations

import importlib
import os
import signal
import sys
import threading
from types import FrameType


def _leave(_number: int, _frame: FrameType | None) -> None:
    os._exit(0)


def main() -> int:
    """Serves until a signal; the handlers come before the slow imports, so that no interrupt prints a traceback."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _leave)
    serving = importlib.import_module("rehearsal.shim.serving")
    try:
        served = serving.serve_provider()
    except serving.EndpointError as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    sys.stdout.write(f"{served.port}\n")
    sys.stdout.flush()
    threading.Event().wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
