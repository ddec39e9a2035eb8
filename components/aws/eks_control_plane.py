"""The EKS control plane: cluster, logs, administrators, and the add-ons that a node needs before it can become ready."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pulumi_aws as aws
from pulumi import ComponentResource, CustomTimeouts, Input, Output, Resource, ResourceOptions

from components.aws.addons import ADDONS_BEFORE_NODES, addon
from components.aws.iam_documents import EKS_CLUSTER_POLICIES, managed_policy_arn, secrets_key_policy, trust_policy
from components.aws.user_data import ClusterJoin
from components.naming import Naming
from declaration.cluster import EksControlPlaneDeclaration

ADMIN_POLICY_ARN = "arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy"
LOG_TYPES = ("api", "audit", "authenticator")
"""Who asked for what, and as whom; scheduler and controller manager logs tell an operator little and bill by the GB."""


@dataclass(frozen=True)
class EksControlPlaneArgs:
    """What a control plane is made from."""

    naming: Naming
    declared: EksControlPlaneDeclaration
    """Version, public ranges, administrators, log retention in days; source: the declaration's `control_plane`."""
    subnet_ids: Input[Sequence[Input[str]]]
    """Private subnets in at least two zones."""
    kms_key_arn: Input[str] | None = None
    """Key of the Kubernetes secrets and of the logs; None, the default: keys that AWS keeps. EKS takes one later, and then no other."""


class EksControlPlane(ComponentResource):
    """A control plane with a private endpoint, access by IAM entries alone, and its audit log kept.

    `ready_for_nodes` is what a node group must wait for.
    """

    cluster_name: Output[str]
    endpoint: Output[str]
    cluster_security_group_id: Output[str]
    join: Output[ClusterJoin]
    """What a node needs to be told where EKS does not tell it: with an image of the user's own."""
    ready_for_nodes: list[Resource]

    def __init__(self, args: EksControlPlaneArgs, opts: ResourceOptions | None = None) -> None:
        naming, declared = args.naming, args.declared
        props = {"version": declared.version, "public_cidrs": list(declared.endpoint.public_cidrs)}
        super().__init__("gpu-clusters:aws:EksControlPlane", naming.name("control-plane"), props, opts)
        self._own = ResourceOptions(parent=self)
        logs = self._log_group(args)
        role, attached = self._role(naming, args.kms_key_arn)
        cluster = self._cluster(args, role, [logs, *attached])
        for admin in declared.admins:
            self._admin(naming, cluster, admin)
        self.ready_for_nodes = [addon(naming, cluster.name, name, self._own) for name in ADDONS_BEFORE_NODES]
        self.cluster_name = cluster.name
        self.endpoint = cluster.endpoint
        self.cluster_security_group_id = cluster.vpc_config.cluster_security_group_id
        self.join = Output.all(
            name=cluster.name,
            endpoint=cluster.endpoint,
            certificate_authority=cluster.certificate_authority.data,
            service_cidr=cluster.kubernetes_network_config.service_ipv4_cidr,
        ).apply(lambda known: ClusterJoin(**known))
        self.register_outputs({"cluster_name": self.cluster_name, "endpoint": self.endpoint})

    def _log_group(self, args: EksControlPlaneArgs) -> aws.cloudwatch.LogGroup:
        """Make the log group before the cluster: EKS would make it without retention, and leave it behind."""
        naming = args.naming
        return aws.cloudwatch.LogGroup(
            naming.name("control-plane-logs"),
            name=f"/aws/eks/{naming.cluster}/cluster",
            retention_in_days=args.declared.log_retention_days,
            kms_key_id=args.kms_key_arn,
            tags=naming.tags("control-plane-logs"),
            opts=self._own,
        )

    def _role(self, naming: Naming, kms_key_arn: Input[str] | None) -> tuple[aws.iam.Role, list[Resource]]:
        role = aws.iam.Role(
            naming.name("control-plane"),
            assume_role_policy=trust_policy("eks.amazonaws.com"),
            tags=naming.tags("control-plane"),
            opts=self._own,
        )
        attached: list[Resource] = [
            aws.iam.RolePolicyAttachment(
                naming.name(f"control-plane-{policy}"), role=role.name, policy_arn=managed_policy_arn(policy), opts=self._own
            )
            for policy in EKS_CLUSTER_POLICIES
        ]
        if kms_key_arn is not None:
            policy = Output.from_input(kms_key_arn).apply(secrets_key_policy)
            attached.append(aws.iam.RolePolicy(naming.name("control-plane-key"), role=role.name, policy=policy, opts=self._own))
        return role, attached

    def _cluster(self, args: EksControlPlaneArgs, role: aws.iam.Role, before: list[Resource]) -> aws.eks.Cluster:
        naming, declared = args.naming, args.declared
        return aws.eks.Cluster(
            naming.name("cluster"),
            name=naming.cluster,
            version=declared.version,
            role_arn=role.arn,
            # The creator gets no hidden access: who administers is said in `admins`, and a creator listed there would clash with it.
            access_config={"authentication_mode": "API", "bootstrap_cluster_creator_admin_permissions": False},
            bootstrap_self_managed_addons=False,  # the add-ons below are managed ones; EKS would else install unmanaged twins first
            enabled_cluster_log_types=list(LOG_TYPES),
            upgrade_policy={"support_type": "STANDARD"},  # extended support, the default, bills several times the price without a word
            vpc_config=_vpc_config(args),
            encryption_config=_encryption_config(args.kms_key_arn),
            tags={**naming.tags("cluster"), **naming.tagging.moving},  # moving tags only where they change in place
            opts=ResourceOptions(parent=self, depends_on=before, custom_timeouts=CustomTimeouts(create="45m", update="60m", delete="45m")),
        )

    def _admin(self, naming: Naming, cluster: aws.eks.Cluster, role_arn: str) -> None:
        part = f"admin-{admin_part(role_arn)}"
        entry = aws.eks.AccessEntry(
            naming.name(part), cluster_name=cluster.name, principal_arn=role_arn, type="STANDARD", tags=naming.tags(part), opts=self._own
        )
        aws.eks.AccessPolicyAssociation(
            naming.name(part),
            cluster_name=cluster.name,
            principal_arn=entry.principal_arn,
            policy_arn=ADMIN_POLICY_ARN,
            access_scope={"type": "cluster"},
            opts=self._own,
        )


def _vpc_config(args: EksControlPlaneArgs) -> aws.eks.ClusterVpcConfigArgs:
    """Keep the endpoint private; open it to the listed public ranges alone, never to all."""
    public_cidrs = list(args.declared.endpoint.public_cidrs)
    return aws.eks.ClusterVpcConfigArgs(
        subnet_ids=args.subnet_ids,
        endpoint_private_access=True,
        endpoint_public_access=bool(public_cidrs),
        public_access_cidrs=public_cidrs or None,
    )


def _encryption_config(kms_key_arn: Input[str] | None) -> aws.eks.ClusterEncryptionConfigArgs | None:
    """Wrap the keys of secrets with a key of ours; EKS else does it with one of its own."""
    if kms_key_arn is None:
        return None
    return aws.eks.ClusterEncryptionConfigArgs(
        provider=aws.eks.ClusterEncryptionConfigProviderArgs(key_arn=kms_key_arn), resources=["secrets"]
    )


def admin_part(role_arn: str) -> str:
    """Name an administrator's part by account and role, so that the order of the list changes nothing and no two roles share a name.

    A path keeps its slashes, which no role's own name may hold.
    """
    account, _, path = role_arn.split(":", 4)[4].partition(":role/")
    return f"{account}-{path}"
