"""A network whose range the cloud refuses."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.network import OwnNetwork
from declaration.problems import Level, Problem, one_of
from declaration.rule import Facts, problem, rule

SHORTEST_PREFIX = 16
"""The widest range of a VPC (VPC user guide, VPC CIDR blocks)."""

LONGEST_PREFIX = 24
"""The narrowest with room: half is the nodes', and one interface takes up to 50 addresses (Ipv4AddressesPerInterface)."""

PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10")
"""Ranges of RFC 1918 and RFC 6598."""

USED_BY_SERVICES = "172.17.0.0/16"
"""Range that some AWS services use inside their machines, as Docker does by default (VPC user guide, VPC CIDR blocks)."""

REMEDY = "write a range such as 10.40.0.0/16"


@rule("network-range")
def network_range(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """A network's range has a prefix length of 16 to 24 and is private, so that it hides no public address from the nodes.

    One that meets 172.17.0.0/16 is warned of. The ranges that EKS gives Kubernetes services may meet it: EKS takes the one that does not.
    Sources: VPC user guide, VPC CIDR blocks (RFC 1918 and RFC 6598 ranges); EKS API, KubernetesNetworkConfigRequest.
    """
    if not isinstance(cluster.network, OwnNetwork):
        return
    cidr = ipaddress.IPv4Network(cluster.network.cidr)
    if not SHORTEST_PREFIX <= cidr.prefixlen <= LONGEST_PREFIX:
        limit = f"of prefix length {SHORTEST_PREFIX} to {LONGEST_PREFIX}"
        yield problem("network.cidr", str(cidr), limit, "the network's range is {value}; it must be {limit}", REMEDY)
    if not any(cidr.subnet_of(ipaddress.IPv4Network(block)) for block in PRIVATE):
        limit = f"within {one_of(PRIVATE)}"
        yield problem("network.cidr", str(cidr), limit, "the network's range is {value}; it must be {limit}", REMEDY)
    if cidr.overlaps(ipaddress.IPv4Network(USED_BY_SERVICES)):
        limit = f"outside {USED_BY_SERVICES}, which some AWS services and Docker use inside their machines"
        says = "the network's range is {value}; it should be {limit}: they would not reach nodes there"
        yield problem("network.cidr", str(cidr), limit, says, REMEDY, level=Level.WARNING)
