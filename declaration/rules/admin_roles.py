"""Administrators listed twice, or of another partition than the region's."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, path_of
from declaration.rule import Facts, problem, rule

PARTITIONS = {"cn-": "aws-cn", "us-gov-": "aws-us-gov"}
"""First letters of a region's name, and the partition that such regions form; all others form the partition aws."""


@rule("admin-roles")
def admin_roles(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """Each administrator is another role, and all are of the region's partition.

    EKS takes one access entry a role, and knows no role of another partition; it says so only after the control plane is made. IAM keeps
    one role of a name in an account, whatever its path or case. Sources: EKS API, CreateAccessEntry; IAM user guide, names and ARNs.
    """
    if cluster.control_plane is None:
        return
    partition = next((name for prefix, name in PARTITIONS.items() if cluster.region.startswith(prefix)), "aws")
    first: dict[tuple[str, str], int] = {}
    for index, arn in enumerate(cluster.control_plane.admins):
        path = path_of("control_plane", "admins", index)
        of_role, account = arn.split(":")[1], arn.split(":")[4]
        if of_role != partition:
            limit = f"a role of partition {partition}, as {cluster.region} is"
            says = "{value} belongs to partition {of_role}; an administrator must be {limit}"
            remedy = f"write a role of an account there: arn:{partition}:iam::<account>:role/<name>"
            yield problem(path, arn, limit, says, remedy, of_role=of_role)
        twin = first.setdefault((account, arn.rpartition("/")[2].casefold()), index)
        if twin != index:
            limit = "each role once; IAM has one role of a name in an account, whatever its path"
            says = "{value} is the same role as admins[{twin}]; admins must hold {limit}"
            yield problem(path, arn, limit, says, "leave one of the two out", twin=twin)
