"""Rows and own tests of the policy no-public-addresses."""

from policies.model import Registration
from policies.rules.no_public_addresses import no_public_addresses

TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"
INSTANCE = "aws:ec2/instance:Instance"
FIRST = "networkInterfaces[0].associatePublicIpAddress"


def interfaces(*switches):
    return {"networkInterfaces": [{} if switch is None else {"associatePublicIpAddress": switch} for switch in switches]}


ACCEPTED = {
    "unsaid": (TEMPLATE, interfaces(None, None), {}),
    "off as text": (TEMPLATE, interfaces("false"), {}),
    "no interfaces": (TEMPLATE, {"networkInterfaces": None}, {}),
    "an instance": (INSTANCE, {"associatePublicIpAddress": False}, {}),
    "an instance that says nothing": (INSTANCE, {}, {}),
    "an address of a NAT gateway": ("aws:ec2/eip:Eip", {"domain": "vpc"}, {}),
    "an address without an instance": ("aws:ec2/eip:Eip", {"instance": None}, {}),
    "an address tied to an interface of a load balancer": ("aws:ec2/eipAssociation:EipAssociation", {"networkInterfaceId": "eni-1"}, {}),
}
REFUSED = {
    "on as text": (TEMPLATE, interfaces("true"), {}, [FIRST]),
    "on, with several interfaces": (TEMPLATE, interfaces(True, None), {}, [FIRST]),
    "on a later interface": (TEMPLATE, interfaces(None, "true"), {}, ["networkInterfaces[1].associatePublicIpAddress"]),
    "a single object for a list": (TEMPLATE, {"networkInterfaces": {"associatePublicIpAddress": "true"}}, {}, [FIRST]),
    "an instance": (INSTANCE, {"associatePublicIpAddress": True}, {}, ["associatePublicIpAddress"]),
    "a launch configuration": (
        "aws:ec2/launchConfiguration:LaunchConfiguration",
        {"associatePublicIpAddress": True},
        {},
        ["associatePublicIpAddress"],
    ),
    "an address of an instance": ("aws:ec2/eip:Eip", {"instance": "i-1"}, {}, ["instance"]),
    "an address tied to an instance": ("aws:ec2/eipAssociation:EipAssociation", {"instanceId": "i-1"}, {}, ["instanceId"]),
}


def test_message_says_that_several_interfaces_fail_anyway():
    (violation,) = no_public_addresses.check(Registration(TEMPLATE, "t", interfaces("true", None, None)))
    assert violation.value == "true beside 2 more interfaces, with which EC2 refuses the launch"
