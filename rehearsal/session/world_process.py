"""The world as a process: started, found again by later commands, told apart from a stranger that got its number, and stopped."""

import contextlib
import errno
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rehearsal.session.errors import WorldStartError
from rehearsal.session.places import CheckoutPlaces, WorldPlaces, discard

START_SECONDS = 60.0
STOP_SECONDS = 10.0
MODULE = "rehearsal.world"
MIB = 2**20
ROOM_MIB = 64
"""Free space below which a world that did not start most likely lacked it; its folder takes a few MiB."""


@dataclass(frozen=True)
class World:
    """A running world."""

    places: WorldPlaces
    pid: int
    port: int

    @property
    def id(self) -> str:
        """The name of this instance: the stacks that exist in it exist nowhere else."""
        return self.places.root.name

    @property
    def endpoint(self) -> str:
        """Where its APIs answer."""
        return f"http://127.0.0.1:{self.port}"


def find_world(places: WorldPlaces) -> World | None:
    """The world that wrote these files, if it still runs and answers."""
    try:
        pid, port = int(places.pid.read_text()), int(places.port.read_text().split("\n")[0])
    except (OSError, ValueError):
        return None
    return World(places, pid, port) if is_world(pid, places) and answers(port) else None


def is_world(pid: int, places: WorldPlaces) -> bool:
    """Whether this process is the world of that folder: numbers are used again, command lines with this folder in them are not."""
    command = command_line(pid)
    return MODULE in command and str(places.state) in command


def command_line(pid: int) -> str:
    """The command line of a process; empty if there is no such process."""
    listed = Path(f"/proc/{pid}/cmdline")
    if Path("/proc/self/cmdline").exists():
        try:
            return listed.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            return ""
    ps = shutil.which("ps") or "/bin/ps"
    return subprocess.run([ps, "-ww", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout


def answers(port: int) -> bool:
    """Whether somebody listens on this port of this machine."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2):
            return True
    except OSError:
        return False


def start_world(checkout: CheckoutPlaces, environ: Mapping[str, str]) -> World:
    """Start a fresh world with a folder of its own; it outlives this command and ends by itself when idle."""
    places = checkout.world(secrets.token_hex(4))
    places.make()
    command = [sys.executable, "-m", MODULE, "--port", "0", "--state", str(places.state)]
    with places.port.open("wb") as out, places.log.open("wb") as log:
        child = subprocess.Popen(
            command, cwd=places.root, env=dict(environ), stdin=subprocess.DEVNULL, stdout=out, stderr=log, start_new_session=True
        )
    try:
        places.pid.write_text(str(child.pid))
        _await_port(child, places)
    except (OSError, WorldStartError):
        child.kill()
        child.wait()
        discard(places)
        raise
    return World(places, child.pid, int(places.port.read_text().split("\n")[0]))


def _await_port(child: "subprocess.Popen[bytes]", places: WorldPlaces) -> None:
    deadline = time.monotonic() + START_SECONDS
    while "\n" not in places.port.read_text():
        if child.poll() is not None or time.monotonic() > deadline:
            raise WorldStartError(why_not_started(child.returncode, places))
        time.sleep(0.02)


def why_not_started(code: int | None, places: WorldPlaces) -> str:
    """What the world said last, how it ended (None: it still starts), and what to do; a full disk leaves no log to say it."""
    ended = f"It ended with code {code} and said nothing." if code is not None else f"It was not ready after {START_SECONDS:.0f} s."
    said = places.log.read_text(errors="replace")[-1500:].strip() or ended
    free_mib = shutil.disk_usage(places.root).free // MIB
    if free_mib < ROOM_MIB or os.strerror(errno.ENOSPC) in said:
        remedy = f"{free_mib} MiB are free for {places.root}: free some, or set XDG_STATE_HOME to a folder on a larger disk, and run again."
    else:
        remedy = "Mend that and run again."
    return f"The rehearsal cloud did not start:\n{said}\n{remedy}"


def stop_world(world: World) -> None:
    """End a world and remove its folder, the state of its stacks included."""
    end_process(world.pid, world.places)
    discard(world.places)


def end_process(pid: int, places: WorldPlaces) -> None:
    """SIGTERM, then SIGKILL if it takes too long; only ever to the process that is this folder's world."""
    deadline = time.monotonic() + STOP_SECONDS
    number = signal.SIGTERM
    while is_world(pid, places):
        with contextlib.suppress(ProcessLookupError, ChildProcessError):
            os.kill(pid, number)
            os.waitpid(pid, os.WNOHANG)  # ours only if this process started it
        time.sleep(0.05)
        if time.monotonic() > deadline:
            number = signal.SIGKILL


def discard_dead(checkout: CheckoutPlaces) -> list[str]:
    """Remove the folders of worlds that are gone; their ids."""
    dead = [places for places in checkout.worlds() if find_world(places) is None]
    for places in dead:
        with contextlib.suppress(OSError, ValueError):  # never got as far as its files
            end_process(int(places.pid.read_text()), places)  # runs but answers nothing
        discard(places)
    return [places.root.name for places in dead]


def live_world(checkout: CheckoutPlaces) -> World | None:
    """The world of this checkout that runs."""
    return next((world for places in checkout.worlds() if (world := find_world(places))), None)
