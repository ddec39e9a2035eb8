"""What is wrong with a declaration, said so that its author can put it right without reading anything else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

FEW = 5
"""Values that a message names where many are allowed: enough to go on with, few enough to read."""


class Level(StrEnum):
    """Whether a problem stops the program or only deserves a look."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True)
class Problem:
    """One mistake: where it is, what was written, what is allowed, and what to write instead."""

    rule: str
    """Id of the rule that found it; `declaration` when the declaration could not be read."""
    path: str
    """The field, such as `pools[1].capacity[0].reservation`."""
    value: str
    """What was written there."""
    limit: str
    """What is allowed there."""
    message: str
    """A sentence that holds the value and the limit."""
    remedy: str
    """What to write instead."""
    level: Level = Level.ERROR


@dataclass(frozen=True)
class Report:
    """All problems of one declaration, ordered by path."""

    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing stops the program; warnings do not."""
        return not self.errors

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that stop the program."""
        return tuple(problem for problem in self.problems if problem.level is Level.ERROR)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """The problems that only deserve a look."""
        return tuple(problem for problem in self.problems if problem.level is Level.WARNING)


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Sort problems by path, with pools[10] after pools[9]; errors come before warnings of the same path."""
    return tuple(sorted(problems, key=lambda problem: (_sort_key(problem.path), problem.level, problem.rule, problem.message)))


def path_of(*steps: str | int) -> str:
    """Spell the way to a field: ("pools", 1, "machine") is `pools[1].machine`, and no step is the declaration itself."""
    text = ""
    for step in steps:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text or "(declaration)"


def one_of(allowed: Iterable[str]) -> str:
    """Spell a set of allowed values as a person reads it: `a, b or c`; `none` when it is empty."""
    values = list(allowed)
    if len(values) < 2:
        return values[0] if values else "none"
    return f"{', '.join(values[:-1])} or {values[-1]}"


def few_of(allowed: Iterable[str]) -> str:
    """Spell the first few of many allowed values, and how many are left: `a, b, c, d, e or one of 40 more`."""
    values = list(allowed)
    return f"{', '.join(values[:FEW])} or one of {len(values) - FEW} more" if len(values) > FEW + 1 else one_of(values)


def _sort_key(path: str) -> tuple[tuple[int, int, str], ...]:
    steps = path.replace("]", "").replace("[", ".").split(".")
    return tuple((0, int(step), "") if step.isdecimal() and step.isascii() else (1, 0, step) for step in steps)
