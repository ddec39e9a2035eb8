"""What instances are made of: reservations that were bought, and what the zones have for everybody."""

from rehearsal.world.capacity import RESERVATIONS, limit_of, state_of
from rehearsal.world.launcher.machines import Machine
from rehearsal.world.launcher.places import Place, live_instances, no_capacity
from rehearsal.world.launcher.refusals import LaunchRefusal, RequestRefusal
from rehearsal.world.launcher.request import LaunchRequest
from rehearsal.world.state import Record, WorldState
from rehearsal.world.zones import zone_id, zone_name


def check_market(state: WorldState, region: str, request: LaunchRequest, machine: Machine) -> None:
    """The type is sold that way, and market and reservation go together."""
    if request.market not in machine.usage_classes and request.market in ("on-demand", "spot", "capacity-block"):
        message = f"The instance type '{machine.name}' does not support the market type '{request.market}'."
        raise RequestRefusal("Unsupported", message)
    if request.market == "capacity-block" and not request.reservation_id:
        message = "A Capacity Reservation ID must be specified with the market type 'capacity-block'."
        raise RequestRefusal("InvalidParameterCombination", message)
    if request.market == "spot" and request.reservation_id:
        raise RequestRefusal("InvalidParameterCombination", "A Capacity Reservation cannot be specified with the market type 'spot'.")
    if request.market != "spot" and request.tags.get("spot-instances-request"):
        message = "'spot-instances-request' is not a valid taggable resource type for this operation."
        raise RequestRefusal("InvalidParameterValue", message)


def used(state: WorldState, region: str, reservation_id: str) -> int:
    """Instances that run on a reservation."""
    return sum(getattr(instance, "capacity_reservation_id", None) == reservation_id for instance in live_instances(state, region))


def described(state: WorldState, region: str, reservation: Record) -> Record:
    """A reservation as it is now: its state by the clock, its free instances by what runs on it."""
    free = reservation["TotalInstanceCount"] - used(state, region, reservation["CapacityReservationId"])
    now = state_of(reservation, state.clock.now())
    return {**reservation, "State": now, "AvailableInstanceCount": free if now == "active" else 0}


def find_reservation(state: WorldState, region: str, request: LaunchRequest, place: Place) -> Record:
    """The reservation of a launch: it exists, is active, and is of the right market, type and zone."""
    known = state.records(region, RESERVATIONS)
    if request.reservation_id not in known:
        message = f"The capacity reservation ID '{request.reservation_id}' does not exist."
        raise LaunchRefusal("InvalidCapacityReservationId.NotFound", message)
    found = described(state, region, known[request.reservation_id])
    if (found["ReservationType"] == "capacity-block") != (request.market == "capacity-block"):
        raise LaunchRefusal(
            "InvalidParameterValue", "The market type (purchasing) option is not valid. Choose a different market type and try again."
        )
    if found["State"] != "active":
        message = f"The capacity reservation '{request.reservation_id}' is in state '{found['State']}', not 'active'."
        raise LaunchRefusal("InvalidCapacityReservationState", message)
    if found["InstanceType"] != request.instance_type or found["AvailabilityZoneId"] != place.zone:
        message = (
            f"The capacity reservation '{request.reservation_id}' ({found['InstanceType']} in {found['AvailabilityZone']}) does not match "
            f"the requested {request.instance_type} in {zone_name(region, place.zone)}."
        )
        raise LaunchRefusal("InvalidParameterValue", message)
    return found


def available(state: WorldState, region: str, request: LaunchRequest, place: Place) -> int:
    """How many instances of the request can be had now: at least its minimum, at most its maximum."""
    if request.reservation_id:
        free = int(find_reservation(state, region, request, place)["AvailableInstanceCount"])
        if free < request.minimum:
            message = "The requested reservation does not have sufficient compatible and available capacity for this request."
            raise LaunchRefusal("ReservationCapacityExceeded", message)
        return min(free, request.maximum)
    limit = limit_of(state, request.instance_type, place.zone)
    if limit is None:
        return request.maximum
    running = [
        instance
        for instance in live_instances(state, region)
        if instance.instance_type == request.instance_type
        and zone_id(region, instance.availability_zone) == place.zone
        and not getattr(instance, "capacity_reservation_id", None)
    ]
    free = limit - len(running)
    if free < request.minimum:
        raise no_capacity(request.instance_type, zone_name(region, place.zone) or place.zone)
    return min(free, request.maximum)
