"""Secrets stay wrapped and unknowns are found wherever they lie."""

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
