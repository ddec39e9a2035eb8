"""A checkpoint bucket whose name grows beyond the cloud's limit."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, one_of
from declaration.rule import Facts, problem, rule
from declaration.storage import LONGEST_BUCKET_NAME, checkpoint_bucket_name

RESERVED_PREFIXES = ("xn--", "sthree-", "amzn-s3-demo-")
"""First letters that S3 keeps for itself (S3 user guide, general purpose bucket naming rules)."""


@rule("bucket-name")
def bucket_name(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """A cluster that keeps checkpoints has a name with which `<name>-checkpoints-<account>-<region>` can be a bucket's.

    Source: S3 user guide, general purpose bucket naming rules.
    """
    checkpoints = cluster.storage.checkpoints if cluster.storage is not None else None
    if checkpoints is None or checkpoints.from_stack is not None:
        return
    prefix = next((prefix for prefix in RESERVED_PREFIXES if cluster.name.startswith(prefix)), None)
    if prefix is not None:
        limit = f"a name that does not begin with {one_of(RESERVED_PREFIXES)}, which S3 keeps for itself"
        says = "name {value} begins the checkpoint bucket's name; it must be {limit}"
        yield problem("name", cluster.name, limit, says, "begin it otherwise, or take a base stack's bucket by from_stack")
    longest = LONGEST_BUCKET_NAME - len(checkpoint_bucket_name("", cluster.account, cluster.region))
    if len(cluster.name) > longest:
        limit = f"at most {longest} characters in {cluster.region}"
        says = "name {value} has {length} characters; it must have {limit}, since it begins the checkpoint bucket's name"
        yield problem(
            "name", cluster.name, limit, says, "shorten it, or take a base stack's bucket by from_stack", length=len(cluster.name)
        )
