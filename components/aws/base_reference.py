"""What a cluster takes from its base stack: read by name, checked against the declaration, refused in one message."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum

import pulumi
from pydantic import ValidationError

from components.aws.network import pools_outside
from declaration.base_outputs import BaseOutputs
from declaration.cluster import ClusterDeclaration
from declaration.network import BaseNetwork, ExistingNetwork
from declaration.scratch import BaseScratch

BASE_OUTPUT = "base"
"""Name of the stack output that carries a base."""


async def read_bases(cluster: ClusterDeclaration) -> dict[str, BaseOutputs]:
    """Read every base stack that the declaration names, by stack name; an unfit one stops the program with pulumi.RunError.

    It is awaited before the first resource is registered, so that nothing is made on a base that does not fit.
    """
    stacks = _named_stacks(cluster)
    bases = {stack: check_base(stack, await _read(stack), cluster, stacks[stack]) for stack in stacks}
    apart = scratch_apart(cluster, bases)
    if apart is not None:
        raise pulumi.RunError(apart)
    return bases


class Taken(StrEnum):
    """What a declaration takes from a base stack, by the field that says so."""

    NETWORK = "network.from_stack"
    CHECKPOINTS = "storage.checkpoints.from_stack"
    SCRATCH = "storage.scratch.from_stack"


def _named_stacks(cluster: ClusterDeclaration) -> dict[str, set[Taken]]:
    """Return each base stack that the declaration names, with what it takes from it."""
    storage = cluster.storage
    checkpoints = storage.checkpoints if storage is not None else None
    scratch = storage.scratch if storage is not None else None
    named = (
        (Taken.NETWORK, cluster.network.from_stack if isinstance(cluster.network, BaseNetwork) else None),
        (Taken.CHECKPOINTS, checkpoints.from_stack if checkpoints is not None else None),
        (Taken.SCRATCH, scratch.from_stack if isinstance(scratch, BaseScratch) else None),
    )
    stacks: dict[str, set[Taken]] = {}
    for taken, stack in named:
        if stack is not None:
            stacks.setdefault(stack, set()).add(taken)
    return stacks


def scratch_apart(cluster: ClusterDeclaration, bases: Mapping[str, BaseOutputs]) -> str | None:
    """Say so where a base's scratch file system stands in another network than the nodes, which then cannot reach it."""
    scratch = cluster.storage.scratch if cluster.storage is not None else None
    if not isinstance(scratch, BaseScratch):
        return None
    network, there = cluster.network, bases[scratch.from_stack].vpc_id
    if isinstance(network, BaseNetwork):
        here = bases[network.from_stack].vpc_id
    else:
        here = network.existing.vpc_id if isinstance(network, ExistingNetwork) else "a network of this stack's own"
    if here == there:
        return None
    return (
        f"{Taken.SCRATCH} names {scratch.from_stack}, whose file system stands in {there}, and the nodes stand in {here}: "
        f"write network: {{from_stack: {scratch.from_stack}}}, or declare a file system here"
    )


async def _read(stack: str) -> object:
    """Read a stack's base output; None where it has none."""
    reference = pulumi.StackReference(f"{pulumi.get_organization()}/{pulumi.get_project()}/{stack}")
    details = await reference.get_output_details(BASE_OUTPUT)
    found: object = details.value if details.value is not None else details.secret_value
    return found


def check_base(stack: str, raw: object, cluster: ClusterDeclaration, taken: Collection[Taken]) -> BaseOutputs:
    """Return a base stack's outputs if they stand and fit the cluster; raises pulumi.RunError otherwise."""
    if raw is None:
        raise pulumi.RunError(
            f"stack {stack} has no output `{BASE_OUTPUT}`: run `pulumi up -s {stack}` first, or name another stack in network.from_stack"
        )
    if not isinstance(raw, Mapping):
        raise pulumi.RunError(f"stack {stack}: output `{BASE_OUTPUT}` is no record but {raw!r}; name a base stack in network.from_stack")
    try:
        base = BaseOutputs.model_validate(dict(raw))
    except ValidationError as error:
        fields = "; ".join(f"{'.'.join(str(step) for step in one['loc'])}: {one['msg']}" for one in error.errors())
        raise pulumi.RunError(
            f"stack {stack}: output `{BASE_OUTPUT}` is not of the form read here ({fields}); run `pulumi up -s {stack}` with this version"
        ) from None
    problems = list(_misfits(stack, base, cluster, taken))
    if problems:
        raise pulumi.RunError("\n".join(problems))
    return base


def _misfits(stack: str, base: BaseOutputs, cluster: ClusterDeclaration, taken: Collection[Taken]) -> list[str]:
    problems = [
        f"{field} is {said} here and {has} in base stack {stack}: write {has}, or name another base in network.from_stack"
        for field, said, has in (
            ("account", cluster.account, base.account),
            ("region", cluster.region, base.region),
            ("zone", cluster.zone, base.zone),
        )
        if said != has
    ]
    problems += pools_outside(cluster, base.zone, f"base stack {stack}")
    if Taken.CHECKPOINTS in taken and base.checkpoint_bucket is None:
        problems.append(f"{Taken.CHECKPOINTS} names {stack}, which keeps no checkpoint bucket: declare one there, or leave from_stack out")
    if Taken.SCRATCH in taken and base.scratch is None:
        problems.append(f"{Taken.SCRATCH} names {stack}, which keeps no scratch file system: declare one there, or leave scratch out")
    return problems
