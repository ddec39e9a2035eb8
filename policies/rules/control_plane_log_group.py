"""The log group of a control plane is the program's own."""

from collections.abc import Iterator

from pulumi_policy import Severity

from policies.model import Violation, items
from policies.stack import UNKNOWN, Stack, StackResource, stack_policy

CLUSTER = "aws:eks/cluster:Cluster"
LOG_GROUP = "aws:cloudwatch/logGroup:LogGroup"


@stack_policy("control-plane-log-group", severity=Severity.MEDIUM)
def control_plane_log_group(stack: Stack) -> Iterator[tuple[StackResource, Violation]]:
    """An EKS cluster that writes logs has its log group in the same stack.

    EKS else makes the group itself, to be kept for ever, and leaves it behind when the cluster is gone.
    """
    names = [group.props.get("name") for group in stack.of_type(LOG_GROUP)]
    for cluster in stack.of_type(CLUSTER):
        name = cluster.props.get("name")
        if not items(cluster.props.get("enabledClusterLogTypes")) or not isinstance(name, str) or UNKNOWN in names:
            continue
        wanted = f"/aws/eks/{name}/cluster"
        if wanted not in names:
            remedy = "Make a LogGroup of that name with retention_in_days, and let the cluster depend on it."
            yield cluster, Violation("enabledClusterLogTypes", "logs without a log group", f"a LogGroup named {wanted}", remedy)
