"""Which network interfaces a node gets: card, device index and type of each, so that every EFA is used and one IP is taken.

Source: EC2 User Guide, "Maximize network bandwidth on Amazon EC2 instances with multiple network cards" (efa-acc-inst-types).
"""

from __future__ import annotations

from collections.abc import Sequence

from catalog.machines import Network
from declaration.interfaces import InterfaceType, NetworkInterface
from planning.groups import NodeGroupPlan

PRIMARY = NetworkInterface(card=0, device=0, type=InterfaceType.INTERFACE)
"""Every machine boots from an IP interface there: an efa-only interface can never be the primary one."""


def node_interfaces(plan: NodeGroupPlan) -> tuple[NetworkInterface, ...]:
    """Return the interfaces of a group's nodes: those that the user laid out, else the layout that fits the machine."""
    return plan.network_interfaces or nic_layout(plan.machine.network, efa=plan.efa)


def nic_layout(network: Network, *, efa: bool) -> tuple[NetworkInterface, ...]:
    """Lay out one IP interface and, with `efa`, an efa-only one on each card that gets it: device 1 beside the primary, else 0."""
    if not efa:
        return (PRIMARY,)
    return (PRIMARY, *(_fabric_interface(card) for card in sorted(network.fabric_cards)))


def _fabric_interface(card: int) -> NetworkInterface:
    return NetworkInterface(card=card, device=1 if card == PRIMARY.card else 0, type=InterfaceType.EFA_ONLY)


def is_primary(nic: NetworkInterface) -> bool:
    """Whether a machine boots from this interface."""
    return (nic.card, nic.device) == (PRIMARY.card, PRIMARY.device)


def efa_shares_primary_card(interfaces: Sequence[NetworkInterface]) -> bool:
    """Whether an efa-only interface takes a slot of card 0, where the pods' addresses come from; not so on p6-b300."""
    return any(nic.card == PRIMARY.card and nic.type is InterfaceType.EFA_ONLY for nic in interfaces)
