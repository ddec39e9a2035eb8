"""When two inputs mean the same to the real provider, and which parts differ."""

import pytest

from rehearsal.shim.comparing import Difference, Edit, differences, same


@pytest.mark.parametrize(
    ("one", "other", "name", "expected"),
    [
        ("true", True, "", True),
        ("1", 1.0, "", True),
        ("1", 2.0, "", False),
        (None, [], "", True),
        ({}, None, "", True),
        (None, False, "bucketKeyEnabled", True),
        (None, False, "endpointPublicAccess", False),
        ('{"a": 1, "b": [2]}', '{"b":[2],"a":1}', "policy", True),
        ('{"a": 1}', '{"a": 2}', "policy", False),
        ("{not json", "{not json ", "", False),
        (["a", "b"], ["b", "a"], "subnetIds", True),
        (["a", "b"], ["b", "a"], "instanceTypes", False),
        ({"a": {"b": 1}}, {"a": {"b": 1, "c": None}}, "", True),
    ],
)
def test_sameness(one, other, name, expected) -> None:
    assert same(one, other, name) is expected


def test_differences_name_the_deepest_parts() -> None:
    old = {"tags": {"a": "1", "k8s.io/x": "1"}, "nics": [{"type": "efa"}, {"type": "interface"}], "gone": 1.0}
    new = {"tags": {"a": "2", "k8s.io/x": "2"}, "nics": [{"type": "efa"}, {"type": "efa-only"}, {"type": "efa-only"}]}
    assert set(differences(old, new)) == {
        Difference("tags.a", Edit.UPDATE),
        Difference('tags["k8s.io/x"]', Edit.UPDATE),
        Difference("nics[1].type", Edit.UPDATE),
        Difference("nics[2]", Edit.ADD),
        Difference("gone", Edit.DELETE),
    }
