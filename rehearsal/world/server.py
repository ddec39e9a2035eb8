"""The world as a process: listens on loopback, prints its port, ends when nobody has called for long or when told to."""

import argparse
import logging
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from moto.moto_server.werkzeug_app import MotoRequestHandler
from werkzeug.serving import BaseWSGIServer, make_server

from rehearsal.world.control_api import ControlApi
from rehearsal.world.extensions import load_extensions
from rehearsal.world.gateway import Environ, Gateway, StartResponse
from rehearsal.world.moto_repairs import repair_moto
from rehearsal.world.providers import Providers

LOOPBACK: Final = "127.0.0.1"
ENDPOINT_VARIABLE: Final = "GPUC_REHEARSAL_ENDPOINT"
DEFAULT_IDLE_MINUTES: Final = 30.0
IDLE_POLL_SECONDS: Final = 1.0


class IdleTimer:
    """Counts the time since the last request."""

    def __init__(self, app: ControlApi) -> None:
        self._app = app
        self._last = time.monotonic()

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Pass a request on and note its time."""
        try:
            return self._app(environ, start_response)
        finally:
            self._last = time.monotonic()

    def idle_seconds(self) -> float:
        """Seconds since the last request ended."""
        return time.monotonic() - self._last


def make_world(port: int = 0) -> tuple[BaseWSGIServer, IdleTimer]:
    """A world on a free or a given port of the loopback interface; not yet serving."""
    os.environ["MOTO_IAM_LOAD_MANAGED_POLICIES"] = "true"  # roles attach the cloud's managed policies; moto reads it with each account
    load_extensions()
    repair_moto()
    app = IdleTimer(ControlApi(Gateway(), Providers()))
    return make_server(LOOPBACK, port, app, threaded=True, request_handler=MotoRequestHandler), app


def end_when_idle(server: BaseWSGIServer, app: IdleTimer, idle_seconds: float) -> None:
    """Shut the server down once nobody has called for `idle_seconds`."""
    while app.idle_seconds() < idle_seconds:
        time.sleep(IDLE_POLL_SECONDS)
    server.shutdown()


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """The command line of the world."""
    parser = argparse.ArgumentParser(prog="python -m rehearsal.world", description="Run the simulated cloud on loopback.")
    parser.add_argument("--port", type=int, default=0, help="port to listen on; 0 takes a free one (printed on the first line)")
    parser.add_argument("--state", type=Path, help="folder for this world's files: its port and its process id")
    parser.add_argument("--idle-minutes", type=float, default=DEFAULT_IDLE_MINUTES, help="end after so many minutes without a call")
    return parser.parse_args(arguments)


def log_to(folder: Path | None) -> None:
    """Keep standard error quiet: what goes wrong in here goes to the state folder's log."""
    logging.getLogger("werkzeug").setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", message="Exception.* does not match an error shape")  # moto's, for codes that models leave out
    handler: logging.Handler = logging.NullHandler()
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        handler = logging.FileHandler(folder / "world.log", delay=True)
    logging.basicConfig(handlers=[handler], level=logging.ERROR)


def write_whereabouts(folder: Path | None, port: int) -> None:
    """Leave port and process id in the state folder, for whoever looks for a running world."""
    if folder:
        (folder / "port").write_text(f"{port}\n")
        (folder / "pid").write_text(f"{os.getpid()}\n")


def main(arguments: list[str]) -> int:
    """Serve until told to end, or until idle."""
    options = parse_arguments(arguments)
    log_to(options.state)
    server, app = make_world(options.port)
    os.environ[ENDPOINT_VARIABLE] = f"http://{LOOPBACK}:{server.server_port}"  # where the provider shims in this process find their cloud
    write_whereabouts(options.state, server.server_port)
    threading.Thread(target=end_when_idle, args=(server, app, options.idle_minutes * 60), daemon=True).start()
    for signum in (signal.SIGTERM, signal.SIGINT):
        signal.signal(signum, lambda *_: threading.Thread(target=server.shutdown, daemon=True).start())
    sys.stdout.write(f"{server.server_port}\n")  # line one is what the caller waits for
    sys.stdout.flush()
    server.serve_forever()
    server.server_close()
    return 0
