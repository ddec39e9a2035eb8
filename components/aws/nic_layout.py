"""Which network interfaces a node gets: card, device index and type of each, so that every EFA is used and one IP is taken.

Source: EC2 User Guide, "Maximize network bandwidth on Amazon EC2 instances with multiple network cards" (efa-acc-inst-types).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from catalog.machines import Network


class InterfaceType(StrEnum):
    """EC2's interface types that a layout uses; the combined type `efa` would take an IP address on every card."""

    INTERFACE = "interface"
    EFA_ONLY = "efa-only"


@dataclass(frozen=True)
class Nic:
    """One network interface: its card, its device index on that card (below the card's maximum), its type."""

    card: int
    device: int
    type: InterfaceType


PRIMARY = Nic(card=0, device=0, type=InterfaceType.INTERFACE)
"""Every machine boots from an IP interface there: an efa-only interface can never be the primary one."""


def nic_layout(network: Network, *, efa: bool) -> tuple[Nic, ...]:
    """Lay out one IP interface and, with `efa`, an efa-only one on each card that gets it: device 1 beside the primary, else 0."""
    if not efa:
        return (PRIMARY,)
    return (PRIMARY, *(Nic(card, 1 if card == PRIMARY.card else 0, InterfaceType.EFA_ONLY) for card in sorted(network.fabric_cards)))


def efa_shares_primary_card(network: Network, *, efa: bool) -> bool:
    """Whether an efa-only interface takes a slot of card 0, where the pods' addresses come from; not so on p6-b300."""
    return any(nic.card == PRIMARY.card and nic.type is InterfaceType.EFA_ONLY for nic in nic_layout(network, efa=efa))
