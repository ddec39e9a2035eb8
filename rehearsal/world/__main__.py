"""`python -m rehearsal.world`: quiet on signals even while the slow imports run."""

import importlib
import os
import signal
import sys


def start() -> None:
    """Make signals end the process without a traceback, then load and run the server by name."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    server = importlib.import_module("rehearsal.world.server")
    status: int = server.main(sys.argv[1:])
    os._exit(status)  # serving threads may still wait for delayed answers: nobody reads them any more


if __name__ == "__main__":
    start()
