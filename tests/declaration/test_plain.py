"""How values are shown: one line, printable, of bounded length."""

import datetime

import pytest

from declaration.plain import MAX_PARTS, SHOWN_CHARACTERS, show, too_large, unplain


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


def bomb(levels):
    """Lists of nine references each to the list before: a few dozen objects that stand for 9 ** levels."""
    part = ["x"] * 9
    for _ in range(levels - 1):
        part = [part] * 9
    return part


def test_more_values_than_a_declaration_has_are_refused_by_number():
    assert too_large({"a": [0] * (MAX_PARTS - 2)}) is None
    problem = too_large({"a": [0] * (MAX_PARTS - 1)})
    assert problem is not None
    assert (problem.path, problem.value, problem.limit) == ("(declaration)", "more than 10000 values", "at most 10000 values")


def test_shared_parts_count_each_time_and_are_not_all_walked():
    assert too_large(bomb(4)) is None
    assert too_large({"name": bomb(12)}) is not None


def test_what_contains_itself_is_left_to_the_rule_of_depth():
    loop = []
    loop.append(loop)
    assert too_large(loop) is None
    assert [problem.value for problem in unplain(loop)] == ["nested 25 levels deep"]
