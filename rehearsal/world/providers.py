"""Provider shims that live in the world's process: started for a launcher's process, ended when that process is gone."""

import functools
import importlib
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

SHIM: Final = ("rehearsal.shim.serving", "serve_provider")
"""Where the shim is: loaded by name with the first provider, so that a world without Pulumi starts fast."""
POLL_SECONDS: Final = 0.2


class ProviderStartError(RuntimeError):
    """A provider could not be started; the message says why."""


class Server(Protocol):
    """What the world needs of a provider's server."""

    def stop(self, grace: float | None) -> object:
        """Refuse all further calls; running ones get `grace` seconds."""


class Serve(Protocol):
    """The shim's start function."""

    def __call__(self, *, alive: Callable[[], bool]) -> tuple[Server, int]:
        """Start a provider that refuses calls, and ends its waits, once `alive` says no; its server and port."""


def load_shim() -> Serve:
    """The shim's own start function."""
    module, name = SHIM
    try:
        serve: Serve = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as problem:
        raise ProviderStartError(f"the provider shim can't be loaded ({problem}): install the requirements of this checkout") from problem
    return serve


def is_alive(pid: int) -> bool:
    """Whether a process runs: neither gone nor waiting to be reaped."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:  # no /proc, as on macOS: a zombie then counts as alive until it is reaped
        return True


class Providers:
    """The providers that run, one for each launcher."""

    def __init__(self, load: Callable[[], Serve] = load_shim) -> None:
        self._load = load
        self._lock = threading.Lock()

    def start(self, pid: int) -> int:
        """Start a provider for the launcher `pid`; returns its port."""
        if not is_alive(pid):
            raise ProviderStartError(f"no process {pid}: a provider is started for a launcher that runs")
        with self._lock:
            serve = self._load()
        server, port = serve(alive=functools.partial(is_alive, pid))
        threading.Thread(target=end_with, args=(pid, server), name=f"provider-{pid}", daemon=True).start()
        return port


def end_with(pid: int, server: Server) -> None:
    """Stop a provider once its launcher is gone, so that a killed engine's provider goes on creating nothing."""
    while is_alive(pid):
        time.sleep(POLL_SECONDS)
    server.stop(0)
