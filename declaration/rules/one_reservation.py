"""One reservation that two pools name for different things."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.capacity import CapacityBlock, Reservation
from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, path_of
from declaration.rule import Facts, problem, rule


@rule("one-reservation")
def one_reservation(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """A reservation holds machines of one type and is of one kind, so all options that name it agree in both.

    EC2 refuses launches of another type into it. Source: EC2 API, CapacityReservation: one InstanceType, one ReservationType.
    """
    known: dict[str, str] = {}
    for index, pool in enumerate(cluster.pools):
        for position, option in enumerate(pool.capacity):
            if not isinstance(option, CapacityBlock | Reservation):
                continue
            here = f"{option.kind} of {pool.machine}"
            first = known.setdefault(option.reservation, here)
            if first != here:
                yield problem(
                    path_of("pools", index, "capacity", position),
                    here,
                    f"{first}, as {option.reservation} is elsewhere",
                    "{reservation} is a {value} here; it must be a {limit}",
                    "write the id of the reservation that was bought for this machine",
                    reservation=option.reservation,
                )
