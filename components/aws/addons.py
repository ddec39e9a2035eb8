"""EKS add-ons: which ones a cluster gets, and which of them must be there before the first node.

A node becomes ready only with a network plugin (vpc-cni), and that plugin finds the API server by its service address, which kube-proxy
routes; both are DaemonSets, so that without nodes they are active at once. coredns is a Deployment: it stays degraded until a node without
a GPU taint takes its pods, and the two agents have nothing to do before; so those follow the system pool. On destroy the order turns
around: nodes go before the network plugin, which then still frees the interfaces that would else hold subnets and security groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pulumi_aws as aws
from pulumi import ComponentResource, CustomTimeouts, Input, Resource, ResourceOptions

from components.naming import Naming

ADDONS_BEFORE_NODES = ("vpc-cni", "kube-proxy")
ADDONS_AFTER_NODES = ("coredns", "eks-pod-identity-agent", "eks-node-monitoring-agent")


def addon(naming: Naming, cluster_name: Input[str], name: str, opts: ResourceOptions) -> aws.eks.Addon:
    """Make one managed add-on, in the version that EKS holds for the default of the cluster's Kubernetes version."""
    part = f"addon-{name}"
    return aws.eks.Addon(
        naming.name(part),
        cluster_name=cluster_name,
        addon_name=name,
        resolve_conflicts_on_create="OVERWRITE",
        resolve_conflicts_on_update="PRESERVE",  # settings that an operator made in the cluster survive
        tags=naming.tags(part),
        opts=ResourceOptions.merge(opts, ResourceOptions(custom_timeouts=CustomTimeouts(create="30m", update="30m", delete="30m"))),
    )


@dataclass(frozen=True)
class ClusterAddonsArgs:
    """What a cluster's remaining add-ons are made from."""

    naming: Naming
    cluster_name: Input[str]
    after: Sequence[Resource]
    """Node groups whose nodes take the add-ons' pods: those of the system pools."""


class ClusterAddons(ComponentResource):
    """The add-ons that need nodes: name service, pod identities, node health."""

    def __init__(self, args: ClusterAddonsArgs, opts: ResourceOptions | None = None) -> None:
        super().__init__("gpu-clusters:aws:ClusterAddons", args.naming.name("addons"), None, opts)
        own = ResourceOptions(parent=self, depends_on=list(args.after))
        for name in ADDONS_AFTER_NODES:
            addon(args.naming, args.cluster_name, name, own)
        self.register_outputs({})
