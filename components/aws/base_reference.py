"""What a cluster takes from its base stack: read by name, checked against the declaration, refused in one message."""

from __future__ import annotations

from collections.abc import Mapping

import pulumi
from pydantic import ValidationError

from components.aws.network import pools_outside
from declaration.base_outputs import BaseOutputs
from declaration.cluster import ClusterDeclaration
from declaration.network import BaseNetwork

BASE_OUTPUT = "base"
"""Name of the stack output that carries a base."""


async def read_bases(cluster: ClusterDeclaration) -> dict[str, BaseOutputs]:
    """Read every base stack that the declaration names, by stack name; an unfit one stops the program with pulumi.RunError.

    It is awaited before the first resource is registered, so that nothing is made on a base that does not fit.
    """
    network = cluster.network.from_stack if isinstance(cluster.network, BaseNetwork) else None
    checkpoints = cluster.storage.checkpoints if cluster.storage is not None else None
    bucket = checkpoints.from_stack if checkpoints is not None else None
    stacks = dict.fromkeys(stack for stack in (network, bucket) if stack is not None)
    return {stack: check_base(stack, await _read(stack), cluster, needs_bucket=stack == bucket) for stack in stacks}


async def _read(stack: str) -> object:
    """Read a stack's base output; None where it has none."""
    reference = pulumi.StackReference(f"{pulumi.get_organization()}/{pulumi.get_project()}/{stack}")
    details = await reference.get_output_details(BASE_OUTPUT)
    found: object = details.value if details.value is not None else details.secret_value
    return found


def check_base(stack: str, raw: object, cluster: ClusterDeclaration, *, needs_bucket: bool) -> BaseOutputs:
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
    problems = list(_misfits(stack, base, cluster, needs_bucket=needs_bucket))
    if problems:
        raise pulumi.RunError("\n".join(problems))
    return base


def _misfits(stack: str, base: BaseOutputs, cluster: ClusterDeclaration, *, needs_bucket: bool) -> list[str]:
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
    if needs_bucket and base.checkpoint_bucket is None:
        problems.append(
            f"storage.checkpoints.from_stack names {stack}, which keeps no checkpoint bucket: declare one there, or leave from_stack out"
        )
    return problems
