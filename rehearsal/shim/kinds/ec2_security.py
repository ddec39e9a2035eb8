"""EC2 security groups and their rules, each rule a resource of its own."""

from __future__ import annotations

from collections.abc import Mapping

from rehearsal.shim.kind import Call, Kind, Reading, Setter, Text, When, sets
from rehearsal.shim.kinds.tagging import ec2_tags

_EVERYWHERE = [{"IpProtocol": "-1", "IpRanges": [{"CidrIp": "0.0.0.0/0"}]}]

_OWN_DEFAULT = [{"Name": "vpc-id", "Values": ["$vpcId"]}, {"Name": "group-name", "Values": ["default"]}]
_SEE_RULES = Call(
    "DescribeSecurityGroupRules",
    {"Filters": [{"Name": "group-id", "Values": ["$id"]}]},
    keep={
        "ownIngress": "SecurityGroupRules[?!IsEgress].SecurityGroupRuleId",
        "ownEgress": "SecurityGroupRules[?IsEgress].SecurityGroupRuleId",
    },
)


def _empty(way: str) -> Call:
    """Takes away the rules of one direction that were seen just before."""
    return Call(f"RevokeSecurityGroup{way}", {"GroupId": "$id", "SecurityGroupRuleIds": f"$own{way}"}, needs=f"own{way}")


def _rule(way: str) -> Kind:
    """A rule of one direction: the API takes a permission and shows a rule."""
    permission = {
        "IpProtocol": "$ipProtocol",
        "FromPort": "$fromPort",
        "ToPort": "$toPort",
        "IpRanges": [When("cidrIpv4", {"CidrIp": "$cidrIpv4", "Description": "$description"})],
        "Ipv6Ranges": [When("cidrIpv6", {"CidrIpv6": "$cidrIpv6", "Description": "$description"})],
        "PrefixListIds": [When("prefixListId", {"PrefixListId": "$prefixListId", "Description": "$description"})],
        "UserIdGroupPairs": [When("referencedSecurityGroupId", {"GroupId": "$referencedSecurityGroupId", "Description": "$description"})],
    }
    rule = {
        "IpProtocol": "$ipProtocol",
        "FromPort": "$fromPort",
        "ToPort": "$toPort",
        "CidrIpv4": "$cidrIpv4",
        "CidrIpv6": "$cidrIpv6",
        "PrefixListId": "$prefixListId",
        "ReferencedGroupId": "$referencedSecurityGroupId",
        "Description": "$description",
    }
    changeable = "ipProtocol fromPort toPort cidrIpv4 cidrIpv6 prefixListId referencedSecurityGroupId description"
    return Kind(
        service="ec2",
        label=f"VPC Security Group {way} Rule",
        schema=f"AWS::EC2::SecurityGroup{way}",
        takes=f"securityGroupId {changeable} tags",
        create=Call(f"AuthorizeSecurityGroup{way}", {"GroupId": "$securityGroupId", "IpPermissions": [permission]}),
        id="SecurityGroupRules[0].SecurityGroupRuleId",
        read=Reading("DescribeSecurityGroupRules", {"SecurityGroupRuleIds": ["$id"]}, "SecurityGroupRules[0]"),
        delete=(Call(f"RevokeSecurityGroup{way}", {"GroupId": "$securityGroupId", "SecurityGroupRuleIds": ["$id"]}),),
        aliases={"securityGroupId": "GroupId"},
        reads={"referencedSecurityGroupId": "ReferencedGroupInfo.GroupId"},
        outputs={"securityGroupRuleId": "SecurityGroupRuleId", "arn": Text("arn:$partition:ec2:$region:$account:security-group-rule/$id")},
        setters=(
            sets(
                changeable,
                Call(
                    "ModifySecurityGroupRules",
                    {
                        "GroupId": "$securityGroupId",
                        "SecurityGroupRules": [{"SecurityGroupRuleId": "$id", "SecurityGroupRule": rule}],
                    },
                ),
            ),
            ec2_tags(),
        ),
        tag_type="security-group-rule",
        computed=frozenset({"fromPort", "toPort"}),
        one_of=("cidrIpv4", "cidrIpv6", "prefixListId", "referencedSecurityGroupId"),
    )


KINDS: Mapping[str, Kind] = {
    "aws:ec2/securityGroup:SecurityGroup": Kind(
        service="ec2",
        label="Security Group",
        schema="AWS::EC2::SecurityGroup",
        takes="name namePrefix description vpcId revokeRulesOnDelete tags",
        create=Call("CreateSecurityGroup"),
        id="GroupId",
        read=Reading("DescribeSecurityGroups", {"GroupIds": ["$id"]}, "SecurityGroups[0]"),
        delete=(Call("DeleteSecurityGroup", {"GroupId": "$id"}),),
        aliases={"name": "GroupName", "description": "GroupDescription"},
        reads={"description": "Description"},
        outputs={"arn": Text("arn:$partition:ec2:$region:$account:security-group/$id"), "ownerId": "OwnerId"},
        setters=(
            # A new group lets everything out; the real provider takes that rule away so that only declared rules hold.
            Setter(
                (),
                lambda _: (
                    Call(
                        "RevokeSecurityGroupEgress",
                        {"GroupId": "$id", "IpPermissions": _EVERYWHERE},
                        tolerate=("InvalidPermission.NotFound",),
                    ),
                ),
                after_create=True,
            ),
            ec2_tags(),
        ),
        tag_type="security-group",
        name="name",
        name_prefix="namePrefix",
        local=frozenset({"namePrefix", "revokeRulesOnDelete"}),
        computed=frozenset({"vpcId"}),
        defaults={"description": "Managed by Pulumi"},
    ),
    "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": _rule("Ingress"),
    "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule": _rule("Egress"),
    # It is the group that the VPC has anyway: adopting it takes all its rules away, deleting it leaves it as it is.
    "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup": Kind(
        service="ec2",
        label="Default Security Group",
        schema="",
        takes="vpcId revokeRulesOnDelete tags",
        create=Call("DescribeSecurityGroups", {"Filters": _OWN_DEFAULT}),
        id="SecurityGroups[0].GroupId",
        read=Reading("DescribeSecurityGroups", {"GroupIds": ["$id"]}, "SecurityGroups[0]"),
        delete=(),
        outputs={
            "arn": Text("arn:$partition:ec2:$region:$account:security-group/$id"),
            "ownerId": "OwnerId",
            "name": "GroupName",
            "description": "Description",
        },
        setters=(
            Setter((), lambda _: (_SEE_RULES, *(_empty(way) for way in ("Ingress", "Egress"))), after_create=True),
            ec2_tags(after_create=True),
        ),
        local=frozenset({"revokeRulesOnDelete"}),
    ),
}
