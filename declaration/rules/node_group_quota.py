"""More nodes than a managed node group holds, or more groups than a cluster."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.pools import MAX_POOLS
from declaration.problems import Level, Problem, path_of
from declaration.rule import Facts, problem, rule

MAX_NODES = 450
"""Nodes of a managed node group (service quota L-BD136A63, its default)."""

MAX_GROUPS = 30
"""Managed node groups of a cluster (service quota L-6D54EA21, its default)."""


@rule("node-group-quota")
def node_group_quota(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """A pool holds at most 450 nodes, a cluster 150 node groups; more than 30 are warned of, since that quota can be raised.

    Each capacity option of a pool is one group. Source: EKS service quotas L-BD136A63 and L-6D54EA21; cdk-eks-blueprints,
    GenericClusterPropsV2Constraints, for how far the second is ever raised.
    """
    for index, pool in enumerate(cluster.pools):
        if pool.nodes.max > MAX_NODES:
            yield problem(
                path_of("pools", index, "nodes", "max"),
                pool.nodes.max,
                f"{MAX_NODES} nodes a managed node group",
                "pool {pool} holds up to {value} nodes; the limit is {limit}",
                f"write several pools of at most {MAX_NODES} nodes",
                pool=pool.name,
            )
    groups = sum(len(pool.capacity) for pool in cluster.pools)
    if groups > MAX_POOLS:
        says = "the pools become {value} node groups; even a raised quota ends at {limit}"
        yield problem("pools", groups, f"{MAX_POOLS} node groups a cluster", says, "leave out capacity options, or make several clusters")
    elif groups > MAX_GROUPS:
        limit = f"{MAX_GROUPS} node groups a cluster"
        remedy = "leave out capacity options, or have the quota L-6D54EA21 raised before `up`"
        says = "the pools become {value} node groups; the default limit is {limit}"
        yield problem("pools", groups, limit, says, remedy, level=Level.WARNING)
