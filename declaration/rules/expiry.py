"""A cluster that has expired before it begins."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Level, Problem
from declaration.rule import Facts, problem, rule


@rule("expiry")
def expiry(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """An `expires_at` that has passed is warned of: whatever is made now may be torn down at once.

    Not an error, since an expired stack must still be changed and destroyed. Source: the meaning of `expires_at` in declaration/cluster.py.
    """
    if cluster.expires_at is not None and facts.now is not None and cluster.expires_at <= facts.now:
        yield problem(
            "expires_at",
            cluster.expires_at,
            f"later than {facts.now:%Y-%m-%dT%H:%M:%SZ}",
            "the cluster expired at {value}; a cluster that shall live expires {limit}",
            "write a later moment, leave expires_at out, or destroy the stack",
            level=Level.WARNING,
        )
