"""More nodes on a capacity block than a block can hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from declaration.capacity import CapacityBlock
from declaration.cluster import ClusterDeclaration
from declaration.pools import Pool
from declaration.problems import Problem, path_of
from declaration.rule import Facts, problem, rule

MAX_PER_BLOCK = 64
"""Instances of one capacity block (EC2 user guide, ec2-capacity-blocks)."""

MAX_OVER_BLOCKS = 256
"""Instances over all capacity blocks of an account on one date (same page)."""


@rule("capacity-block-size")
def capacity_block_size(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """The pools on one capacity block hold at most 64 nodes, and those on all blocks at most 256.

    A block cannot be larger, so nodes beyond it never come. Source: EC2 user guide, ec2-capacity-blocks.
    """
    total = 0
    for reservation, pools in _pools_by_block(cluster).items():
        nodes = sum(pool.nodes.max for pool in pools.values())
        total += nodes
        if nodes > MAX_PER_BLOCK:
            path = path_of("pools", min(pools), "nodes", "max")
            limit = f"{MAX_PER_BLOCK} nodes a capacity block"
            says = "the pools on capacity block {block} hold up to {value} nodes; the limit is {limit}"
            remedy = "buy a further block and write a pool of its own for it, or lower max"
            yield problem(path, nodes, limit, says, remedy, block=reservation)
    if total > MAX_OVER_BLOCKS:
        limit = f"{MAX_OVER_BLOCKS} nodes over all capacity blocks of an account"
        yield problem("pools", total, limit, "the pools on capacity blocks hold up to {value} nodes; the limit is {limit}", "lower max")


def _pools_by_block(cluster: ClusterDeclaration) -> Mapping[str, Mapping[int, Pool]]:
    blocks: dict[str, dict[int, Pool]] = {}
    for index, pool in enumerate(cluster.pools):
        for option in pool.capacity:
            if isinstance(option, CapacityBlock):
                blocks.setdefault(option.reservation, {})[index] = pool
    return blocks
