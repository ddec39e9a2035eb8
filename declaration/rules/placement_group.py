"""A placement group where a reservation has already placed the machines, or where the machine takes none."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.machines import PlacementStrategy
from declaration.capacity import CapacityKind
from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, path_of
from declaration.rule import Facts, known_machines, problem, rule

_PLACED = {
    CapacityKind.CAPACITY_BLOCK: "a block's machines stand close together already, and a placement group can make them unavailable",
    CapacityKind.RESERVATION: "a reservation's machines stand where it put them, and a group made here cannot hold them",
}


@rule("placement-group")
def placement_group(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """`placement_group: true` excludes capacity blocks and reservations, and needs a machine that takes the cluster strategy.

    Inside a placement group a launch can meet InsufficientInstanceCapacity while the block has room. Sources: ParallelCluster's
    PlacementGroupCapacityTypeValidator; EC2 user guide, cr-cpg; recorded PlacementGroupInfo of DescribeInstanceTypes.
    """
    for index, pool, machine in known_machines(cluster, facts.catalog):
        if not pool.placement_group:
            continue
        path = path_of("pools", index, "placement_group")
        for option in pool.capacity:
            if option.kind in _PLACED:
                yield problem(
                    path,
                    True,
                    f"false or left out with {option.kind}",
                    "placement_group is {value}; it must be {limit}: {reason}",
                    f"leave placement_group out: groups of the pool that are not bought by {option.kind} get one where they need it",
                    reason=_PLACED[option.kind],
                )
        if PlacementStrategy.CLUSTER not in machine.placement_strategies:
            limit = f"false or left out with {machine.name}"
            says = "placement_group is {value}; it must be {limit}, which takes no cluster placement group"
            yield problem(path, True, limit, says, "leave placement_group out, or take another machine")
