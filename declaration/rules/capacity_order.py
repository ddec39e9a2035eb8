"""The same capacity twice in one pool."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.capacity import CapacityBlock, Reservation
from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, path_of
from declaration.rule import Facts, problem, rule


@rule("capacity-order")
def capacity_order(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """A pool names each way to buy its machines once; several blocks or reservations are told apart by their ids.

    Each option becomes a node group, and the first holds the nodes until they are moved to the next in order: a repeated one could never
    hold any. Source: planning/groups.py; karpenter-provider-aws #8514 (several blocks, the first of them full).
    """
    for index, pool in enumerate(cluster.pools):
        for position, option in enumerate(pool.capacity):
            if option in pool.capacity[:position]:
                reserved = isinstance(option, CapacityBlock | Reservation)
                yield problem(
                    path_of("pools", index, "capacity", position, "reservation" if reserved else "kind"),
                    option.reservation if isinstance(option, CapacityBlock | Reservation) else option.kind.value,
                    "each option once in a pool",
                    "{value} stands twice in pool {pool}; the limit is {limit}",
                    "leave the repeated option out" + (", or write the other reservation's id" if reserved else ""),
                    pool=pool.name,
                )
