import pytest

INGRESS, EGRESS = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule"


def test_members_reach_each_other_by_group_id_both_ways(built, declared):
    recording = built(declared("aws-base"))
    group = recording.one("aws:ec2/securityGroup:SecurityGroup", "base-fabric")
    for rule in (recording.one(INGRESS, "base-fabric-ingress-self"), recording.one(EGRESS, "base-fabric-egress-self")):
        assert rule.inputs["securityGroupId"] == rule.inputs["referencedSecurityGroupId"] == "base-fabric-id"
        assert rule.inputs["ipProtocol"] == "-1"
        assert not {"fromPort", "toPort", "cidrIpv4"} & set(rule.inputs)
        assert group.urn in rule.dependencies


def test_the_way_out_is_a_rule_of_its_own_and_nothing_comes_in(built, declared):
    recording = built(declared("aws-base"))
    anywhere = recording.one(EGRESS, "base-fabric-egress-anywhere")
    assert (anywhere.inputs["cidrIpv4"], anywhere.inputs["ipProtocol"]) == ("0.0.0.0/0", "-1")
    assert [one.name for one in recording.of_type(INGRESS) if one.inputs["securityGroupId"] == "base-fabric-id"] == [
        "base-fabric-ingress-self"
    ]


@pytest.mark.parametrize("preview", [True, False])
def test_the_group_carries_no_inline_rules(built, declared, preview):
    group = built(declared("aws-base"), preview=preview).one("aws:ec2/securityGroup:SecurityGroup", "base-fabric")
    assert not {"ingress", "egress"} & set(group.inputs), "inline rules and rules of their own undo each other"
