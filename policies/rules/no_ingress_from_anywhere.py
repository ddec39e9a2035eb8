"""Nothing listens to the whole internet."""

import ipaddress
from collections.abc import Iterator

from pulumi_policy import Severity

from policies.model import Registration, Violation, items, mapping, policy

INGRESS_RULE = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
CLASSIC_RULE = "aws:ec2/securityGroupRule:SecurityGroupRule"
GROUPS_WITH_INLINE_RULES = ("aws:ec2/securityGroup:SecurityGroup", "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup")
CLUSTER = "aws:eks/cluster:Cluster"
NODE_GROUP = "aws:eks/nodeGroup:NodeGroup"

# Bits. Wider ranges belong to no one organisation (the largest ever allocated is a /8; registries themselves hold IPv6 /12s),
# so the two halves of everything are as good as everything.
SHORTEST_IPV4_PREFIX, SHORTEST_IPV6_PREFIX = 8, 16
LIMIT = "ranges of at least /8 (IPv4) or /16 (IPv6), or a security group"
REMEDY = "Name your own networks' ranges, or the security group that may come in."


@policy("no-ingress-from-anywhere", severity=Severity.CRITICAL)
def no_ingress_from_anywhere(resource: Registration) -> Iterator[Violation]:
    """No security group and no Kubernetes endpoint lets in the whole internet, nor halves or quarters of it.

    Egress is not judged here. EKS opens a public endpoint to everywhere, and port 22 of nodes with an SSH key, unless ranges are named.
    """
    for path, ranges in _admitted(resource):
        for wide in _too_wide(ranges):
            yield Violation(path, wide, LIMIT, REMEDY)
    if resource.type == CLUSTER:
        yield from _endpoint_left_open(resource)
    if resource.type == NODE_GROUP:
        access = mapping(resource.props.get("remoteAccess"))
        if access.get("ec2SshKey") and not items(access.get("sourceSecurityGroupIds")):
            remedy = "Leave remote_access out and use session access, or name the groups that may come in."
            yield Violation("remoteAccess.sourceSecurityGroupIds", "nothing, so port 22 is open to 0.0.0.0/0", "security groups", remedy)


def _admitted(resource: Registration) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Each field that admits ranges, and the ranges."""
    props = resource.props
    if resource.type == INGRESS_RULE:
        for key in ("cidrIpv4", "cidrIpv6"):
            yield key, (props.get(key),)
    if resource.type == CLASSIC_RULE and props.get("type") == "ingress":
        for key in ("cidrBlocks", "ipv6CidrBlocks"):
            yield key, items(props.get(key))
    if resource.type in GROUPS_WITH_INLINE_RULES:
        for index, rule in enumerate(items(props.get("ingress"))):
            for key in ("cidrBlocks", "ipv6CidrBlocks"):
                yield f"ingress[{index}].{key}", items(mapping(rule).get(key))
    if resource.type == CLUSTER:
        yield "vpcConfig.publicAccessCidrs", items(mapping(props.get("vpcConfig")).get("publicAccessCidrs"))


def _too_wide(ranges: tuple[object, ...]) -> Iterator[str]:
    """Ranges wider than an organisation's, neighbours taken together; what is no range at all is the provider's to refuse."""
    networks = [network for network in map(_network, ranges) if network is not None]
    for network in ipaddress.collapse_addresses(one for one in networks if isinstance(one, ipaddress.IPv4Network)):
        if network.prefixlen < SHORTEST_IPV4_PREFIX:
            yield str(network)
    for wide in ipaddress.collapse_addresses(one for one in networks if isinstance(one, ipaddress.IPv6Network)):
        if wide.prefixlen < SHORTEST_IPV6_PREFIX:
            yield str(wide)


def _network(value: object) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(str(value), strict=False)
    except ValueError:
        return None


def _endpoint_left_open(resource: Registration) -> Iterator[Violation]:
    config = mapping(resource.props.get("vpcConfig"))
    if config.get("endpointPublicAccess") is not False and not items(config.get("publicAccessCidrs")):
        remedy = "Set endpoint_public_access to false, or public_access_cidrs to your own networks' ranges."
        yield Violation("vpcConfig.publicAccessCidrs", "nothing, which EKS takes for 0.0.0.0/0", LIMIT, remedy)
