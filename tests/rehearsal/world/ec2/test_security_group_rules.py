"""Rules of a security group, shown and changed."""

import pytest
from botocore.exceptions import ClientError


@pytest.fixture
def ec2(client):
    return client("ec2")


@pytest.fixture
def group(ec2):
    vpc = ec2.create_vpc(CidrBlock="10.40.0.0/16")["Vpc"]["VpcId"]
    return ec2.create_security_group(GroupName="fabric", Description="d", VpcId=vpc)["GroupId"]


def authorize(ec2, group, **source):
    made = ec2.authorize_security_group_ingress(GroupId=group, IpPermissions=[{"IpProtocol": "-1"} | source])
    return made["SecurityGroupRules"][0]["SecurityGroupRuleId"]


def shown(ec2, ident):
    return ec2.describe_security_group_rules(SecurityGroupRuleIds=[ident])["SecurityGroupRules"][0]


def modify(ec2, group, ident, **rule):
    ec2.modify_security_group_rules(GroupId=group, SecurityGroupRules=[{"SecurityGroupRuleId": ident, "SecurityGroupRule": rule}])


def test_description_beside_a_group(ec2, group):
    ident = authorize(ec2, group, UserIdGroupPairs=[{"GroupId": group, "Description": "members"}])
    assert shown(ec2, ident)["Description"] == "members"
    assert shown(ec2, ident)["ReferencedGroupInfo"]["GroupId"] == group
    listed = ec2.describe_security_group_rules(Filters=[{"Name": "group-id", "Values": [group]}])["SecurityGroupRules"]
    assert len(listed) == 2


def test_all_protocols_need_no_ports(ec2, group):
    ident = authorize(ec2, group, UserIdGroupPairs=[{"GroupId": group}])
    modify(ec2, group, ident, IpProtocol="-1", ReferencedGroupId=group, Description="members")
    assert (shown(ec2, ident)["Description"], shown(ec2, ident)["FromPort"]) == ("members", -1)


def test_range_and_ports_change(ec2, group):
    ident = authorize(ec2, group, IpRanges=[{"CidrIp": "203.0.113.0/24", "Description": "office"}])
    modify(ec2, group, ident, IpProtocol="tcp", FromPort=443, ToPort=443, CidrIpv4="198.51.100.0/24")
    rule = shown(ec2, ident)
    assert [rule[key] for key in ("IpProtocol", "FromPort", "ToPort", "CidrIpv4", "Description")] == [
        "tcp",
        443,
        443,
        "198.51.100.0/24",
        "office",
    ]


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ({"IpProtocol": "tcp", "CidrIpv4": "203.0.113.0/24"}, "InvalidParameterValue"),
        ({"IpProtocol": "-1", "CidrIpv6": "2001:db8::/32"}, "InvalidParameterValue"),
    ],
)
def test_refused(ec2, group, rule, code):
    ident = authorize(ec2, group, IpRanges=[{"CidrIp": "203.0.113.0/24"}])
    with pytest.raises(ClientError) as refused:
        modify(ec2, group, ident, **rule)
    assert refused.value.response["Error"]["Code"] == code


def test_unknown_rule(ec2, group):
    with pytest.raises(ClientError, match="does not exist"):
        modify(ec2, group, "sgr-00000000000000000", IpProtocol="-1", CidrIpv4="0.0.0.0/0")
