"""Rows of the policy no-public-node-subnets."""

from policies.stack import UNKNOWN

SUBNET = "aws:ec2/subnet:Subnet"
GROUP = "aws:eks/nodeGroup:NodeGroup"
PUBLIC = {"id": UNKNOWN, "mapPublicIpOnLaunch": True}
OF_S = {"subnetIds": ["s"]}
FOUND = [("s", "mapPublicIpOnLaunch")]

ACCEPTED = {
    "a private subnet": {"s": (SUBNET, {"mapPublicIpOnLaunch": False}), "g": (GROUP, {"subnetIds": [UNKNOWN]}, OF_S)},
    "unsaid": {"s": (SUBNET, {}), "g": (GROUP, {"subnetIds": [UNKNOWN]}, OF_S)},
    "a public subnet of load balancers": {"s": (SUBNET, PUBLIC), "l": ("aws:lb/loadBalancer:LoadBalancer", {}, {"subnets": ["s"]})},
    "nodes in another subnet": {"s": (SUBNET, {"id": "subnet-1", "mapPublicIpOnLaunch": True}), "g": (GROUP, {"subnetIds": ["subnet-2"]})},
    "a switch that is unknown yet": {"s": (SUBNET, {"mapPublicIpOnLaunch": UNKNOWN}), "g": (GROUP, {}, OF_S)},
}
REFUSED = {
    "a node group's": ({"s": (SUBNET, PUBLIC), "g": (GROUP, {"subnetIds": [UNKNOWN]}, OF_S)}, FOUND),
    "by literal id": ({"s": (SUBNET, {"id": "subnet-1", "mapPublicIpOnLaunch": True}), "g": (GROUP, {"subnetIds": ["subnet-1"]})}, FOUND),
    "an Auto Scaling group's": (
        {"s": (SUBNET, PUBLIC), "g": ("aws:autoscaling/group:Group", {}, {"vpcZoneIdentifiers": ["s"]})},
        FOUND,
    ),
    "an instance's": ({"s": (SUBNET, PUBLIC), "i": ("aws:ec2/instance:Instance", {}, {"subnetId": ["s"]})}, FOUND),
    "a launch template's": (
        {"s": (SUBNET, PUBLIC), "t": ("aws:ec2/launchTemplate:LaunchTemplate", {}, {"networkInterfaces": ["s"]})},
        FOUND,
    ),
    "one of a network of nodes": ({"s": (f"gpu-clusters:aws:Network${SUBNET}", PUBLIC)}, FOUND),
    "a default subnet": (
        {"s": ("aws:ec2/defaultSubnet:DefaultSubnet", PUBLIC), "g": (GROUP, {"subnetIds": [UNKNOWN]}, OF_S)},
        FOUND,
    ),
}
