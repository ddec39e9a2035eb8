"""A machine that the catalogue does not know."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.explaining import closest, did_you_mean
from declaration.problems import Problem, few_of, path_of
from declaration.rule import Facts, problem, rule


@rule("known-machine")
def known_machine(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """Every pool's machine is one of the catalogue, whose facts shape its network interfaces, its image and its price.

    Source: catalog/data/machines, one file a machine.
    """
    known = sorted(facts.catalog.machines)
    for index, pool in enumerate(cluster.pools):
        if pool.machine not in facts.catalog.machines:
            meant = did_you_mean(pool.machine, known)
            add = f"add its facts as catalog/data/machines/{cluster.cloud}/<machine>.yaml"
            yield problem(
                path_of("pools", index, "machine"),
                pool.machine,
                few_of(closest(pool.machine, known)),
                "the catalogue does not know the machine {value}; it knows {limit}",
                f"did you mean {meant}? Else {add}" if meant else f"write one of these, or {add}",
            )
