"""The blocks and reservations that a rehearsal is given because a declaration names them."""

import datetime

import pytest

from declaration.capacity import CapacityKind
from declaration.reading import read_declaration
from operations.demo.blocks import RENTED, BoughtCapacity, bought_for, seed
from rehearsal.control import WorldControlError
from tests.support.declarations import changed

NOW = datetime.datetime(2026, 12, 1, tzinfo=datetime.UTC)
WHERE = ("p5en.48xlarge", "use1-az2", "us-east-1", 16)
BLOCK = BoughtCapacity("cr-0123456789abcdef0", CapacityKind.CAPACITY_BLOCK, *WHERE)
RESERVED = {"kind": "reservation", "reservation": "cr-0fedcba9876543210"}
RESERVATION = BoughtCapacity(RESERVED["reservation"], CapacityKind.RESERVATION, *WHERE)


class Control:
    """A world that remembers what it is given, and refuses what it has."""

    def __init__(self, refusal: str = "already known") -> None:
        self.given: dict[str, dict[str, object]] = {}
        self.refusal = refusal

    def clock(self) -> datetime.datetime:
        return NOW

    def add_capacity_block(self, *, reservation_id: str, **rest: object) -> None:
        if reservation_id in self.given:
            raise WorldControlError(f"{reservation_id} is {self.refusal}")
        self.given[reservation_id] = rest

    add_on_demand_reservation = add_capacity_block


def cluster(**changes: object):
    return read_declaration(changed({path.replace("__", "."): value for path, value in changes.items()})).cluster


def test_a_block_holds_as_many_machines_as_its_pool_may():
    assert list(bought_for(cluster())) == [BLOCK]


def test_a_pool_bought_otherwise_needs_no_block():
    assert list(bought_for(read_declaration(changed({"pools[1].capacity": [{"kind": "spot"}]})).cluster)) == []


def test_the_world_gets_the_block_as_running_and_with_days_left():
    control = Control()
    assert seed(control, cluster()) == (BLOCK,)
    given = control.given[BLOCK.reservation]
    assert (given["instance_type"], given["zone_id"], given["count"], given["region"]) == ("p5en.48xlarge", "use1-az2", 16, "us-east-1")
    assert given["start"] < NOW
    assert given["end"] == NOW + RENTED


def test_a_block_that_the_world_has_is_left_as_it_is():
    control = Control()
    seed(control, cluster())
    assert seed(control, cluster()) == ()


def test_another_refusal_of_the_world_is_not_swallowed():
    control = Control(refusal="out of reach")
    seed(control, cluster())
    with pytest.raises(WorldControlError, match="out of reach"):
        seed(control, cluster())


def test_an_on_demand_reservation_is_given_beside_the_block_and_without_an_end():
    control = Control()
    both = cluster(**{"pools[1]__capacity": [{"kind": "capacity_block", "reservation": BLOCK.reservation}, RESERVED]})
    assert seed(control, both) == (BLOCK, RESERVATION)
    assert control.given[RESERVATION.reservation] == {
        "instance_type": "p5en.48xlarge",
        "zone_id": "use1-az2",
        "count": 16,
        "region": "us-east-1",
    }
    assert (BLOCK.lasts, RESERVATION.lasts) == ("7 days", "until cancelled")


def test_pools_that_share_a_reservation_get_room_for_both():
    shared = cluster(**{"pools[1]__capacity": [RESERVED], "pools[2]__capacity": [RESERVED]})
    assert [(one.reservation, one.nodes) for one in bought_for(shared)] == [
        (RESERVATION.reservation, shared.pools[1].nodes.max + shared.pools[2].nodes.max)
    ]
