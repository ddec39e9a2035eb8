"""EFA on a machine that has none."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, few_of, path_of
from declaration.rule import Facts, known_machines, problem, rule


@rule("efa-interface")
def efa_interface(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """`efa: true` needs a machine with a network card that takes an Elastic Fabric Adapter.

    EC2 refuses the launch otherwise, after minutes. Source: EC2 user guide, efa-acc-inst-types; recorded EfaInfo of DescribeInstanceTypes.
    """
    for index, pool, machine in known_machines(cluster, facts.catalog):
        if pool.efa and not machine.has_efa:
            others = facts.catalog.machines_like(machine, lambda other: other.has_efa)
            yield problem(
                path_of("pools", index, "efa"),
                True,
                "false or left out",
                "efa is {value}, but {machine} has no EFA; it must be {limit} there",
                f"leave efa out, or take a machine that has it: {few_of(others)}",
                machine=machine.name,
            )
