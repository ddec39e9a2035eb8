"""A control plane without a pool for its own services."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.pools import Purpose
from declaration.problems import Problem
from declaration.rule import Facts, problem, rule


@rule("system-pool")
def system_pool(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """A control plane comes with a system pool that holds at least one node.

    CoreDNS needs a node that no GPU taint closes; without one its add-on stays degraded and `up` fails. Source: EKS add-ons, CoreDNS.
    """
    if cluster.control_plane is None:
        return
    counts = [pool.nodes.desired for pool in cluster.pools if pool.purpose is Purpose.SYSTEM]
    if not any(counts):
        yield problem(
            "pools",
            f"{sum(counts)} system nodes",
            "at least 1 system node beside a control plane",
            "the pools hold {value}; there must be {limit}, or cluster DNS has no node to run on",
            "add a pool such as {name: system, purpose: system, machine: m7i.2xlarge, nodes: 2}",
        )
