"""A part of an UltraServer's capacity block."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.capacity import CapacityBlock
from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, one_of, path_of
from declaration.rule import Facts, known_machines, problem, rule


@rule("ultraserver-block")
def ultraserver_block(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """A pool on a capacity block of UltraServers holds all machines of one: min, desired and max are that number.

    The machines of an UltraServer are sold, placed and ended as one. Sources: EC2 user guide, UltraServers; ParallelCluster PR 6928.
    """
    for index, pool, machine in known_machines(cluster, facts.catalog):
        sizes = sorted({server.machines for server in machine.ultraservers})
        blocks = [option for option in pool.capacity if isinstance(option, CapacityBlock)]
        counts = (pool.nodes.min, pool.nodes.desired, pool.nodes.max)
        whole = len(set(counts)) == 1 and counts[0] in sizes
        if not sizes or not blocks or whole:
            continue
        allowed = one_of(map(str, sizes))
        yield problem(
            path_of("pools", index, "nodes"),
            counts[0] if len(set(counts)) == 1 else f"{counts[0]} to {counts[2]}, {counts[1]} at first",
            f"{allowed} nodes, min, desired and max alike",
            "pool {pool} takes {value} nodes of {block}; a capacity block of {machine} UltraServers holds {limit}",
            f"write nodes: {allowed}, the size that the block was bought in",
            pool=pool.name,
            block=one_of(block.reservation for block in blocks),
            machine=machine.name,
        )
