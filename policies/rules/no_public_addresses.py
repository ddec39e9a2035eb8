"""Nodes have no address on the internet."""

from collections.abc import Iterator

from pulumi_policy import Severity

from policies.model import Registration, Violation, is_on, is_set, items, mapping, policy

LAUNCH_TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"
# The types of pulumi-aws 7 that start instances and take `associatePublicIpAddress`.
INSTANCE_TYPES = frozenset(
    {
        "aws:ec2/instance:Instance",
        "aws:ec2/launchConfiguration:LaunchConfiguration",
        "aws:ec2/spotInstanceRequest:SpotInstanceRequest",
    }
)
# Types that tie an elastic address to an instance, and the input that names it.
ADDRESS_OF_INSTANCE = {"aws:ec2/eip:Eip": "instance", "aws:ec2/eipAssociation:EipAssociation": "instanceId"}
SWITCH = "associatePublicIpAddress"
LIMIT = "false"
REMEDY = "Set associate_public_ip_address to false and let nodes out through a NAT gateway; people come in by session access."


@policy("no-public-addresses", severity=Severity.CRITICAL)
def no_public_addresses(resource: Registration) -> Iterator[Violation]:
    """No instance and no launch template asks for a public address, and no elastic address is tied to an instance.

    With several interfaces, as EFA machines have, EC2 refuses such a launch anyway (aws/karpenter-provider-aws#5666).
    """
    if resource.type == LAUNCH_TEMPLATE:
        interfaces = items(resource.props.get("networkInterfaces"))
        for index, interface in enumerate(interfaces):
            if is_on(mapping(interface).get(SWITCH)):
                also = f" beside {len(interfaces) - 1} more interfaces, with which EC2 refuses the launch" if len(interfaces) > 1 else ""
                yield Violation(f"networkInterfaces[{index}].{SWITCH}", f"true{also}", LIMIT, REMEDY)
    if resource.type in INSTANCE_TYPES and is_on(resource.props.get(SWITCH)):
        yield Violation(SWITCH, "true", LIMIT, REMEDY)
    key = ADDRESS_OF_INSTANCE.get(resource.type)
    if key is not None and is_set(resource.props, key):
        remedy = "Remove the address from the instance; give it to a NAT gateway or a load balancer."
        yield Violation(key, "an instance", "no instance", remedy)
