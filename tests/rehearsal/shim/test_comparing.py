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


@pytest.mark.parametrize("empty", [None, "", [], {}, False])
@pytest.mark.parametrize("other", [None, "", [], {}, False, 0])
def test_whatever_is_empty_means_unset(empty, other) -> None:
    assert same(empty, other, "description")


@pytest.mark.parametrize(
    "name", ["enableDnsSupport", "endpointPublicAccess", "deleteOnTermination", "bootstrapClusterCreatorAdminPermissions"]
)
def test_off_is_not_unset_where_unset_means_on(name) -> None:
    assert not same(None, False, name)
    assert same(False, "false", name)


@pytest.mark.parametrize(("one", "other"), [("0", None), (True, None), (True, 1), ("a", ["a"]), ({"a": 1}, [{"a": 1}])])
def test_what_is_said_is_not_unset_and_no_form_is_another(one, other) -> None:
    assert not same(one, other)


def test_a_list_without_an_order_is_one_difference_and_one_with_an_order_is_told_item_by_item() -> None:
    assert list(differences({"subnetIds": ["a", "b"]}, {"subnetIds": ["b", "c"]})) == [Difference("subnetIds", Edit.UPDATE)]
    found = list(differences({"instanceTypes": ["a", "b"]}, {"instanceTypes": ["b"]}))
    assert found == [Difference("instanceTypes[0]", Edit.UPDATE), Difference("instanceTypes[1]", Edit.DELETE)]


def test_a_part_that_changes_its_form_is_one_difference() -> None:
    assert list(differences({"policy": {"a": 1}}, {"policy": ["a"]})) == [Difference("policy", Edit.UPDATE)]
    assert list(differences({"policy": {"a": 1}}, {"policy": "a"})) == [Difference("policy", Edit.UPDATE)]


def test_same_documents_are_no_difference_however_they_are_written() -> None:
    assert list(differences({"policy": '{"a": [1, 2]}', "tags": {}}, {"policy": '{ "a":[1,2] }'})) == []
