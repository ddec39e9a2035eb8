"""A user's list of network interfaces that EC2 refuses."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.machines import Machine, NetworkCard
from declaration.cluster import ClusterDeclaration
from declaration.interfaces import InterfaceType, NetworkInterface
from declaration.pools import Pool
from declaration.problems import Problem, one_of, path_of
from declaration.rule import Facts, known_machines, problem, rule

Steps = tuple[str | int, ...]
Layout = tuple[NetworkInterface, ...]


@rule("interface-layout")
def interface_layout(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """A list of interfaces fits the machine's cards: device indexes below each card's number of interfaces, at most one EFA a card.

    The machine boots from an IP interface at card 0, device 0. EC2 refuses the launch otherwise, after minutes. Sources: EC2 user guide,
    efa-acc-inst-types; recorded NetworkInfo of DescribeInstanceTypes; aws-k8s-tester PR 531; eksctl #7520.
    """
    for index, pool, machine in known_machines(cluster, facts.catalog):
        if pool.network_interfaces is None:
            continue
        steps = ("pools", index, "network_interfaces")
        yield from _primary(steps, pool.network_interfaces, machine)
        for position, interface in enumerate(pool.network_interfaces):
            yield from _position((*steps, position), interface, machine, pool.network_interfaces[:position])
        yield from _contradiction(("pools", index, "efa"), pool)


def _primary(steps: Steps, layout: Layout, machine: Machine) -> Iterator[Problem]:
    """The primary interface is there and takes an IP address."""
    if any((each.card, each.device) == (0, 0) and each.type is not InterfaceType.EFA_ONLY for each in layout):
        return
    shown = ", ".join(f"({each.card}, {each.device}, {each.type})" for each in layout[:4])
    limit = "one with an IP address at card 0, device 0"
    says = "the interfaces {value} of {machine} lack the primary one; there must be {limit}"
    yield problem(path_of(*steps), shown, limit, says, "add {card: 0, device: 0, type: interface}", machine=machine.name)


def _position(steps: Steps, interface: NetworkInterface, machine: Machine, before: Layout) -> Iterator[Problem]:
    """The card exists, the device index lies within it, the place is free, and an EFA meets a card that takes one and has none."""
    cards = {card.index: card for card in machine.network.cards}
    card = cards.get(interface.card)
    if card is None:
        limit = f"a card of {machine.name}: {_range(len(cards))}"
        yield problem(
            path_of(*steps, "card"), interface.card, limit, "card {value} is not there; it must be {limit}", f"write {_range(len(cards))}"
        )
        return
    yield from _device(steps, interface, machine, card)
    if any((each.card, each.device) == (interface.card, interface.device) for each in before):
        place = f"card {interface.card}, device {interface.device}"
        says = "{value} is taken already; the limit is {limit}"
        yield problem(path_of(*steps), place, "one interface at a place", says, f"write another device of {_range(card.max_interfaces)}")
    if interface.carries_fabric:
        yield from _fabric(steps, interface, machine, before)


def _device(steps: Steps, interface: NetworkInterface, machine: Machine, card: NetworkCard) -> Iterator[Problem]:
    if interface.device < card.max_interfaces:
        return
    limit = f"{_range(card.max_interfaces)} on card {card.index} of {machine.name}"
    remedy = "write device 0" if interface.card else "write device 0 for the primary interface, 1 for an EFA beside it"
    yield problem(path_of(*steps, "device"), interface.device, limit, "device index {value} is too high; it must be {limit}", remedy)


def _fabric(steps: Steps, interface: NetworkInterface, machine: Machine, before: Layout) -> Iterator[Problem]:
    path, efa_cards = path_of(*steps, "type"), machine.network.efa_cards
    if interface.card not in efa_cards:
        limit = f"interface on card {interface.card} of {machine.name}, whose cards for EFA are {one_of(map(str, efa_cards))}"
        yield problem(
            path, interface.type.value, limit, "type is {value}; it must be {limit}", "write type: interface, or leave the entry out"
        )
    if any(each.card == interface.card and each.carries_fabric for each in before):
        limit = f"one EFA a card, and card {interface.card} has one already"
        yield problem(path, interface.type.value, limit, "type is {value}; the limit is {limit}", "leave the second one out")


def _contradiction(steps: Steps, pool: Pool) -> Iterator[Problem]:
    """`efa` says what the list says, or nothing."""
    has_efa = any(each.carries_fabric for each in pool.network_interfaces or ())
    if pool.efa is not None and pool.efa is not has_efa:
        limit = f"{'true' if has_efa else 'false'} or left out, as network_interfaces has {'an' if has_efa else 'no'} EFA"
        yield problem(path_of(*steps), pool.efa, limit, "efa is {value}; it must be {limit}", "leave efa out: the list says it")


def _range(count: int) -> str:
    return "0" if count == 1 else f"0 to {count - 1}"
