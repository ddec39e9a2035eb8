"""Processes of this machine: whether one runs, and since when. From /proc where there is one, else from `ps`."""

import datetime
import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

# Ended, and never reaped by the process that started it: in a container without an init it may stay so for ever.
ENDED = ("Z", "X", "x")
# Fields of /proc/PID/stat after the command's name (man 5 proc): state, and start in clock ticks since boot.
STATE, STARTED_TICKS = 0, 19


@dataclass(frozen=True)
class Running:
    """A process that runs."""

    since: datetime.datetime | None
    """When it was started; None where this machine does not say."""


def running(pid: int) -> Running | None:
    """The process of this number, whoever owns it; None if there is none, or one that has ended and was not reaped."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return None
    except PermissionError:
        pass  # somebody else's, and there
    return _from_proc(pid) if Path("/proc/self/stat").exists() else from_ps(pid)


def _from_proc(pid: int) -> Running | None:
    try:
        # The name may hold spaces and brackets itself.
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except FileNotFoundError:
        return None
    except OSError:
        return Running(None)
    if fields[STATE] in ENDED:
        return None
    age_seconds = time.clock_gettime(time.CLOCK_BOOTTIME) - int(fields[STARTED_TICKS]) / os.sysconf("SC_CLK_TCK")
    return Running(_ago(age_seconds))


def from_ps(pid: int) -> Running | None:
    """The same by POSIX `ps`, for machines without /proc."""
    try:
        done = subprocess.run(["ps", "-o", "stat=", "-o", "etime=", "-p", str(pid)], capture_output=True, text=True, check=False)
    except OSError:
        return Running(None)
    said = done.stdout.split()
    if len(said) != 2 or said[0].startswith(ENDED):
        return None
    return Running(_ago(elapsed_seconds(said[1])))


def elapsed_seconds(text: str) -> int:
    """The seconds that `ps` writes as [[days-]hours:]minutes:seconds."""
    days, _, clock = text.rpartition("-")
    seconds = 0
    for part in clock.split(":"):
        seconds = seconds * 60 + int(part)
    return int(days or 0) * 86400 + seconds


def _ago(seconds: float) -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC) - datetime.timedelta(seconds=seconds)
