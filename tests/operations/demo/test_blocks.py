"""The blocks that a rehearsal is given because a declaration names them."""

import datetime

import pytest

from declaration.reading import read_declaration
from operations.demo.blocks import RENTED, BoughtBlock, blocks_of, seed
from rehearsal.control import WorldControlError
from tests.support.declarations import changed

NOW = datetime.datetime(2026, 12, 1, tzinfo=datetime.UTC)
BLOCK = BoughtBlock("cr-0123456789abcdef0", "p5en.48xlarge", "use1-az2", "us-east-1", 16)


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


def cluster(**changes: object):
    return read_declaration(changed({path.replace("__", "."): value for path, value in changes.items()})).cluster


def test_a_block_holds_as_many_machines_as_its_pool_may():
    assert list(blocks_of(cluster())) == [BLOCK]


def test_a_pool_bought_otherwise_needs_no_block():
    assert list(blocks_of(read_declaration(changed({"pools[1].capacity": [{"kind": "spot"}]})).cluster)) == []


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
