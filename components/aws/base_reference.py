"""What a cluster takes from its base stack: read by name, checked against the declaration, refused in one message."""

from __future__ import annotations

from collections.abc import Mapping

import pulumi
from pulumi import Output, ResourceOptions
from pydantic import ValidationError

from components.aws.network import pools_outside
from declaration.base_outputs import BaseOutputs
from declaration.cluster import ClusterDeclaration

BASE_OUTPUT = "base"
"""Name of the stack output that carries a base."""


def read_base(stack: str, cluster: ClusterDeclaration, *, needs_bucket: bool, opts: ResourceOptions | None = None) -> Output[BaseOutputs]:
    """Read a base stack's outputs; an unfit base stops the program with pulumi.RunError before any resource is made."""
    name = f"{pulumi.get_organization()}/{pulumi.get_project()}/{stack}"
    found: Output[object] = pulumi.StackReference(name, opts=opts).get_output(BASE_OUTPUT)
    return found.apply(lambda raw: check_base(stack, raw, cluster, needs_bucket=needs_bucket))


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
