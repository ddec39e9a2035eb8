"""A pool in another zone than the one subnet of the nodes."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, path_of
from declaration.rule import Facts, problem, rule


@rule("node-zone")
def node_zone(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """All pools sit in the cluster's zone: its network has one subnet for nodes, and EFA crosses no zone.

    Source: EC2 user guide, EFA limitations; components/aws/network.py makes that one subnet.
    """
    for index, pool in enumerate(cluster.pools):
        if pool.zone not in (None, cluster.zone):
            yield problem(
                path_of("pools", index, "zone"),
                pool.zone,
                f"{cluster.zone}, the cluster's zone",
                "pool {pool} is in zone {value}; it must be {limit}, where the only subnet for nodes is",
                f"leave zone out, or declare a cluster of its own in {pool.zone}",
                pool=pool.name,
            )
