"""A control plane that nobody administers."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Level, Problem, path_of
from declaration.rule import Facts, problem, rule


@rule("reachable-control-plane")
def reachable_control_plane(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """A control plane without administrators is warned of: not even the role that creates it may ask it anything.

    Not an error, since roles may be added to a running cluster. Source: EKS API, CreateAccessConfigRequest: with
    bootstrapClusterCreatorAdminPermissions off, as here, access is by access entries alone.
    """
    if cluster.control_plane is None or cluster.control_plane.admins:
        return
    remedy = f'write control_plane.admins: ["arn:aws:iam::{cluster.account}:role/<role>"], the role that your team takes on'
    if not cluster.control_plane.endpoint.public_cidrs:
        remedy += "; and endpoint.public_cidrs, unless you reach the cluster from inside its network"
    yield problem(
        path_of("control_plane", "admins"),
        "none",
        "at least one IAM role",
        "admins is {value}, so that nobody, not even the role that creates the cluster, can administer it; a cluster needs {limit}",
        remedy,
        level=Level.WARNING,
    )
