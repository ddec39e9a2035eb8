"""Capacity of a kind that the machine is not sold by."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from catalog.machines import Machine, UsageClass
from declaration.capacity import CapacityKind
from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, few_of, one_of, path_of
from declaration.rule import Facts, known_machines, problem, rule

USAGE_CLASSES = {
    CapacityKind.ON_DEMAND: UsageClass.ON_DEMAND,
    CapacityKind.RESERVATION: UsageClass.ON_DEMAND,
    CapacityKind.SPOT: UsageClass.SPOT,
    CapacityKind.CAPACITY_BLOCK: UsageClass.CAPACITY_BLOCK,
}
"""The usage class by which EC2 sells each kind of capacity."""


@rule("usage-class")
def usage_class(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """Each capacity option is a usage class of the pool's machine.

    EC2 refuses the launch otherwise, after the rest of the cluster is up. Sources: recorded SupportedUsageClasses of
    DescribeInstanceTypes; ParallelCluster's CapacityTypeValidator.
    """
    for index, pool, machine in known_machines(cluster, facts.catalog):
        allowed = [kind.value for kind, usage in USAGE_CLASSES.items() if usage in machine.usage_classes]
        for position, option in enumerate(pool.capacity):
            if option.kind.value not in allowed:
                sold_so = facts.catalog.machines_like(machine, functools.partial(_is_sold_as, option.kind))
                yield problem(
                    path_of("pools", index, "capacity", position, "kind"),
                    option.kind.value,
                    one_of(allowed),
                    "{machine} is not sold as {value}; it is sold as {limit}",
                    f"write {one_of(allowed)}, or take a machine sold as {option.kind}: {few_of(sold_so)}",
                    machine=machine.name,
                )


def _is_sold_as(kind: CapacityKind, machine: Machine) -> bool:
    return USAGE_CLASSES[kind] in machine.usage_classes
