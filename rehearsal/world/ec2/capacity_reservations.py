"""Reading of capacity reservations and capacity blocks; they are bought outside, so the control API seeds them."""

from typing import Final

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.capacity import RESERVATIONS
from rehearsal.world.ec2.filters import filtered
from rehearsal.world.launcher.supply import described
from rehearsal.world.registry import answers
from rehearsal.world.state import Record
from rehearsal.world.untyped import Untyped

FILTERS: Final = {
    "instance-type": "InstanceType",
    "state": "State",
    "availability-zone": "AvailabilityZone",
    "availability-zone-id": "AvailabilityZoneId",
    "instance-platform": "InstancePlatform",
    "instance-match-criteria": "InstanceMatchCriteria",
    "end-date-type": "EndDateType",
    "tenancy": "Tenancy",
    "owner-id": "OwnerId",
}


def chosen(call: Call, ids: list[str]) -> list[Record]:
    """The reservations of these ids, or all of them."""
    known = call.records(RESERVATIONS)
    for ident in ids:
        if ident not in known:
            raise Refusal("InvalidCapacityReservationId.NotFound", f"The capacity reservation ID '{ident}' does not exist.")
    return [described(call.state, call.region, record) for ident, record in known.items() if not ids or ident in ids]


@answers("ec2", "DescribeCapacityReservations")
def describe_reservations(call: Call) -> Untyped:
    """Reservations with what is free in them now."""
    records = chosen(call, call.params.get("CapacityReservationIds") or [])
    return {"CapacityReservations": filtered(records, call.params.get("Filters"), FILTERS)}


@answers("ec2", "DescribeCapacityBlockStatus")
def describe_block_status(call: Call) -> Untyped:
    """How full each block is."""
    blocks = [block for block in chosen(call, []) if block["ReservationType"] == "capacity-block"]
    statuses = [
        {
            "CapacityBlockId": block["CapacityReservationId"],
            "InterconnectStatus": "ok",
            "TotalCapacity": block["TotalInstanceCount"],
            "TotalAvailableCapacity": block["AvailableInstanceCount"],
            "TotalUnavailableCapacity": 0,
        }
        for block in blocks
    ]
    return {"CapacityBlockStatuses": statuses}
