"""A checkpoint bucket whose name grows beyond the cloud's limit."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem
from declaration.rule import Facts, problem, rule

MAX_BUCKET_NAME = 63
"""Characters of a bucket's name (S3 user guide, general purpose bucket naming rules)."""


@rule("bucket-name")
def bucket_name(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """A cluster that keeps checkpoints has a name short enough for `<name>-checkpoints-<account>-<region>` to be a bucket's.

    Source: S3 user guide, general purpose bucket naming rules.
    """
    checkpoints = cluster.storage.checkpoints if cluster.storage is not None else None
    if checkpoints is None or checkpoints.from_stack is not None:
        return
    longest = MAX_BUCKET_NAME - len(f"-checkpoints-{cluster.account}-{cluster.region}")
    if len(cluster.name) > longest:
        limit = f"at most {longest} characters in {cluster.region}"
        says = "name {value} has {length} characters; it must have {limit}, since it begins the checkpoint bucket's name"
        yield problem(
            "name", cluster.name, limit, says, "shorten it, or take a base stack's bucket by from_stack", length=len(cluster.name)
        )
