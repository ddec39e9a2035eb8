"""How a VPC's addresses are shared out: half for the nodes, small blocks for the control plane and for the way out."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

SMALLEST_PREFIX = 28
"""A VPC subnet holds at least 16 addresses (VPC User Guide, subnet sizing); EKS asks for 6 to 16 of them in a control plane's."""


class NetworkTooSmallError(Exception):
    """Raised when a VPC's range has no room for all subnets; declare a range with a shorter prefix or fewer control plane zones."""


@dataclass(frozen=True)
class SubnetLayout:
    """The ranges of one VPC; each one keeps its place when zones are added or the way out is switched on later."""

    gpu: str
    """The lower half: one address a node, and those of its pods."""
    public: str
    """Holds nothing but a NAT gateway."""
    control_plane: tuple[str, ...]
    """One per control plane zone, in the order declared."""


def lay_out_subnets(cidr: str, control_plane_zones: int) -> SubnetLayout:
    """Share out a VPC's range; raises NetworkTooSmallError where it does not suffice."""
    vpc = ipaddress.IPv4Network(cidr)
    small_prefix = min(max(vpc.prefixlen + 4, 24), SMALLEST_PREFIX)
    if vpc.prefixlen + 1 > SMALLEST_PREFIX:
        raise NetworkTooSmallError(_message(cidr, control_plane_zones))
    gpu, rest = vpc.subnets(prefixlen_diff=1)
    small = list(rest.subnets(new_prefix=small_prefix))
    if len(small) < control_plane_zones + 1:
        raise NetworkTooSmallError(_message(cidr, control_plane_zones))
    public, *control_plane = small
    return SubnetLayout(str(gpu), str(public), tuple(str(block) for block in control_plane[:control_plane_zones]))


def _message(cidr: str, zones: int) -> str:
    return (
        f"network.cidr {cidr} has no room for a node subnet, a public subnet and {zones} control plane subnets of at least "
        f"{2 ** (32 - SMALLEST_PREFIX)} addresses; declare a shorter prefix, such as /16, or fewer control_plane_zones"
    )
