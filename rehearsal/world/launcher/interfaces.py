"""What the network cards of an instance type allow (EC2 User Guide: EFA, multiple network cards)."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from rehearsal.world.launcher.machines import Machine
from rehearsal.world.launcher.refusals import RequestRefusal
from rehearsal.world.launcher.request import Interface, LaunchRequest

Check = Callable[[LaunchRequest, Machine], None]
CLASH: Final = "InvalidParameterCombination"
WRONG: Final = "InvalidParameterValue"
TOO_MANY: Final = "AttachmentLimitExceeded"


def check_interfaces(request: LaunchRequest, machine: Machine) -> None:
    """Refuse interfaces that the type's network cards don't take."""
    if request.interfaces:
        for check in CHECKS:
            check(request, machine)


def only_on_interfaces(request: LaunchRequest, machine: Machine) -> None:
    """Subnet and security groups are said on the interfaces or on the instance, not on both."""
    if request.groups:
        raise RequestRefusal(CLASH, "Network interfaces and an instance-level security groups may not be specified on the same request")
    if request.data.get("SubnetId"):
        raise RequestRefusal(CLASH, "Network interfaces and an instance-level subnet ID may not be specified on the same request")


def cards_exist(request: LaunchRequest, machine: Machine) -> None:
    """A card index lies below the type's number of cards."""
    for nic in request.interfaces:
        if nic.card >= len(machine.cards):
            cards = len(machine.cards)
            message = f"The network card index {nic.card} is not valid for instance type {machine.name}, which has {cards} network card(s)."
            raise RequestRefusal(WRONG, message)


def devices_fit_their_card(request: LaunchRequest, machine: Machine) -> None:
    """A device index lies below its card's number of interfaces (eksctl issue 7520)."""
    for nic in request.interfaces:
        most = machine.cards[nic.card].max_interfaces
        if nic.device >= most:
            message = (
                f"The specified number '{nic.device}' for the device index exceeds the maximum number of network interfaces supported "
                f"by the network card at network card index {nic.card}. The maximum devices for this network card is {most}. "
                f"Specify a number from 0 to {most - 1}, and try again."
            )
            raise RequestRefusal(WRONG, message)


def places_are_distinct(request: LaunchRequest, machine: Machine) -> None:
    """No two interfaces share card and device index."""
    for (card, device), count in Counter((nic.card, nic.device) for nic in request.interfaces).items():
        if count > 1:
            message = f"Each network interface requires a unique device index: {device} is given {count} times on network card {card}."
            raise RequestRefusal(WRONG, message)


def one_is_primary(request: LaunchRequest, machine: Machine) -> None:
    """The primary interface is device 0 of card 0, and has an IP address."""
    primary = [nic for nic in request.interfaces if (nic.card, nic.device) == (0, 0)]
    if not primary:
        raise RequestRefusal(CLASH, "When specifying network interfaces, you must include a device at index 0 of network card 0.")
    if primary[0].kind == "efa-only":
        raise RequestRefusal(WRONG, "The primary network interface cannot be an EFA-only network interface.")


def types_suit_their_card(request: LaunchRequest, machine: Machine) -> None:
    """A card takes the interface type: card 0 of a type with fewer EFAs than cards takes none."""
    for nic in request.interfaces:
        if nic.kind not in machine.cards[nic.card].interface_types:
            takes = ", ".join(sorted(machine.cards[nic.card].interface_types))
            where = f"network card {nic.card} of instance type {machine.name}"
            message = f"Interface type '{nic.kind}' is not supported on {where}, which takes: {takes}."
            raise RequestRefusal(CLASH, message)


def efas_are_not_too_many(request: LaunchRequest, machine: Machine) -> None:
    """At most the type's number of EFAs, and one on each card."""
    efas = [nic for nic in request.interfaces if nic.has_efa]
    if len(efas) > machine.efa_max:
        raise RequestRefusal(TOO_MANY, f"EFA interface count {len(efas)} exceeds the limit for {machine.name} ({machine.efa_max}).")
    for card, count in Counter(nic.card for nic in efas).items():
        if count > 1:
            raise RequestRefusal(TOO_MANY, f"EFA interface count {count} exceeds the limit for network card {card} of {machine.name} (1).")


def cards_are_not_overfull(request: LaunchRequest, machine: Machine) -> None:
    """Neither a card nor the instance has more interfaces than it takes."""
    for card, count in Counter(nic.card for nic in request.interfaces).items():
        most = machine.cards[card].max_interfaces
        if count > most:
            message = f"Interface count {count} exceeds the limit for network card {card} of {machine.name} ({most})."
            raise RequestRefusal(TOO_MANY, message)
    if len(request.interfaces) > machine.max_interfaces:
        message = f"Interface count {len(request.interfaces)} exceeds the limit for {machine.name} ({machine.max_interfaces})."
        raise RequestRefusal(TOO_MANY, message)


def efa_only_takes_no_address(request: LaunchRequest, machine: Machine) -> None:
    """An EFA-only interface has no IP address, so nothing may be said about one."""
    for nic in request.interfaces:
        if nic.kind == "efa-only" and nic.address_settings:
            setting = min(nic.address_settings)
            raise RequestRefusal(WRONG, f"The parameter {setting} cannot be specified for an EFA-only network interface.")


def public_address_needs_one_interface(request: LaunchRequest, machine: Machine) -> None:
    """An instance with several interfaces gets no public address by itself."""
    if len(request.interfaces) > 1 and any(nic.public_ip for nic in request.interfaces):
        raise RequestRefusal(CLASH, several_with_public_address())


def several_with_public_address() -> str:
    """EC2's words for a public address on an instance with several interfaces (karpenter PR 5666)."""
    return "The associatePublicIPAddress parameter cannot be specified when launching with multiple network interfaces."


def addresses_needed(interfaces: tuple[Interface, ...]) -> int:
    """IP addresses that one instance takes from its subnet."""
    return sum(nic.kind != "efa-only" for nic in interfaces) or 1


CHECKS: Final[tuple[Check, ...]] = (
    only_on_interfaces,
    cards_exist,
    devices_fit_their_card,
    places_are_distinct,
    one_is_primary,
    types_suit_their_card,
    efas_are_not_too_many,
    cards_are_not_overfull,
    efa_only_takes_no_address,
    public_address_needs_one_interface,
)
"""In the order in which EC2 would stumble: a later check may rely on the earlier ones."""
