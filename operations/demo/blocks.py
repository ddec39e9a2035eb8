"""The capacity blocks that a declaration names, as if bought: blocks are bought outside Pulumi, so a rehearsal must be given them."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from declaration.capacity import CapacityBlock
from declaration.cluster import ClusterDeclaration
from rehearsal.control import WorldControl, WorldControlError

RENTED = datetime.timedelta(days=7)


@dataclass(frozen=True)
class BoughtBlock:
    """One capacity block: as many machines as the pool may hold, in the pool's zone."""

    reservation: str
    machine: str
    zone: str
    region: str
    nodes: int


def blocks_of(cluster: ClusterDeclaration) -> Iterator[BoughtBlock]:
    """The blocks that the pools of a declaration draw on."""
    for pool in cluster.pools:
        for option in pool.capacity:
            if isinstance(option, CapacityBlock):
                yield BoughtBlock(option.reservation, pool.machine, cluster.zone_of(pool), cluster.region, pool.nodes.max)


def seed(control: WorldControl, cluster: ClusterDeclaration) -> tuple[BoughtBlock, ...]:
    """Give the world every block that the declaration names and that it does not know yet; returns those given."""
    given = []
    now = control.clock()
    for block in blocks_of(cluster):
        try:
            control.add_capacity_block(
                reservation_id=block.reservation,
                instance_type=block.machine,
                zone_id=block.zone,
                count=block.nodes,
                region=block.region,
                start=now - datetime.timedelta(hours=1),
                end=now + RENTED,
            )
        except WorldControlError as error:
            if "already" not in str(error):
                raise
        else:
            given.append(block)
    return tuple(given)
