"""Which managed node groups a pool becomes: one for each way to buy it, of which the first holds the nodes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from catalog.machines import Architecture, EksAmi, Machine, PlacementStrategy
from declaration.capacity import CapacityBlock, CapacityKind, CapacityOption, Reservation
from declaration.cluster import ClusterDeclaration
from declaration.pools import Pool, Purpose, ScalingOwner


class EksCapacityType(StrEnum):
    """The capacity types of an EKS node group."""

    ON_DEMAND = "ON_DEMAND"
    SPOT = "SPOT"
    CAPACITY_BLOCK = "CAPACITY_BLOCK"


class InstanceTypeIn(StrEnum):
    """Where a node group's machine type is written; EKS refuses it in both places."""

    TEMPLATE = "template"
    GROUP = "group"


SUFFIXES = {
    CapacityKind.ON_DEMAND: "od",
    CapacityKind.SPOT: "spot",
    CapacityKind.CAPACITY_BLOCK: "cb",
    CapacityKind.RESERVATION: "cr",
}
"""What a node group's name ends with, by the kind of its capacity."""

_CAPACITY_TYPES = {
    CapacityKind.ON_DEMAND: EksCapacityType.ON_DEMAND,
    CapacityKind.SPOT: EksCapacityType.SPOT,
    CapacityKind.CAPACITY_BLOCK: EksCapacityType.CAPACITY_BLOCK,
    CapacityKind.RESERVATION: EksCapacityType.ON_DEMAND,
}

_AMI_TYPES = {
    (Architecture.X86_64, EksAmi.ACCELERATED): "AL2023_x86_64_NVIDIA",
    (Architecture.ARM64, EksAmi.ACCELERATED): "AL2023_ARM_64_NVIDIA",
    (Architecture.X86_64, EksAmi.STANDARD): "AL2023_x86_64_STANDARD",
    (Architecture.ARM64, EksAmi.STANDARD): "AL2023_ARM_64_STANDARD",
}

_PLACED_BY_RESERVATION = (CapacityKind.CAPACITY_BLOCK, CapacityKind.RESERVATION)
"""Kinds whose machines stand where the reservation put them; a placement group of ours can only make them unavailable."""


@dataclass(frozen=True)
class NodeGroupPlan:
    """One managed node group, as the cloud needs it said."""

    name: str
    """Short name, unique in the cluster: <pool>-<suffix of the capacity's kind>."""
    pool: Pool
    machine: Machine
    option: CapacityOption
    min: int
    """Fewest nodes; 0 for all options but the first."""
    desired: int
    """Nodes at creation; 0 for all options but the first."""
    max: int
    """Most nodes; the pool's own for every option, so that the count can move between them."""
    eks_capacity_type: EksCapacityType
    market_type: str | None
    """Market of the launch template: `capacity-block`, else None, since EKS refuses spot there."""
    reservation_id: str | None
    instance_type_in: InstanceTypeIn
    efa: bool
    placement_group: bool
    purpose: Purpose
    ami_type: str
    release_version: str | None
    """Pinned image release; None: the newest at creation."""
    ignore_desired: bool
    """Whether somebody else than Pulumi moves the count, so that a different one is no drift."""


def plan_groups(cluster: ClusterDeclaration, pool: Pool, machine: Machine) -> tuple[NodeGroupPlan, ...]:
    """Plan a pool's node groups in the order of its capacity options; the first holds the nodes, the others none until they are moved."""
    return tuple(_plan_group(cluster, pool, machine, option, is_first=index == 0) for index, option in enumerate(pool.capacity))


def has_efa(pool: Pool, machine: Machine) -> bool:
    """Whether a pool's nodes get EFA interfaces: as said, else where training meets a machine that has them."""
    return pool.efa if pool.efa is not None else pool.purpose is Purpose.TRAINING and machine.has_efa


def has_placement_group(pool: Pool, machine: Machine, kind: CapacityKind) -> bool:
    """Whether one group's nodes are packed by a cluster placement group: as said, else where several training nodes talk over EFA."""
    if kind in _PLACED_BY_RESERVATION:
        return False
    if pool.placement_group is not None:
        return pool.placement_group
    packable = PlacementStrategy.CLUSTER in machine.placement_strategies
    return packable and pool.purpose is Purpose.TRAINING and has_efa(pool, machine) and pool.nodes.max > 1


def _plan_group(cluster: ClusterDeclaration, pool: Pool, machine: Machine, option: CapacityOption, *, is_first: bool) -> NodeGroupPlan:
    is_block = option.kind is CapacityKind.CAPACITY_BLOCK
    image = cluster.image_of(pool)
    return NodeGroupPlan(
        name=f"{pool.name}-{SUFFIXES[option.kind]}",
        pool=pool,
        machine=machine,
        option=option,
        min=pool.nodes.min if is_first else 0,
        desired=pool.nodes.desired if is_first else 0,
        max=pool.nodes.max,
        eks_capacity_type=_CAPACITY_TYPES[option.kind],
        market_type="capacity-block" if is_block else None,
        reservation_id=option.reservation if isinstance(option, CapacityBlock | Reservation) else None,
        instance_type_in=InstanceTypeIn.TEMPLATE if is_block else InstanceTypeIn.GROUP,
        efa=has_efa(pool, machine),
        placement_group=has_placement_group(pool, machine, option.kind),
        purpose=pool.purpose,
        ami_type=_AMI_TYPES[machine.architecture, machine.eks_ami],
        release_version=image.eks_release if image is not None else None,
        ignore_desired=pool.scaling_owner is not ScalingOwner.PULUMI,
    )
