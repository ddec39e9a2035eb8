"""A stack that takes from itself what a base stack has."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.network import BaseNetwork
from declaration.problems import Problem
from declaration.rule import Facts, problem, rule
from declaration.scratch import BaseScratch


@rule("other-base")
def other_base(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """A base is another stack, whose outputs are there before this one is brought up.

    A stack's own outputs are those of its last update, and before the first there are none. Source: Pulumi docs, stack references.
    """
    for path, stack in _bases(cluster):
        if facts.stack is not None and stack == facts.stack:
            yield problem(
                path,
                stack,
                "another stack than the one that is declared",
                "{value} is this stack itself; its base must be {limit}",
                "write the name of the base stack, or declare the part here",
            )


def _bases(cluster: ClusterDeclaration) -> Iterator[tuple[str, str]]:
    if isinstance(cluster.network, BaseNetwork):
        yield "network.from_stack", cluster.network.from_stack
    storage = cluster.storage
    if storage is not None and isinstance(storage.scratch, BaseScratch):
        yield "storage.scratch.from_stack", storage.scratch.from_stack
    if storage is not None and storage.checkpoints is not None and storage.checkpoints.from_stack is not None:
        yield "storage.checkpoints.from_stack", storage.checkpoints.from_stack
