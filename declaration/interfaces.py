"""The network interfaces of a pool's nodes, where a user lays them out instead of taking the layout of the machine."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from declaration.model import Part


class InterfaceType(StrEnum):
    """EC2's interface types, as it spells them; `efa` is fabric and IP interface in one, and takes an IP address on every card."""

    INTERFACE = "interface"
    EFA = "efa"
    EFA_ONLY = "efa-only"


class NetworkInterface(Part):
    """One interface; it names no subnet, since a managed node group's subnet is the group's (EKS user guide, launch templates)."""

    card: int = Field(ge=0, description="index of the network card")
    device: int = Field(ge=0, description="device index on that card, below the number of interfaces that the card holds")
    type: InterfaceType = Field(
        description="interface, efa-only or efa; efa-only carries the fabric and takes no IP address, efa does both"
    )

    @property
    def carries_fabric(self) -> bool:
        """Whether it is an EFA."""
        return self.type is not InterfaceType.INTERFACE
