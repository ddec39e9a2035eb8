"""What a cluster stands on: network and fabric, whether this stack makes them, somebody else did, or a base stack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pulumi
from pulumi import Input, Resource, ResourceOptions

from components.aws.fabric_security_group import FabricSecurityGroup, FabricSecurityGroupArgs
from components.aws.network import Network, NetworkArgs, pools_outside
from components.naming import Naming
from declaration.base_outputs import BaseOutputs
from declaration.cluster import ClusterDeclaration
from declaration.network import ExistingNetwork, NetworkIds, OwnNetwork


@dataclass(frozen=True)
class Ground:
    """The parts of a network that clusters and file systems are placed in."""

    vpc_id: Input[str]
    gpu_subnet_id: Input[str]
    control_plane_subnet_ids: Input[Sequence[Input[str]]]
    fabric_security_group_id: Input[str]
    fabric_rules: list[Resource] = field(default_factory=list)
    """Rules of the fabric's group, where this stack makes them."""
    ways_out: list[Resource] = field(default_factory=list)
    """What nodes reach AWS by, where this stack makes it."""


def base_ground(base: BaseOutputs) -> Ground:
    """Stand on a base stack."""
    return Ground(base.vpc_id, base.gpu_subnet_id, list(base.control_plane_subnet_ids), base.fabric_security_group_id)


def own_ground(
    cluster: ClusterDeclaration, declared: OwnNetwork | ExistingNetwork, kms_key_arn: Input[str] | None, opts: ResourceOptions
) -> Ground:
    """Make network and fabric, or the fabric alone where the network is there; raises pulumi.RunError for pools of another zone."""
    misplaced = pools_outside(cluster, cluster.zone, "this stack")
    if misplaced:
        raise pulumi.RunError("\n".join(misplaced))
    naming = Naming.of(cluster)
    if isinstance(declared, ExistingNetwork):
        return _existing_ground(naming, declared.existing, opts)
    network = Network(NetworkArgs(naming, cluster.region, cluster.zone, declared, kms_key_arn), opts)
    fabric = FabricSecurityGroup(FabricSecurityGroupArgs(naming, network.vpc_id), opts)
    return Ground(
        network.vpc_id,
        network.gpu_subnet_id,
        network.control_plane_subnet_ids,
        fabric.security_group_id,
        fabric.rules,
        network.ways_out,
    )


def _existing_ground(naming: Naming, ids: NetworkIds, opts: ResourceOptions) -> Ground:
    subnets = list(ids.control_plane_subnet_ids)
    if ids.fabric_security_group_id is not None:
        return Ground(ids.vpc_id, ids.gpu_subnet_id, subnets, ids.fabric_security_group_id)
    fabric = FabricSecurityGroup(FabricSecurityGroupArgs(naming, ids.vpc_id), opts)
    return Ground(ids.vpc_id, ids.gpu_subnet_id, subnets, fabric.security_group_id, fabric.rules)
