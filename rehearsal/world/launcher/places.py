"""Where instances go: subnet, security groups, placement group, zone."""

from dataclasses import dataclass
from typing import Final

from rehearsal.world.launcher.interfaces import addresses_needed, several_with_public_address
from rehearsal.world.launcher.machines import Machine, is_offered, zones_offering
from rehearsal.world.launcher.refusals import LaunchRefusal, RequestRefusal
from rehearsal.world.launcher.request import LaunchRequest
from rehearsal.world.state import Record, WorldState
from rehearsal.world.untyped import Untyped
from rehearsal.world.zones import zone_id, zone_name

PLACEMENT_GROUPS: Final = "ec2:placement-groups"
"""Our store of placement groups: name → record."""
PENDING_OR_LIVE: Final = ("pending", "running", "stopping", "stopped", "shutting-down")
"""States in which an instance still belongs to its placement group and holds its capacity."""


@dataclass(frozen=True)
class Place:
    """Where a launch goes, once everything it names was found."""

    subnet: Untyped
    zone: str
    """The zone's id."""
    group: Record | None


def live_instances(state: WorldState, region: str) -> list[Untyped]:
    """Moto's instances that are not terminated."""
    reservations = state.backend("ec2", region).reservations.values()
    return [instance for held in reservations for instance in held.instances if instance.state in PENDING_OR_LIVE]


def find_subnet(state: WorldState, region: str, request: LaunchRequest) -> Untyped:
    """Moto's subnet of a launch; without one in the request, the default subnet of its zone."""
    backend = state.backend("ec2", region)
    subnets = {ident: subnet for of_zone in backend.subnets.values() for ident, subnet in of_zone.items()}
    if request.subnet_id:
        if request.subnet_id not in subnets:
            raise RequestRefusal("InvalidSubnetID.NotFound", f"The subnet ID '{request.subnet_id}' does not exist")
        return subnets[request.subnet_id]
    wanted = (request.data.get("Placement") or {}).get("AvailabilityZone")
    defaults = [subnet for subnet in subnets.values() if subnet.default_for_az and wanted in (None, subnet.availability_zone)]
    if not defaults:
        raise RequestRefusal("MissingInput", "No subnets found for the default VPC. Please specify a subnet.")
    offering = [subnet for subnet in defaults if is_offered(region, subnet.availability_zone_id, request.instance_type)]
    return (offering or defaults)[0]


def check_groups(state: WorldState, region: str, request: LaunchRequest, subnet: Untyped) -> None:
    """Security groups exist and belong to the subnet's VPC."""
    backend = state.backend("ec2", region)
    for ident in (*request.groups, *(group for nic in request.interfaces for group in nic.groups)):
        group = backend.get_security_group_from_id(ident)
        if group is None:
            raise RequestRefusal("InvalidGroup.NotFound", f"The security group '{ident}' does not exist")
        if group.vpc_id != subnet.vpc_id:
            raise RequestRefusal("InvalidParameter", f"Security group {ident} and subnet {subnet.id} belong to different networks.")


def check_subnets(request: LaunchRequest, subnet: Untyped) -> None:
    """Interfaces lie in one subnet's zone, and the subnet gives no public addresses to an instance with several."""
    placement_zone = (request.data.get("Placement") or {}).get("AvailabilityZone")
    if placement_zone and placement_zone != subnet.availability_zone:
        message = f"The availability zone '{placement_zone}' does not match the zone '{subnet.availability_zone}' of subnet {subnet.id}."
        raise RequestRefusal("InvalidParameterValue", message)
    if len(request.interfaces) > 1 and subnet.map_public_ip_on_launch is True:
        raise RequestRefusal("InvalidParameterCombination", several_with_public_address())


def find_group(state: WorldState, region: str, request: LaunchRequest, machine: Machine) -> Record | None:
    """The placement group of a launch, by name or id."""
    if not request.group_name:
        return None
    groups = state.records(region, PLACEMENT_GROUPS)
    found = next((group for name, group in groups.items() if request.group_name in (name, group["GroupId"])), None)
    if found is None:
        raise RequestRefusal("InvalidPlacementGroup.Unknown", f"The Placement Group '{request.group_name}' is unknown.")
    if found["Strategy"] not in machine.placement_strategies:
        message = f"The instance type '{machine.name}' is not supported in placement groups with the strategy '{found['Strategy']}'."
        raise RequestRefusal("InvalidParameterCombination", message)
    return found


def members(state: WorldState, region: str, group_name: str) -> list[Untyped]:
    """The instances that live in a placement group."""
    return [instance for instance in live_instances(state, region) if instance.placement.group_name == group_name]


def check_group_zone(state: WorldState, region: str, group: Record | None, zone: str, machine: Machine) -> None:
    """A cluster placement group lies in the zone of its first instance."""
    if group is None or group["Strategy"] != "cluster":
        return
    for instance in members(state, region, group["GroupName"]):
        if zone_id(region, instance.availability_zone) != zone:
            raise no_capacity(machine.name, zone_name(region, zone) or zone)


def check_offered(region: str, zone: str, machine: Machine) -> None:
    """The zone offers the type."""
    if not is_offered(region, zone, machine.name):
        message = (
            f"Your requested instance type ({machine.name}) is not supported in your requested Availability Zone "
            f"({zone_name(region, zone)}). "
            f"Please retry your request by not specifying an Availability Zone or choosing {elsewhere(region, machine)}."
        )
        raise LaunchRefusal("Unsupported", message)


def elsewhere(region: str, machine: Machine) -> str:
    """Where a type is offered, in words."""
    return ", ".join(zone_name(region, zone) or zone for zone in zones_offering(region, machine.name)) or "another region"


def no_capacity(instance_type: str, zone: str) -> LaunchRefusal:
    """EC2's answer when a zone has no room."""
    message = (
        f"We currently do not have sufficient {instance_type} capacity in the Availability Zone you requested ({zone}). "
        "Our system will be working on provisioning additional capacity."
    )
    return LaunchRefusal("InsufficientInstanceCapacity", message)


def check_addresses(request: LaunchRequest, subnet: Untyped) -> None:
    """The subnet has an address for every interface that takes one."""
    needed = addresses_needed(request.interfaces) * request.minimum
    if needed > subnet.available_ip_address_count:
        message = f"There are not enough free addresses in subnet '{subnet.id}' to satisfy the requested number of instances."
        raise LaunchRefusal("InsufficientFreeAddressesInSubnet", message)


def find_place(state: WorldState, region: str, request: LaunchRequest, machine: Machine) -> Place:
    """Everything a launch names, found and fitting."""
    subnet = find_subnet(state, region, request)
    check_groups(state, region, request, subnet)
    check_subnets(request, subnet)
    group = find_group(state, region, request, machine)
    zone = zone_id(region, subnet.availability_zone) or ""
    return Place(subnet, zone, group)


def check_place(state: WorldState, region: str, request: LaunchRequest, machine: Machine, place: Place) -> None:
    """Whether the place can take the launch now."""
    check_offered(region, place.zone, machine)
    check_group_zone(state, region, place.group, place.zone, machine)
    check_addresses(request, place.subnet)
