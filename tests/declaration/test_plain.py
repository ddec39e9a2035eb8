"""How values are shown: one line, printable, of bounded length."""

import datetime

import pytest

from declaration.plain import SHOWN_CHARACTERS, show, unplain


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("atlas", "atlas"),
        ("", '""'),
        (" a", '" a"'),
        (True, "true"),
        (None, "null"),
        (1.5, "1.5"),
        ([1, "a"], '[1, "a"]'),
        ("a\nb", "a\\u000ab"),
        ("\x1b[31mred", "\\u001b[31mred"),
        (datetime.date(2026, 12, 24), "2026-12-24"),
        (object(), "a object"),
        ({1: object()}, "a dict"),
    ],
)
def test_values_are_shown_in_one_printable_line(value, shown):
    assert show(value) == shown


def test_long_values_are_cut():
    assert show("x" * 1000) == "x" * (SHOWN_CHARACTERS - 1) + "…"


def test_plain_data_has_no_problem():
    assert list(unplain({"a": [1, 2.5, True, None, "text", {"b": []}]})) == []


def test_every_strange_part_is_found():
    assert [problem.path for problem in unplain({"a": [b"x", {2: 1}], "c": float("nan")})] == ["a[0]", "a[1].2", "c"]
