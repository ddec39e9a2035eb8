"""The reserved capacity that a declaration names, as if bought: it is bought outside Pulumi, so a rehearsal must be given it."""

import dataclasses
import datetime
from collections.abc import Iterator

from declaration.capacity import CapacityBlock, CapacityKind, Reservation
from declaration.cluster import ClusterDeclaration
from rehearsal.control import WorldControl, WorldControlError

RENTED = datetime.timedelta(days=7)


@dataclasses.dataclass(frozen=True)
class BoughtCapacity:
    """One capacity block or on-demand reservation: as many machines as the pools on it may hold, in the first one's zone."""

    reservation: str
    kind: CapacityKind
    machine: str
    zone: str
    region: str
    nodes: int

    @property
    def lasts(self) -> str:
        """For how long it is there, in words."""
        return f"{RENTED.days} days" if self.kind is CapacityKind.CAPACITY_BLOCK else "until cancelled"


def bought_for(cluster: ClusterDeclaration) -> Iterator[BoughtCapacity]:
    """The blocks and reservations that the pools of a declaration draw on, each once."""
    found: dict[str, BoughtCapacity] = {}
    for pool in cluster.pools:
        for option in dict.fromkeys(option for option in pool.capacity if isinstance(option, CapacityBlock | Reservation)):
            zone = cluster.zone_of(pool)
            new = BoughtCapacity(option.reservation, option.kind, pool.machine, zone, cluster.region, pool.nodes.max)
            known = found.get(option.reservation)
            found[option.reservation] = dataclasses.replace(known, nodes=known.nodes + new.nodes) if known else new
    yield from found.values()


def give(control: WorldControl, bought: BoughtCapacity) -> bool:
    """Give the world a block or reservation; False if it knows it already."""
    now = control.clock()
    try:
        if bought.kind is CapacityKind.CAPACITY_BLOCK:
            control.add_capacity_block(
                reservation_id=bought.reservation,
                instance_type=bought.machine,
                zone_id=bought.zone,
                count=bought.nodes,
                region=bought.region,
                start=now - datetime.timedelta(hours=1),
                end=now + RENTED,
            )
        else:
            control.add_on_demand_reservation(
                reservation_id=bought.reservation,
                instance_type=bought.machine,
                zone_id=bought.zone,
                count=bought.nodes,
                region=bought.region,
            )
    except WorldControlError as error:
        if "already" not in str(error):
            raise
        return False
    return True


def seed(control: WorldControl, cluster: ClusterDeclaration) -> tuple[BoughtCapacity, ...]:
    """Give the world everything bought that the declaration names and that it does not know yet; returns what was given."""
    return tuple(bought for bought in bought_for(cluster) if give(control, bought))
