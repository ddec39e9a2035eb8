"""What the cloud describes, in the form of the input it should equal or in Pulumi's own."""

from datetime import UTC, datetime

import pytest
from botocore.session import get_session

from rehearsal.shim.described import imported_inputs, overlay, refreshed_inputs, to_property
from rehearsal.shim.kinds import KINDS

VPC, GROUP = KINDS["aws:ec2/vpc:Vpc"], KINDS["aws:eks/nodeGroup:NodeGroup"]
NODEGROUP = get_session().get_service_model("eks").operation_model("CreateNodegroup").input_shape
CREATE_VPC = get_session().get_service_model("ec2").operation_model("CreateVpc").input_shape


@pytest.mark.parametrize(
    ("value", "like", "expected"),
    [
        (True, "true", "true"),
        (2, "2", "2"),
        (2, None, 2.0),
        ({"a": [1]}, '{ "a": [1] }', '{ "a": [1] }'),
        ({"a": [2]}, '{"a": [1]}', '{"a": [2]}'),
        (["b", "a"], ["a", "b"], ["a", "b"]),
        (["b", "c"], ["a", "b"], ["b", "c"]),
        ({"HttpTokens": "required", "State": "applied"}, {"httpTokens": "optional"}, {"httpTokens": "required"}),
        ({"HttpTokens": "required"}, None, {"httpTokens": "required"}),
        ([{"KeyArn": "k"}], {"keyArn": "x"}, {"keyArn": "k"}),
        (datetime(2026, 1, 1, tzinfo=UTC), None, "2026-01-01T00:00:00+00:00"),
    ],
)
def test_a_value_takes_the_form_of_what_it_should_equal(value, like, expected) -> None:
    assert to_property(value, None, like, {}) == expected


def test_keys_of_a_map_stay_as_they_are() -> None:
    labels = {"example.com/Tier": "x", "Pool": "y"}
    assert to_property(labels, NODEGROUP.members["labels"], None, {}) == labels


def test_a_refresh_shows_what_changed_and_keeps_what_the_api_does_not_tell() -> None:
    inputs = {"cidrBlock": "10.0.0.0/16", "tags": {"a": "b"}, "ipv4NetmaskLength": 16, "enableDnsSupport": True, "__defaults": []}
    seen = {"CidrBlock": "10.1.0.0/16", "Tags": [{"Key": "a", "Value": "c"}, {"Key": "aws:x", "Value": "y"}]}
    assert refreshed_inputs(VPC, inputs, seen, CREATE_VPC) == {**inputs, "cidrBlock": "10.1.0.0/16", "tags": {"a": "c"}}


def test_what_is_gone_in_the_world_is_gone_in_the_inputs() -> None:
    assert refreshed_inputs(GROUP, {"labels": {"a": "b"}, "taints": []}, {"labels": {}}, NODEGROUP) == {"taints": []}


def test_an_import_says_nothing_that_holds_without_a_word() -> None:
    found = {"cidrBlock": "10.0.0.0/16", "enableDnsSupport": True, "enableDnsHostnames": False, "tags": {}}
    assert imported_inputs(VPC, found) == {"cidrBlock": "10.0.0.0/16"}
    assert imported_inputs(VPC, {**found, "enableDnsSupport": False})["enableDnsSupport"] is False


def test_what_only_the_cloud_says_lies_beside_what_was_given() -> None:
    assert overlay({"a": {"b": 1, "c": 2}, "d": [1, 2]}, {"a": {"b": 3}, "d": [1]}) == {"a": {"b": 3, "c": 2}, "d": [1]}
