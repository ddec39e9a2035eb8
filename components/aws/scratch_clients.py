"""The way from a cluster's nodes to its scratch file system, which may stand in a base stack that knows no clusters."""

from __future__ import annotations

from dataclasses import dataclass

from pulumi import ComponentResource, Input, ResourceOptions

from components.aws.lustre_rules import LustreRules
from components.naming import Naming


@dataclass(frozen=True)
class ScratchClientsArgs:
    """What a cluster's access to a scratch file system is made from."""

    naming: Naming
    file_system_security_group_id: Input[str]
    client_security_group_id: Input[str]
    """Group of every node's primary interface: the one that EKS made for the cluster, which lets everything out already."""


class ScratchClients(ComponentResource):
    """Rules on both groups: a client asks its servers, and they call it back. They go with the cluster, before the file system does."""

    def __init__(self, args: ScratchClientsArgs, opts: ResourceOptions | None = None) -> None:
        super().__init__("gpu-clusters:aws:ScratchClients", args.naming.name("scratch-clients"), None, opts)
        rules = LustreRules(args.naming, ResourceOptions(parent=self))
        servers, clients = args.file_system_security_group_id, args.client_security_group_id
        rules.ingress("scratch-from-nodes", servers, clients, f"Lustre from nodes of {args.naming.cluster}")
        rules.egress("scratch-to-nodes", servers, clients, f"Lustre to nodes of {args.naming.cluster}")
        rules.ingress("nodes-from-scratch", clients, servers, "Lustre from the scratch file system")
        self.register_outputs({})
