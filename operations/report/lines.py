"""Prints text that wraps in a terminal and stays one line each in a pipe, where other programs read it."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

PIPED_COLUMNS = 400
"""Width of what goes into a pipe: beyond any row of a table, so that none is folded."""


def screen(*, stderr: bool = False) -> Console:
    """A console as wide as the terminal, and in a pipe wider than any row."""
    console = Console(stderr=stderr)
    if not console.is_terminal:
        console.width = PIPED_COLUMNS
    return console


def say(console: Console, text: str | Text, *, indent: int = 0) -> None:
    """Print one paragraph, indented; nothing is cut, whatever the width."""
    shown = Text(text) if isinstance(text, str) else text
    if console.is_terminal:
        console.print(Padding(shown, (0, 0, 0, indent)), highlight=False)
    else:
        console.print(Text(" " * indent) + shown, highlight=False, soft_wrap=True)
