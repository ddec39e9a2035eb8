"""The network of a cluster: one of its own, or that of a base stack."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from pydantic import Discriminator, Field, Tag

from declaration.model import Part
from declaration.words import Cidr, ZoneId


class Nat(StrEnum):
    """How private nodes reach the internet."""

    GATEWAY = "gateway"
    NONE = "none"


class OwnNetwork(Part):
    """A virtual network that this stack makes: private subnets for nodes and control plane, and a way out."""

    cidr: Cidr = Field(description="IPv4 range of the network, prefix length 16 to 24, such as 10.40.0.0/16")
    control_plane_zones: tuple[ZoneId, ...] = Field(
        description="zone IDs of the control plane's subnets: at least two, although the nodes sit in one (EKS network requirements)"
    )
    nat: Nat = Field(description="gateway: nodes reach the internet through a NAT gateway, billed by the hour and by GB; none: they do not")


class BaseNetwork(Part):
    """The network, fabric security group and checkpoint bucket of a base stack that is already up."""

    from_stack: str = Field(min_length=1, description="name of the base stack, such as aws-base")


_OWN, _BASE = "OwnNetwork", "BaseNetwork"


def _network_tag(raw: object) -> str:
    if isinstance(raw, BaseNetwork) or (isinstance(raw, Mapping) and "from_stack" in raw):
        return _BASE
    return _OWN


NetworkDeclaration = Annotated[Annotated[OwnNetwork, Tag(_OWN)] | Annotated[BaseNetwork, Tag(_BASE)], Discriminator(_network_tag)]
"""The network: {cidr, control_plane_zones, nat} or {from_stack}."""
