"""Paragraphs wrap in a terminal and stay one line in a pipe; nothing is cut."""

import io

import pytest
from rich.console import Console

from operations.report.lines import PIPED_COLUMNS, say, screen

LONG = " ".join(f"word-{number}" for number in range(60))


def shown(*, terminal: bool, width: int, text: str = LONG) -> str:
    out = io.StringIO()
    say(Console(file=out, force_terminal=terminal, width=width, color_system=None), text, indent=4)
    return out.getvalue()


@pytest.mark.parametrize("width", [40, 80, 200])
def test_a_terminal_wraps_with_the_indent_kept(width):
    lines = shown(terminal=True, width=width).splitlines()
    assert all(len(line) <= width and line.startswith("    ") for line in lines)
    assert " ".join(" ".join(lines).split()) == LONG


def test_a_pipe_gets_one_line():
    assert shown(terminal=False, width=80) == f"    {LONG}\n"


def test_brackets_are_text_and_no_markup():
    assert shown(terminal=False, width=80, text="pools[0] [red]x[/red]") == "    pools[0] [red]x[/red]\n"


def test_a_word_wider_than_the_terminal_is_folded_and_not_cut():
    assert "".join(shown(terminal=True, width=20, text="x" * 50).split()) == "x" * 50


def test_a_pipe_is_wider_than_any_row(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    assert screen().width == PIPED_COLUMNS
    screen(stderr=True).print("x")
    assert capsys.readouterr() == ("", "x\n")


def test_a_terminal_keeps_its_width(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert screen().width == 40
