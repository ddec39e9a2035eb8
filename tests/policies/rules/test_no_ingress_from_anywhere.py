"""Rows and own tests of the policy no-ingress-from-anywhere."""

from pulumi.runtime.proto import ADVISORY
from pulumi_policy.proxy import UNKNOWN_STRING_VALUE

RULE = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
CLASSIC = "aws:ec2/securityGroupRule:SecurityGroupRule"
GROUP = "aws:ec2/securityGroup:SecurityGroup"
CLUSTER = "aws:eks/cluster:Cluster"
NODES = "aws:eks/nodeGroup:NodeGroup"
PUBLIC_CIDRS = "vpcConfig.publicAccessCidrs"
SSH = "remoteAccess.sourceSecurityGroupIds"


def ingress(**rule):
    return {"ingress": [{"protocol": "tcp", "fromPort": 22, "toPort": 22, **rule}]}


ACCEPTED = {
    "an office": (RULE, {"cidrIpv4": "203.0.113.0/24"}, {}),
    "a private /8": (RULE, {"cidrIpv4": "10.0.0.0/8"}, {}),
    "an IPv6 site": (RULE, {"cidrIpv6": "2001:db8::/32"}, {}),
    "a security group": (RULE, {"referencedSecurityGroupId": "sg-1", "cidrIpv4": None}, {}),
    "egress to anywhere": ("aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule", {"cidrIpv4": "0.0.0.0/0"}, {}),
    "classic egress": (CLASSIC, {"type": "egress", "cidrBlocks": ["0.0.0.0/0"]}, {}),
    "classic ingress of a group": (CLASSIC, {"type": "ingress", "sourceSecurityGroupId": "sg-1"}, {}),
    "inline egress": (GROUP, {"egress": [{"cidrBlocks": ["0.0.0.0/0"]}]}, {}),
    "inline rules that are null": (GROUP, {"ingress": None}, {}),
    "a single inline object": (GROUP, {"ingress": {"self": True, "cidrBlocks": None}}, {}),
    "not a range": (RULE, {"cidrIpv4": "nonsense"}, {}),
    "a private endpoint": (CLUSTER, {"vpcConfig": {"endpointPublicAccess": False}}, {}),
    "an endpoint for an office": (CLUSTER, {"vpcConfig": {"publicAccessCidrs": ["203.0.113.0/24"]}}, {}),
    "nodes without SSH": (NODES, {"remoteAccess": None}, {}),
    "nodes with SSH from a group": (NODES, {"remoteAccess": {"ec2SshKey": "k", "sourceSecurityGroupIds": ["sg-1"]}}, {}),
}
REFUSED = {
    "anywhere": (RULE, {"cidrIpv4": "0.0.0.0/0"}, {}, ["cidrIpv4"]),
    "anywhere by IPv6": (RULE, {"cidrIpv6": "::/0"}, {}, ["cidrIpv6"]),
    "all of IPv6 that is routed": (RULE, {"cidrIpv6": "2000::/3"}, {}, ["cidrIpv6"]),
    "one half": (RULE, {"cidrIpv4": "128.0.0.0/1"}, {}, ["cidrIpv4"]),
    "a range with host bits": (RULE, {"cidrIpv4": "1.2.3.4/0"}, {}, ["cidrIpv4"]),
    "classic halves": (CLASSIC, {"type": "ingress", "cidrBlocks": ["0.0.0.0/1", "128.0.0.0/1"]}, {}, ["cidrBlocks"]),
    "many small neighbours": (CLASSIC, {"type": "ingress", "cidrBlocks": [f"{n}.0.0.0/8" for n in range(4)]}, {}, ["cidrBlocks"]),
    "classic IPv6": (CLASSIC, {"type": "ingress", "ipv6CidrBlocks": ["::/0"]}, {}, ["ipv6CidrBlocks"]),
    "inline": (GROUP, ingress(cidrBlocks=["10.0.0.0/8", "0.0.0.0/0"]), {}, ["ingress[0].cidrBlocks"]),
    "inline IPv6 halves": (GROUP, ingress(ipv6CidrBlocks=["::/1", "8000::/1"]), {}, ["ingress[0].ipv6CidrBlocks"]),
    "a single inline object": (GROUP, {"ingress": {"cidrBlocks": ["0.0.0.0/0"]}}, {}, ["ingress[0].cidrBlocks"]),
    "the default group": (
        "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup",
        ingress(cidrBlocks=["0.0.0.0/0"]),
        {},
        ["ingress[0].cidrBlocks"],
    ),
    "an endpoint for all": (CLUSTER, {"vpcConfig": {"publicAccessCidrs": ["0.0.0.0/0"]}}, {}, [PUBLIC_CIDRS]),
    "an endpoint left as it comes": (CLUSTER, {"vpcConfig": {"endpointPrivateAccess": True}}, {}, [PUBLIC_CIDRS]),
    "nodes with SSH from anywhere": (NODES, {"remoteAccess": {"ec2SshKey": "k"}}, {}, [SSH]),
}


def test_p07_unknown_range_is_advice(analyze):
    levels = [
        one.enforcementLevel
        for one in analyze(RULE, {"cidrIpv4": UNKNOWN_STRING_VALUE}).diagnostics
        if one.policyName == "no-ingress-from-anywhere"
    ]
    assert levels == [ADVISORY]
