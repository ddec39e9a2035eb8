"""Facts about instance types, only from moto's record of DescribeInstanceTypes and DescribeInstanceTypeOfferings."""

import functools
from dataclasses import dataclass
from typing import Any

from moto.ec2.models.instance_types import INSTANCE_TYPE_OFFERINGS, INSTANCE_TYPES


@dataclass(frozen=True)
class Card:
    """A network card: how many interfaces it takes, and of which types."""

    index: int
    max_interfaces: int
    interface_types: frozenset[str]


@dataclass(frozen=True)
class Machine:
    """What the launcher needs to know of an instance type."""

    name: str
    cards: tuple[Card, ...]
    max_interfaces: int
    efa_max: int
    usage_classes: frozenset[str]
    placement_strategies: frozenset[str]


@functools.cache
def find_machine(name: str) -> Machine | None:
    """The facts of an instance type; None if there is none of that name."""
    recorded = INSTANCE_TYPES.get(name)
    return to_machine(recorded) if recorded else None


def to_machine(recorded: dict[str, Any]) -> Machine:
    """The facts that count, from a recorded description."""
    network = recorded["NetworkInfo"]
    cards = tuple(
        Card(card["NetworkCardIndex"], card["MaximumNetworkInterfaces"], frozenset(card.get("InterfaceTypes") or ("interface",)))
        for card in network["NetworkCards"]
    )
    return Machine(
        name=recorded["InstanceType"],
        cards=cards,
        max_interfaces=network["MaximumNetworkInterfaces"],
        efa_max=(network.get("EfaInfo") or {}).get("MaximumEfaInterfaces", 0),
        usage_classes=frozenset(recorded["SupportedUsageClasses"]),
        placement_strategies=frozenset(recorded.get("PlacementGroupInfo", {}).get("SupportedStrategies", ())),
    )


@functools.cache
def offered_types(region: str) -> dict[str, frozenset[str]]:
    """Zone id → the types offered there."""
    offered: dict[str, set[str]] = {}
    for offering in INSTANCE_TYPE_OFFERINGS["availability-zone-id"].get(region, ()):
        offered.setdefault(offering["Location"], set()).add(offering["InstanceType"])
    return {zone: frozenset(types) for zone, types in offered.items()}


def is_offered(region: str, zone_id: str, instance_type: str) -> bool:
    """Whether a zone offers a type."""
    return instance_type in offered_types(region).get(zone_id, frozenset())


def zones_offering(region: str, instance_type: str) -> list[str]:
    """The zones of a region that offer a type."""
    return sorted(zone for zone, types in offered_types(region).items() if instance_type in types)
