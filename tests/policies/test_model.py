"""How checks read inputs of any shape."""

import pytest
from pulumi_policy.proxy import UNKNOWN_STRING_VALUE, unknown_checking_proxy

from policies.model import is_on, is_set, items, mapping


@pytest.mark.parametrize(("value", "on"), [(True, True), ("true", True), ("True", True), (False, False), ("false", False), (None, False)])
def test_switches_come_as_booleans_and_as_text(value, on):
    assert is_on(value) is on


def test_an_unknown_value_is_set_and_an_empty_one_is_not():
    props = unknown_checking_proxy({"unknown": UNKNOWN_STRING_VALUE, "empty": "", "none": None, "text": "a"})
    assert [is_set(props, key) for key in ("unknown", "text", "empty", "none", "absent")] == [True, True, False, False, False]


def test_a_single_object_is_a_list_of_one_and_text_is_none():
    assert items({"a": 1}) == ({"a": 1},)
    assert items(["a", "b"]) == ("a", "b")
    assert items("text") == items(None) == ()
    assert mapping("text") == mapping(None) == mapping(["a"]) == {}
