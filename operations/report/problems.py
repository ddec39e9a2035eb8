"""Shows the problems of a declaration: where, what, and what to write instead."""

from __future__ import annotations

from dataclasses import asdict

from rich.console import Console
from rich.text import Text

from declaration.problems import Level, Problem, Report
from operations.report.lines import say

_STYLES = {Level.ERROR: "bold red", Level.WARNING: "bold yellow"}


def print_problems(console: Console, source: str, report: Report) -> None:
    """Print every problem, then how many there are."""
    for problem in report.problems:
        heading = Text.assemble((f"{problem.level:7}", _STYLES[problem.level]), " ", (problem.path, "bold"), f"  [{problem.rule}]")
        say(console, heading)
        say(console, problem.message, indent=8)
        say(console, f"→ {problem.remedy}", indent=8)
    say(console, f"{source}: {_counted(report)}")


def problems_as_json(report: Report) -> list[dict[str, str]]:
    """The problems as plain data, in the order in which they are printed."""
    return [_as_json(problem) for problem in report.problems]


def _as_json(problem: Problem) -> dict[str, str]:
    return {key: str(value) for key, value in asdict(problem).items()}


def _counted(report: Report) -> str:
    counts = [_count(len(report.errors), "error"), _count(len(report.warnings), "warning")]
    return ", ".join(count for count in counts if count) or "no problems"


def _count(number: int, noun: str) -> str:
    return "" if number == 0 else f"{number} {noun}{'' if number == 1 else 's'}"
