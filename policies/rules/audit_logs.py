"""Who asked the Kubernetes API for what is on record."""

from collections.abc import Iterator

from pulumi_policy import Severity

from policies.model import Registration, Violation, items, policy

CLUSTER = "aws:eks/cluster:Cluster"


@policy("audit-logs", severity=Severity.HIGH)
def audit_logs(resource: Registration) -> Iterator[Violation]:
    """An EKS control plane writes its audit log; EKS writes none unless told to."""
    if resource.type != CLUSTER:
        return
    kinds = [str(kind) for kind in items(resource.props.get("enabledClusterLogTypes"))]
    if "audit" not in kinds:
        got = f"only {', '.join(kinds)}" if kinds else "no log types"
        yield Violation("enabledClusterLogTypes", got, "a list with 'audit' in it", "Add 'audit' to enabled_cluster_log_types.")
