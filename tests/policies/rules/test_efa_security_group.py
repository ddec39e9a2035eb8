"""Rows of the policy efa-security-group."""

from policies.rules.efa_security_group import FABRIC
from policies.stack import UNKNOWN

GROUP = "aws:ec2/securityGroup:SecurityGroup"
IN, OUT = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule"
CLASSIC = "aws:ec2/securityGroupRule:SecurityGroupRule"
TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"
REFERENCE = "pulumi:pulumi:StackReference"
OF_G = {"securityGroupId": ["g"]}
ALL = {"securityGroupId": UNKNOWN, "referencedSecurityGroupId": UNKNOWN, "ipProtocol": "-1"}
TO_ITSELF = {"securityGroupId": ["g"], "referencedSecurityGroupId": ["g"]}
BOTH_WAYS = {"in": (IN, ALL, TO_ITSELF), "out": (OUT, ALL, TO_ITSELF)}
ANYWHERE = {"anywhere": (OUT, {"securityGroupId": UNKNOWN, "ipProtocol": "-1", "cidrIpv4": "0.0.0.0/0"}, OF_G)}


def nic(kind, *groups):
    return {"interfaceType": kind, "securityGroups": list(groups)}


def template(*kinds, groups=("g",)):
    return {"t": (TEMPLATE, {"networkInterfaces": [nic(kind, UNKNOWN) for kind in kinds]}, {"networkInterfaces": list(groups)})}


def group(name="g", **props):
    return {name: (GROUP, {"id": UNKNOWN, "ingress": UNKNOWN, "egress": UNKNOWN} | props)}


def classic(direction, **how):
    refers = OF_G | ({} if how else {"sourceSecurityGroupId": ["g"]})
    return (CLASSIC, {"type": direction, "protocol": "-1", "securityGroupId": UNKNOWN} | how, refers)


INLINE = {"protocol": "-1", "self": True}
MADE = {  # as the update itself knows them
    "g": (GROUP, {"id": "sg-g"}),
    "h": (GROUP, {"id": "sg-h"}),
    "in": (IN, {"securityGroupId": "sg-g", "referencedSecurityGroupId": "sg-g", "ipProtocol": "-1"}),
    "out": (OUT, {"securityGroupId": "sg-g", "referencedSecurityGroupId": "sg-g", "ipProtocol": "-1"}),
}

ACCEPTED = {
    "both ways": group() | BOTH_WAYS | ANYWHERE | template("interface", "efa-only"),
    "the combined type": group() | BOTH_WAYS | template("efa"),
    "classic rules": group() | {"in": classic("ingress"), "out": classic("egress")} | template("efa-only"),
    "classic rules by self": group() | {"in": classic("ingress", self=True), "out": classic("egress", self=True)} | template("efa-only"),
    "inline rules": group(ingress=[INLINE], egress=[INLINE, {"protocol": "-1", "cidrBlocks": ["0.0.0.0/0"]}]) | template("efa-only"),
    "a group without EFA": group() | ANYWHERE | template("interface"),
    "another stack's group": {"base": (REFERENCE, {})} | group() | template("efa-only", groups=("base", "g")),
    "another stack's group, known": {"t": (TEMPLATE, {"networkInterfaces": [nic("efa", "sg-far")]}), "g": (GROUP, {"id": "sg-near"})},
    "one of two groups is the fabric": group() | group("h") | BOTH_WAYS | template("efa-only", groups=("h", "g")),
    "after the update, by ids": MADE | {"t": (TEMPLATE, {"networkInterfaces": [nic("efa", "sg-g"), nic("interface", "sg-h")]})},
    "a file system": group()
    | BOTH_WAYS
    | {"f": ("aws:fsx/lustreFileSystem:LustreFileSystem", {"efaEnabled": True}, {"securityGroupIds": ["g"]})},
    "a file system without EFA": group() | {"f": ("aws:fsx/lustreFileSystem:LustreFileSystem", {}, {"securityGroupIds": ["g"]})},
    "interfaces that are null": group() | {"t": (TEMPLATE, {"networkInterfaces": None})},
    "a fabric without users yet": {"g": (f"{FABRIC}${GROUP}", {})} | BOTH_WAYS,
}
REFUSED = {
    "egress to anywhere only": (
        group() | {"in": BOTH_WAYS["in"]} | ANYWHERE | template("interface", "efa-only"),
        [("g", "egress")],
    ),
    "no ingress": (group() | {"out": BOTH_WAYS["out"]} | template("efa"), [("g", "ingress")]),
    "nothing": (group() | template("efa"), [("g", "ingress"), ("g", "egress")]),
    "another group's members": (
        group() | group("h") | BOTH_WAYS | {"out": (OUT, ALL, OF_G | {"referencedSecurityGroupId": ["h"]})} | template("efa"),
        [("g", "egress")],
    ),
    "one protocol": (group() | BOTH_WAYS | {"in": (IN, ALL | {"ipProtocol": "tcp"}, TO_ITSELF)} | template("efa"), [("g", "ingress")]),
    "inline to anywhere": (
        group(ingress=[INLINE], egress=[{"protocol": "-1", "cidrBlocks": ["0.0.0.0/0"]}]) | template("efa"),
        [("g", "egress")],
    ),
    "a classic rule the wrong way": (group() | {"in": classic("ingress")} | template("efa"), [("g", "egress")]),
    "after the update, EFA in the wrong one of two groups": (
        MADE | {"t": (TEMPLATE, {"networkInterfaces": [nic("interface", "sg-g"), nic("efa-only", "sg-h")]})},
        [("h", "ingress"), ("h", "egress")],
    ),
    "an interface by itself": (
        group() | {"n": ("aws:ec2/networkInterface:NetworkInterface", {"interfaceType": "efa"}, {"securityGroups": ["g"]})},
        [("g", "ingress"), ("g", "egress")],
    ),
    "a file system": (
        group()
        | {"in": BOTH_WAYS["in"], "f": ("aws:fsx/lustreFileSystem:LustreFileSystem", {"efaEnabled": True}, {"securityGroupIds": ["g"]})},
        [("g", "egress")],
    ),
    "a fabric without users yet": ({"g": (f"{FABRIC}${GROUP}", {}), "in": BOTH_WAYS["in"]}, [("g", "egress")]),
}
