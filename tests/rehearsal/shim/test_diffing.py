"""What a change means: nothing, in place, a replacement; and whether the old one has to go first."""

import pytest

from rehearsal.shim.diffing import judge
from rehearsal.shim.kinds import KINDS
from rehearsal.shim.kinds.ec2_network import route_id
from rehearsal.shim.lifecycle import BROKEN, UNFINISHED

VPC, ROLE, GROUP = "aws:ec2/vpc:Vpc", "aws:iam/role:Role", "aws:eks/nodeGroup:NodeGroup"
RULE, ENTRY = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", "aws:eks/accessEntry:AccessEntry"


def verdict(token, olds, news, state=None):
    return judge(token, KINDS[token], olds, news, state or olds)


@pytest.mark.parametrize(
    ("token", "olds", "news", "first"),
    [
        (ROLE, {"name": "fixed", "path": "/a/"}, {"name": "fixed", "path": "/b/"}, True),
        (ROLE, {"name": "r-1", "path": "/a/", "__defaults": ["name"]}, {"name": "r-2", "path": "/b/", "__defaults": ["name"]}, False),
        (ENTRY, {"clusterName": "a", "principalArn": "p"}, {"clusterName": "a", "principalArn": "q"}, False),
        (
            ENTRY,
            {"clusterName": "a", "principalArn": "p", "type": "EC2"},
            {"clusterName": "a", "principalArn": "p", "type": "EC2_LINUX"},
            True,
        ),
        (
            "aws:ec2/routeTableAssociation:RouteTableAssociation",
            {"subnetId": "s", "routeTableId": "a"},
            {"subnetId": "s", "routeTableId": "b"},
            True,
        ),
        (VPC, {"cidrBlock": "10.0.0.0/16"}, {"cidrBlock": "10.1.0.0/16"}, False),
    ],
)
def test_the_old_one_goes_first_only_where_both_cannot_stand(token, olds, news, first) -> None:
    found = verdict(token, olds, news)
    assert found.replacing
    assert found.delete_first is first


@pytest.mark.parametrize(
    ("token", "olds", "news"),
    [
        (VPC, {"cidrBlock": "10.0.0.0/16", "instanceTenancy": "default"}, {"cidrBlock": "10.0.0.0/16"}),
        (VPC, {"cidrBlock": "10.0.0.0/16", "enableDnsSupport": True}, {"cidrBlock": "10.0.0.0/16"}),
        (VPC, {"cidrBlock": "10.0.0.0/16", "region": "us-east-1"}, {"cidrBlock": "10.0.0.0/16"}),
        (GROUP, {"launchTemplate": {"id": "lt-1", "name": "x", "version": "1"}}, {"launchTemplate": {"id": "lt-1", "version": "1"}}),
        (GROUP, {"subnetIds": ["a", "b"]}, {"subnetIds": ["b", "a"]}),
    ],
)
def test_what_the_program_leaves_to_the_cloud_is_no_change(token, olds, news) -> None:
    assert not verdict(token, olds, news).changed


def test_a_rule_that_changes_its_kind_of_source_is_replaced_and_another_source_of_that_kind_is_not() -> None:
    olds = {"securityGroupId": "sg-1", "ipProtocol": "-1", "cidrIpv4": "10.0.0.0/8"}
    other = {"securityGroupId": "sg-1", "ipProtocol": "-1", "referencedSecurityGroupId": "sg-1"}
    assert {part.path for part in verdict(RULE, olds, other).replacing} == {"cidrIpv4", "referencedSecurityGroupId"}
    assert not verdict(RULE, olds, {**olds, "cidrIpv4": "10.1.0.0/16"}).replacing


def test_a_template_version_rolls_and_another_template_replaces() -> None:
    olds = {"launchTemplate": {"id": "lt-1", "version": "1"}, "nodeGroupName": "g", "clusterName": "c"}
    rolled = verdict(GROUP, olds, {**olds, "launchTemplate": {"id": "lt-1", "version": "2"}})
    assert (rolled.changed, rolled.replacing) == (True, frozenset())
    moved = verdict(GROUP, olds, {**olds, "launchTemplate": {"id": "lt-2", "version": "1"}})
    assert ({part.path for part in moved.replacing}, moved.delete_first) == ({"launchTemplate.id"}, True)


def test_a_broken_resource_is_replaced_and_an_unfinished_one_updated() -> None:
    inputs = {"nodeGroupName": "g", "clusterName": "c"}
    assert {part.path for part in verdict(GROUP, inputs, inputs, {BROKEN: "CREATE_FAILED"}).replacing} == {"status"}
    unfinished = verdict(VPC, {"cidrBlock": "x"}, {"cidrBlock": "x"}, {UNFINISHED: True})
    assert (unfinished.changed, unfinished.parts) == (True, ())


def test_the_id_of_a_route_is_the_real_providers() -> None:
    assert route_id({"routeTableId": "rtb-1", "destinationCidrBlock": "0.0.0.0/0"}) == "r-rtb-11080289494"
