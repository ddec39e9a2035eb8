"""A control plane without a pool for its own services."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.pools import Purpose
from declaration.problems import Problem, path_of
from declaration.rule import Facts, known_machines, problem, rule


@rule("system-pool")
def system_pool(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """A control plane comes with a system pool that holds at least one node, on machines without accelerators.

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
    for index, pool, machine in known_machines(cluster, facts.catalog):
        if pool.purpose is Purpose.SYSTEM and machine.accelerators is not None:
            yield problem(
                path_of("pools", index, "machine"),
                machine.name,
                "a machine without accelerators in a system pool",
                "{value} of pool {pool} has accelerators and takes no pods that ask for none; it must be {limit}",
                "write a general machine such as m7i.2xlarge, or another purpose",
                pool=pool.name,
            )
