"""A bucket that shall be adopted and belongs to another stack."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem
from declaration.rule import Facts, problem, rule


@rule("checkpoint-adoption")
def checkpoint_adoption(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """A stack adopts only a bucket of its own: one of a base stack stays that stack's.

    Two stacks that manage one bucket undo each other's settings at every update. Source: Pulumi documentation, importing resources.
    """
    checkpoints = cluster.storage.checkpoints if cluster.storage is not None else None
    if checkpoints is not None and checkpoints.adopt and checkpoints.from_stack is not None:
        yield problem(
            "storage.checkpoints.adopt",
            True,
            "false or left out with from_stack",
            "adopt is {value}; it must be {limit}, since the bucket belongs to stack {stack}",
            "leave out adopt to use that stack's bucket, or from_stack to take over one of this stack",
            stack=checkpoints.from_stack,
        )
