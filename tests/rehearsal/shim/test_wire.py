"""Secrets stay wrapped and unknowns are found wherever they lie."""

import pytest

from rehearsal.shim.wire import SECRET, SIGNATURE, UNKNOWN, has_unknown, is_secret, to_dict, to_struct, unwrap, with_secrets

HIDDEN = {SIGNATURE: SECRET, "value": {"a": ["b"]}}


def test_a_secret_is_opened_at_any_depth_and_closed_by_its_property() -> None:
    given = {"policy": HIDDEN, "nested": {"list": [HIDDEN]}, "plain": 1.0}
    opened = unwrap(given)
    assert opened == {"policy": {"a": ["b"]}, "nested": {"list": [{"a": ["b"]}]}, "plain": 1.0}
    closed = with_secrets(opened, given)
    assert [key for key in closed if is_secret(closed[key])] == ["policy", "nested"]
    assert closed["plain"] == 1.0


def test_structs_go_both_ways_without_what_is_not_set() -> None:
    assert to_dict(to_struct({"a": {"b": [1, True, "x"]}, "c": None})) == {"a": {"b": [1.0, True, "x"]}}


def test_unknowns_are_found_anywhere() -> None:
    assert has_unknown({"a": [{"b": UNKNOWN}]})
    assert not has_unknown({"a": [{"b": f"x{UNKNOWN}"}]})


@pytest.mark.parametrize(
    ("value", "secret"),
    [
        (HIDDEN, True),
        ([1, [HIDDEN]], True),
        ({"a": {"b": HIDDEN}}, True),
        ({SIGNATURE: "another mark", "value": "x"}, False),
        ({"value": "x"}, False),
        (None, False),
        (SECRET, False),
    ],
)
def test_a_secret_is_told_by_its_mark(value, secret) -> None:
    assert is_secret(value) is secret


def test_a_secret_within_a_secret_is_opened_to_the_end() -> None:
    assert unwrap({SIGNATURE: SECRET, "value": HIDDEN}) == {"a": ["b"]}
    assert unwrap({SIGNATURE: SECRET}) is None


def test_only_what_came_in_secret_goes_out_secret() -> None:
    out = with_secrets({"a": 1, "b": 2, "c": 3}, {"a": HIDDEN}, {"b": {"deep": [HIDDEN]}, "c": "open"})
    assert {key for key, value in out.items() if is_secret(value)} == {"a", "b"}
    assert unwrap(out) == {"a": 1, "b": 2, "c": 3}
    assert with_secrets({"a": 1}) == {"a": 1}


@pytest.mark.parametrize(
    ("value", "unknown"), [(UNKNOWN, True), ([[UNKNOWN]], True), ({"a": {"b": [UNKNOWN]}}, True), ([], False), (1, False)]
)
def test_an_unknown_makes_its_whole_unknown(value, unknown) -> None:
    assert has_unknown(value) is unknown
