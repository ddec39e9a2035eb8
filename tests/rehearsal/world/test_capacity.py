"""Limits, and the state of a reservation at a time."""

import datetime

import pytest

from rehearsal.world.capacity import (
    RESERVATIONS,
    CapacityError,
    add_capacity_block,
    add_on_demand_reservation,
    limit_of,
    set_capacity,
    state_of,
)
from rehearsal.world.state import WorldState

START = datetime.datetime(2026, 12, 1, 11, 30, tzinfo=datetime.UTC)
END = START + datetime.timedelta(days=1)
BLOCK = {"reservation_id": "cr-1", "instance_type": "p5.48xlarge", "zone_id": "use1-az2", "count": 2, "region": "us-east-1"}


@pytest.mark.parametrize(
    ("own", "now", "state"),
    [
        ("active", START - datetime.timedelta(seconds=1), "scheduled"),
        ("active", START, "active"),
        ("scheduled", START, "active"),
        ("active", END, "expired"),
        ("payment-pending", START, "payment-pending"),
        ("cancelled", END, "cancelled"),
    ],
)
def test_state_follows_the_clock(own, now, state) -> None:
    assert state_of({"State": own, "StartDate": START, "EndDate": END}, now) == state


def test_limit_of_a_zone_goes_before_the_limit_of_all() -> None:
    state = WorldState()
    assert limit_of(state, "p5.48xlarge", "use1-az2") is None
    set_capacity(state, {"instance_type": "p5.48xlarge", "zone_id": None, "count": 3})
    set_capacity(state, {"instance_type": "p5.48xlarge", "zone_id": "use1-az2", "count": 0})
    assert limit_of(state, "p5.48xlarge", "use1-az2") == 0
    assert limit_of(state, "p5.48xlarge", "use1-az6") == 3


def test_block_is_bought_once() -> None:
    state, fields = WorldState(), BLOCK | {"start": START.isoformat(), "end": END.isoformat()}
    add_capacity_block(state, fields)
    with pytest.raises(CapacityError, match="cr-1"):
        add_capacity_block(state, fields)


def test_dates_need_a_time_zone() -> None:
    with pytest.raises(CapacityError, match="time zone"):
        add_capacity_block(WorldState(), BLOCK | {"start": "2026-12-01T11:30:00", "end": END.isoformat()})


def test_an_on_demand_reservation_is_there_from_now_on_without_an_end() -> None:
    state = WorldState()
    add_on_demand_reservation(state, BLOCK)
    made = state.records("us-east-1", RESERVATIONS)["cr-1"]
    assert (made["ReservationType"], made["InstanceMatchCriteria"], made["EndDateType"]) == ("default", "targeted", "unlimited")
    assert "EndDate" not in made
    assert state_of(made, state.clock.now() + datetime.timedelta(days=9999)) == "active"
    with pytest.raises(CapacityError, match="cr-1"):
        add_on_demand_reservation(state, BLOCK)
    with pytest.raises(CapacityError, match="us-east-1 has the zones use1-az"):
        add_on_demand_reservation(state, BLOCK | {"reservation_id": "cr-2", "zone_id": "euw1-az1"})
