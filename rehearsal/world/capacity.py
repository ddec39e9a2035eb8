"""What there is to launch on: capacity that tests set, and capacity reservations that somebody bought."""

import datetime
from collections.abc import Mapping
from typing import Any, Final

from rehearsal.world.calls import ACCOUNT_ID
from rehearsal.world.state import Record, WorldState
from rehearsal.world.zones import zone_ids, zone_name

RESERVATIONS: Final = "ec2:capacity-reservations"
"""Our store of capacity reservations."""


class CapacityError(ValueError):
    """Capacity that can't be set; the message says what to write instead."""


def set_capacity(state: WorldState, fields: Mapping[str, Any]) -> None:
    """Limit what on-demand and spot launches of a type may have running, in one zone or in each."""
    count = int(fields["count"])
    if count < 0:
        raise CapacityError(f"count={count}: capacity is a number of instances, 0 or more")
    state.capacity[str(fields["instance_type"]), str(fields.get("zone_id") or "")] = count


def limit_of(state: WorldState, instance_type: str, zone: str) -> int | None:
    """How many instances of a type may run in a zone (by id); None without a limit."""
    own = state.capacity.get((instance_type, zone))
    return own if own is not None else state.capacity.get((instance_type, ""))


def add_capacity_block(state: WorldState, fields: Mapping[str, Any]) -> None:
    """Seed a capacity block: it begins and ends at times that were bought."""
    start, end = (datetime.datetime.fromisoformat(str(fields[key])) for key in ("start", "end"))
    if start.tzinfo is None or end.tzinfo is None or end <= start:
        raise CapacityError(f"start={start}, end={end}: both need a time zone, and the end lies after the start")
    dates = {"State": str(fields.get("state") or "active"), "StartDate": start, "EndDate": end, "EndDateType": "limited"}
    _add_reservation(state, fields, {**dates, "ReservationType": "capacity-block"})


def add_on_demand_reservation(state: WorldState, fields: Mapping[str, Any]) -> None:
    """Seed an on-demand capacity reservation for launches that name it: there from now until it is cancelled."""
    dates = {"State": "active", "StartDate": state.clock.now(), "EndDateType": "unlimited"}
    _add_reservation(state, fields, {**dates, "ReservationType": "default"})


def _add_reservation(state: WorldState, fields: Mapping[str, Any], kind: Mapping[str, Any]) -> None:
    """Add a reservation in the form that DescribeCapacityReservations shows it."""
    ident, region, zone = str(fields["reservation_id"]), str(fields["region"]), str(fields["zone_id"])
    name = zone_name(region, zone)
    if name is None:
        raise CapacityError(f"zone_id={zone!r}: {region} has the zones {', '.join(zone_ids(region))}")
    bought = state.records(region, RESERVATIONS)
    if ident in bought:
        raise CapacityError(f"reservation_id={ident!r} is bought already: a second one needs an id of its own")
    bought[ident] = {
        "CapacityReservationId": ident,
        "OwnerId": ACCOUNT_ID,
        "CapacityReservationArn": f"arn:aws:ec2:{region}:{ACCOUNT_ID}:capacity-reservation/{ident}",
        "AvailabilityZoneId": zone,
        "AvailabilityZone": name,
        "InstanceType": str(fields["instance_type"]),
        "InstancePlatform": "Linux/UNIX",
        "Tenancy": "default",
        "TotalInstanceCount": int(fields["count"]),
        "EbsOptimized": False,
        "EphemeralStorage": False,
        "InstanceMatchCriteria": "targeted",
        "CreateDate": state.clock.now(),
        "Tags": [],
        **kind,
    }


def state_of(reservation: Record, now: datetime.datetime) -> str:
    """The state of a reservation at a time: its own, save that the clock can't be before its start or past its end when active."""
    own = str(reservation["State"])
    if own not in ("active", "scheduled"):
        return own
    if now < reservation["StartDate"]:
        return "scheduled"
    end = reservation.get("EndDate")
    return "expired" if end is not None and now >= end else "active"
