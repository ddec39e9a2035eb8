"""A scratch file system with EFA that FSx does not make, or that no node reaches by EFA."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.fabric import has_efa
from declaration.problems import Level, Problem, one_of
from declaration.rule import Facts, known_machines, problem, rule
from declaration.scratch import FsxLustre, ScratchDeployment

NO_CLIENT_FAMILIES = ("trn2", "trn2n")
"""Machines with EFA that are no EFA clients of FSx (FSx for Lustre guide, EFA-enabled file systems)."""

PATH = "storage.scratch.efa"


@rule("scratch-efa")
def scratch_efa(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """EFA needs persistent_2; where all pools of the stack would reach the file system by TCP, that is warned of.

    EFA is set at creation and cannot be changed later. Source: FSx for Lustre guide, EFA-enabled file systems.
    """
    scratch = cluster.storage.scratch if cluster.storage is not None else None
    if not isinstance(scratch, FsxLustre) or not scratch.efa:
        return
    if scratch.deployment is not ScratchDeployment.PERSISTENT_2:
        limit = f"false or left out with {scratch.deployment}"
        yield problem(PATH, True, limit, "efa is {value}; it must be {limit}", "write deployment: persistent_2, or leave efa out")
    machines = [(pool, machine) for _, pool, machine in known_machines(cluster, facts.catalog)]
    clients = [pool for pool, machine in machines if has_efa(pool, machine) and machine.family not in NO_CLIENT_FAMILIES]
    if machines and not clients:
        names = one_of(sorted({machine.name for _, machine in machines}))
        limit = "true only beside a pool whose nodes have EFA"
        says = "efa is {value}, and no node uses it: {machines} reach the file system over TCP; it should be {limit}"
        remedy = "leave efa out, or take a machine with EFA; trn2 reaches FSx over TCP all the same"
        yield problem(PATH, True, limit, says, remedy, level=Level.WARNING, machines=names)
