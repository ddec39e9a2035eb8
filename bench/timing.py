"""Wall times of commands, taken in turns so that a busy moment of the machine meets all of them alike."""

from __future__ import annotations

import statistics
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class TimedCommand:
    """A command to be timed: what to run, where, in which environment (None: this process's own)."""

    name: str
    argv: Sequence[str]
    cwd: Path
    env: Mapping[str, str] | None = None


class BenchmarkFailedError(Exception):
    """Raised when a timed command fails, since its time then says nothing; the message holds its output: mend that first."""


def median_seconds(commands: Sequence[TimedCommand], rounds: int) -> dict[str, float]:
    """Run all commands in turns, once to warm up and then `rounds` times; return the median wall time of each, by name."""
    times: dict[str, list[float]] = {command.name: [] for command in commands}
    for turn in range(rounds + 1):
        for command in commands:
            seconds = _seconds(command)
            if turn > 0:
                times[command.name].append(seconds)
    return {name: statistics.median(found) for name, found in times.items()}


def _seconds(command: TimedCommand) -> float:
    env = dict(command.env) if command.env is not None else None
    start = time.perf_counter()
    done = subprocess.run(command.argv, cwd=command.cwd, env=env, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        raise BenchmarkFailedError(f"{command.name}: {' '.join(command.argv)} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return seconds
