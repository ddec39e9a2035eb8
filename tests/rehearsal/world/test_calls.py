"""What calls are compared by."""

import pytest

from rehearsal.world.calls import Call, contains, picked
from rehearsal.world.state import WorldState


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({}, True),
        ({"a": 1}, True),
        ({"a": 2}, False),
        ({"b": {"c": [1]}}, True),
        ({"b": {"c": [1, 2]}}, False),
        ({"b": {}}, True),
        ({"d": None}, True),
        ({"a": {"x": 1}}, False),
    ],
)
def test_contains(wanted, expected) -> None:
    assert contains({"a": 1, "b": {"c": [1], "e": 2}}, wanted) is expected


@pytest.mark.parametrize(
    ("operation", "changing"),
    [
        ("CreateVpc", True),
        ("DescribeVpcs", False),
        ("ListRoles", False),
        ("GetObject", False),
        ("HeadBucket", False),
        ("AssumeRole", False),
        ("PutObject", True),
    ],
)
def test_changing(operation, changing) -> None:
    assert Call("x", operation, "us-east-1", {}, WorldState()).changing is changing


def test_picked() -> None:
    assert picked({"a": 1, "b": None}, "a", "b", "c") == {"a": 1, "b": None}
