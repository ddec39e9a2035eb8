"""What security groups and their rules say to EC2."""

import pytest

from tests.rehearsal.shim.kinds.scripted import creation, deletion, life, update

GROUP = "aws:ec2/securityGroup:SecurityGroup"
RULE = "aws:vpc/securityGroup{way}Rule:SecurityGroup{way}Rule"
WAYS = ("Ingress", "Egress")
MADE = {"SecurityGroupRules": [{"SecurityGroupRuleId": "sgr-1"}]}


def test_a_new_group_loses_the_rule_that_lets_everything_out() -> None:
    _, _, calls = creation(GROUP, {"name": "fabric", "vpcId": "vpc-1"}, {"CreateSecurityGroup": {"GroupId": "sg-1"}})
    (made, request), (revoked, revoking) = calls
    assert (made, request["GroupName"], request["Description"], request["VpcId"]) == (
        "CreateSecurityGroup",
        "fabric",
        "Managed by Pulumi",
        "vpc-1",
    )
    assert (revoked, revoking["GroupId"]) == ("RevokeSecurityGroupEgress", "sg-1")
    assert revoking["IpPermissions"] == [{"IpProtocol": "-1", "IpRanges": [{"CidrIp": "0.0.0.0/0"}]}]


def test_a_change_of_tags_alone_revokes_nothing() -> None:
    calls = update(GROUP, {"name": "fabric"}, {"name": "fabric", "tags": {"team": "a"}})
    assert [operation for operation, _ in calls] == ["CreateTags"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("source", "permission"),
    [
        ({"cidrIpv4": "10.0.0.0/8"}, {"IpRanges": [{"CidrIp": "10.0.0.0/8"}]}),
        ({"cidrIpv6": "::/0", "description": "all"}, {"Ipv6Ranges": [{"CidrIpv6": "::/0", "Description": "all"}]}),
        ({"prefixListId": "pl-1"}, {"PrefixListIds": [{"PrefixListId": "pl-1"}]}),
        ({"referencedSecurityGroupId": "sg-2"}, {"UserIdGroupPairs": [{"GroupId": "sg-2"}]}),
    ],
)
def test_a_rule_permits_exactly_its_one_source(way, source, permission) -> None:
    inputs = {"securityGroupId": "sg-1", "ipProtocol": "tcp", "fromPort": 443, "toPort": 443, **source}
    operation = f"AuthorizeSecurityGroup{way}"
    identity, _, calls = creation(RULE.format(way=way), inputs, {operation: MADE})
    ports = {"IpProtocol": "tcp", "FromPort": 443, "ToPort": 443}
    assert identity == "sgr-1"
    assert calls == [(operation, {"GroupId": "sg-1", "IpPermissions": [{**ports, **permission}]})]


@pytest.mark.parametrize("way", WAYS)
def test_a_rule_goes_by_its_own_id(way) -> None:
    calls = deletion(RULE.format(way=way), {"securityGroupId": "sg-1"}, "sgr-1")
    assert calls == [(f"RevokeSecurityGroup{way}", {"GroupId": "sg-1", "SecurityGroupRuleIds": ["sgr-1"]})]


def test_a_changed_rule_is_sent_as_a_whole() -> None:
    olds = {"securityGroupId": "sg-1", "ipProtocol": "tcp", "fromPort": 1, "toPort": 2, "cidrIpv4": "10.0.0.0/8"}
    ((operation, request),) = update(RULE.format(way="Ingress"), olds, {**olds, "toPort": 9}, identity="sgr-1")
    (changed,) = request["SecurityGroupRules"]
    assert operation == "ModifySecurityGroupRules"
    assert changed["SecurityGroupRuleId"] == "sgr-1"
    assert changed["SecurityGroupRule"] == {"IpProtocol": "tcp", "FromPort": 1, "ToPort": 9, "CidrIpv4": "10.0.0.0/8"}


def test_a_rules_source_group_is_read_from_where_ec2_shows_it() -> None:
    shown = {"SecurityGroupRuleId": "sgr-1", "GroupId": "sg-1", "IpProtocol": "-1", "ReferencedGroupInfo": {"GroupId": "sg-2"}}
    made = life(RULE.format(way="Egress"), {"DescribeSecurityGroupRules": {"SecurityGroupRules": [shown]}})
    assert made.everything(made.observe("sgr-1", {}, {}))["referencedSecurityGroupId"] == "sg-2"
