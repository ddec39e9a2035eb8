"""The network interfaces of a pool's nodes, where a user lays them out instead of taking the layout of the machine."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from declaration.model import Part


class InterfaceType(StrEnum):
    """EC2's interface types that a layout may use; its combined type `efa` would take an IP address on every card."""

    INTERFACE = "interface"
    EFA_ONLY = "efa-only"


class NetworkInterface(Part):
    """One interface; it names no subnet, since a managed node group's subnet is the group's (EKS user guide, launch templates)."""

    card: int = Field(ge=0, description="index of the network card")
    device: int = Field(ge=0, description="device index on that card, below the number of interfaces that the card holds")
    type: InterfaceType = Field(description="interface: takes an IP address; efa-only: carries the fabric and takes none")
