"""The subnets of nodes hand out no public addresses."""

from collections.abc import Iterator

from pulumi_policy import Severity

from policies.model import Violation, is_on
from policies.stack import Stack, StackResource, stack_policy

SUBNET_TYPES = ("aws:ec2/subnet:Subnet", "aws:ec2/defaultSubnet:DefaultSubnet")
# Types that put instances into subnets, and the input that names those.
SUBNETS_OF = {
    "aws:eks/nodeGroup:NodeGroup": "subnetIds",
    "aws:autoscaling/group:Group": "vpcZoneIdentifiers",
    "aws:ec2/instance:Instance": "subnetId",
    "aws:ec2/spotInstanceRequest:SpotInstanceRequest": "subnetId",
    "aws:ec2/launchTemplate:LaunchTemplate": "networkInterfaces",
}
# All subnets of this component are private, even before a cluster stack puts nodes into them.
NETWORK = "gpu-clusters:aws:Network"


@stack_policy("no-public-node-subnets", severity=Severity.CRITICAL)
def no_public_node_subnets(stack: Stack) -> Iterator[tuple[StackResource, Violation]]:
    """No subnet that nodes start in maps public addresses on launch.

    It would put every node on the internet, and EC2 refuses the launch of machines with several interfaces there
    (aws/aws-parallelcluster PR 7457). Subnets of load balancers and NAT gateways may do so.
    """
    users = stack.of_type(*SUBNETS_OF)
    for subnet in stack.of_type(*SUBNET_TYPES):
        if not is_on(subnet.props.get("mapPublicIpOnLaunch")):
            continue
        of_nodes = [user.name for user in users if user.points_at(SUBNETS_OF[user.type], subnet)]
        if of_nodes or NETWORK in subnet.component_types:
            value = f"true, with the nodes of {', '.join(of_nodes)} in it" if of_nodes else "true, in a network of nodes"
            remedy = "Set map_public_ip_on_launch to false, or put the nodes into a private subnet behind a NAT gateway."
            yield subnet, Violation("mapPublicIpOnLaunch", value, "false", remedy)
