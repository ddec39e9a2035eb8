"""Node counts that contradict each other, or a group that may hold no node at all."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, path_of
from declaration.rule import Facts, problem, rule


@rule("node-counts")
def node_counts(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """min ≤ desired ≤ max, and max is at least 1.

    EKS refuses a scaling configuration otherwise, after the control plane is up. Source: EKS API, NodegroupScalingConfig.
    """
    for index, pool in enumerate(cluster.pools):
        nodes = pool.nodes
        path = path_of("pools", index, "nodes")
        if nodes.max < 1:
            remedy = f"write {{min: 0, desired: 0, max: N}} for a pool that starts empty, or leave pool {pool.name} out"
            yield problem(path, nodes.max, "at least 1", "max of pool {pool} is {value}; it must be {limit}", remedy, pool=pool.name)
        elif not nodes.min <= nodes.desired <= nodes.max:
            yield problem(
                path_of("pools", index, "nodes", "desired"),
                nodes.desired,
                f"between min ({nodes.min}) and max ({nodes.max})",
                "desired of pool {pool} is {value}; it must be {limit}",
                "write a min that is no larger than desired, and a max that is no smaller",
                pool=pool.name,
            )
