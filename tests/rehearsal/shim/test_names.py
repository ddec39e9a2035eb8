"""The name rule between Pulumi's properties and the API's members."""

import pytest
from botocore.session import get_session

from rehearsal.shim.names import camel, find_member, is_tag_list, member_for, nearest, pulumi_name


@pytest.mark.parametrize(
    ("member", "expected"),
    [("VpcId", "vpcId"), ("KMSMasterKeyID", "kmsMasterKeyId"), ("ARN", "arn"), ("httpTokens", "httpTokens"), ("CidrIpv4", "cidrIpv4")],
)
def test_api_members_in_pulumis_spelling(member: str, expected: str) -> None:
    assert camel(member) == expected


@pytest.mark.parametrize(
    ("key", "aliases", "expected"),
    [
        ("vpcId", {}, "VpcId"),
        ("kmsMasterKeyId", {}, "KMSMasterKeyID"),
        ("securityGroups", {"securityGroups": "Groups"}, "Groups"),
        ("vpc", {}, None),
        ("vpcIds", {}, None),
    ],
)
def test_a_property_means_the_member_of_the_same_letters_or_its_alias(key, aliases, expected) -> None:
    assert member_for(key, ["VpcId", "KMSMasterKeyID", "Groups", "SecurityGroups"], aliases) == expected


def test_the_way_back_goes_through_the_alias() -> None:
    assert pulumi_name("Groups", {"securityGroups": "Groups"}) == "securityGroups"
    assert pulumi_name("SubnetId", {}) == "subnetId"
    assert find_member("roleArn", {"RoleArn": "x"}, {}) == "x"
    assert find_member("roleArn", {"Role": "x"}, {}) is None


def test_a_hint_is_given_only_for_what_looks_alike() -> None:
    assert nearest("cidrBlok", ["cidrBlock", "tags"]) == "; did you mean 'cidrBlock'?"
    assert nearest("zzz", ["cidrBlock", "tags"]) == ""


def test_lists_of_key_and_value_are_tags() -> None:
    ec2, eks = (get_session().get_service_model(name) for name in ("ec2", "eks"))
    assert is_tag_list(ec2.operation_model("CreateTags").input_shape.members["Tags"])
    assert not is_tag_list(ec2.operation_model("CreateTags").input_shape.members["Resources"])
    assert not is_tag_list(eks.operation_model("CreateNodegroup").input_shape.members["taints"])
