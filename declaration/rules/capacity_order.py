"""The same kind of capacity twice in one pool."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, path_of
from declaration.rule import Facts, problem, rule


@rule("capacity-order")
def capacity_order(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """A pool names each kind of capacity once: each option becomes a node group named after its kind, and one of them holds the nodes.

    Source: docs/decisions and planning/groups.py: `<pool>-<kind>` is the group's name.
    """
    for index, pool in enumerate(cluster.pools):
        kinds = [option.kind for option in pool.capacity]
        for position, kind in enumerate(kinds):
            if kind in kinds[:position]:
                yield problem(
                    path_of("pools", index, "capacity", position, "kind"),
                    kind.value,
                    "each kind once in a pool",
                    "{value} stands twice in pool {pool}; the limit is {limit}, since only one group of a kind can hold the pool's nodes",
                    "write a second pool for the second block or reservation, or leave the repeated option out",
                    pool=pool.name,
                )
