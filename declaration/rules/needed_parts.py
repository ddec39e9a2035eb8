"""Parts that cannot stand without another."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem
from declaration.rule import Facts, problem, rule
from declaration.scratch import FsxLustre


@rule("needed-parts")
def needed_parts(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """Pools need a control plane to join; a control plane and a scratch file system need a network to stand in.

    Source: EKS API: CreateNodegroup takes a cluster, CreateCluster takes subnets; FSx API: CreateFileSystem takes a subnet.
    """
    says = "{part} is {value}; with {dependent} it must be {limit}"
    if cluster.pools and cluster.control_plane is None:
        remedy = 'add control_plane: {kind: eks, version: "1.34"}, or leave pools out in a base stack'
        yield problem("control_plane", "missing", "there", says, remedy, part="control_plane", dependent="pools")
    if cluster.control_plane is not None and cluster.network is None:
        remedy = "add network: {from_stack: <base stack>}, or {cidr, control_plane_zones, nat} for one of its own"
        yield problem("network", "missing", "there", says, remedy, part="network", dependent="control_plane")
    scratch = cluster.storage.scratch if cluster.storage is not None else None
    if isinstance(scratch, FsxLustre) and cluster.network is None:
        remedy = "add network, or take a base stack's file system: scratch: {from_stack: <base stack>}"
        yield problem("network", "missing", "there", says, remedy, part="network", dependent="storage.scratch")
