"""Which managed node groups a pool becomes: one for each way to buy it, of which the first holds the nodes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from catalog.machines import Architecture, DeviceKind, Machine, PlacementStrategy
from declaration.capacity import RESERVATION_DIGITS, CapacityBlock, CapacityKind, CapacityOption, Reservation
from declaration.cluster import ClusterDeclaration
from declaration.fabric import has_efa
from declaration.images import CustomImage, ReleaseImage
from declaration.interfaces import NetworkInterface
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
"""What a node group's name ends with, by the kind of its capacity; where a reservation is bought, its digits follow."""

CUSTOM_AMI_TYPE = "CUSTOM"
"""The one AMI type that EKS takes with an image of the user's own; version and release it refuses (EKS API, CreateNodegroup)."""

CAPACITY_BLOCK_MARKET = "capacity-block"
"""Market type of a launch template that launches into a capacity block."""

_CAPACITY_TYPES = {
    CapacityKind.ON_DEMAND: EksCapacityType.ON_DEMAND,
    CapacityKind.SPOT: EksCapacityType.SPOT,
    CapacityKind.CAPACITY_BLOCK: EksCapacityType.CAPACITY_BLOCK,
    CapacityKind.RESERVATION: EksCapacityType.ON_DEMAND,
}

_AMI_TYPES = {
    (Architecture.X86_64, DeviceKind.NVIDIA): "AL2023_x86_64_NVIDIA",
    (Architecture.ARM64, DeviceKind.NVIDIA): "AL2023_ARM_64_NVIDIA",
    (Architecture.X86_64, DeviceKind.NEURON): "AL2023_x86_64_NEURON",
    (Architecture.X86_64, None): "AL2023_x86_64_STANDARD",
    (Architecture.ARM64, None): "AL2023_ARM_64_STANDARD",
}
"""The EKS image that carries the driver of a machine's accelerators; there is none for Neuron on arm64.

Sources: EKS API, AMITypes; EKS user guide, ml-eks-optimized-ami (ARM NVIDIA: p6e-gb200, g5g; Neuron: trn1, trn2, and trn1n unsaid).
"""

_PLACED_BY_RESERVATION = (CapacityKind.CAPACITY_BLOCK, CapacityKind.RESERVATION)
"""Kinds whose machines stand where the reservation put them; a placement group of ours can only make them unavailable."""


class PlanError(Exception):
    """Raised when a plan contradicts itself, which no declaration can cause: a defect of this program, to be reported."""


@dataclass(frozen=True)
class NodeGroupPlan:
    """One managed node group, as the cloud needs it said."""

    name: str
    """Short name, unique in the cluster: <pool>-<suffix of the capacity's kind>, with the last digits of its reservation if it has one."""
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
    network_interfaces: tuple[NetworkInterface, ...] | None
    """The user's own layout of every node's interfaces; None: the layout that fits the machine."""
    ami_type: str
    """`CUSTOM` where `image_id` is set."""
    release_version: str | None
    """Pinned image release; None: the newest at creation, or an image of the user's own, with which EKS takes none."""
    image_id: str | None
    """The user's own image, ami-…, for the template; None: EKS picks it by type and release."""
    ignore_desired: bool
    """Whether somebody else than Pulumi moves the count, so that a different one is no drift."""

    def __post_init__(self) -> None:
        """Refuse a plan that EC2 would take and never fill, whoever made it."""
        if self.market_type == CAPACITY_BLOCK_MARKET and not self.reservation_id:
            raise PlanError(
                f"internal error: node group {self.name} is bought on the market {self.market_type} and names no reservation; "
                "report it with the declaration, whose capacity option must name one"
            )


def plan_groups(cluster: ClusterDeclaration, pool: Pool, machine: Machine) -> tuple[NodeGroupPlan, ...]:
    """Plan a pool's node groups in the order of its capacity options; the first holds the nodes, the others none until they are moved."""
    names = group_names(pool)
    return tuple(
        _plan_group(cluster, pool, machine, option, name, is_first=name == names[0])
        for option, name in zip(pool.capacity, names, strict=True)
    )


def group_names(pool: Pool) -> tuple[str, ...]:
    """The short names of a pool's node groups, one for each capacity option: train-cb-9abcdef0, train-spot.

    A name follows from its own option alone, never from the options beside it: nodes stay where they are when another option comes or goes.
    """
    return tuple(f"{pool.name}-{_suffix(option)}" for option in pool.capacity)


def _suffix(option: CapacityOption) -> str:
    if isinstance(option, CapacityBlock | Reservation):
        return f"{SUFFIXES[option.kind]}-{option.reservation[-RESERVATION_DIGITS:]}"
    return SUFFIXES[option.kind]


def has_placement_group(pool: Pool, machine: Machine, kind: CapacityKind) -> bool:
    """Whether one group's nodes are packed by a cluster placement group: as said, else where several training nodes talk over EFA."""
    if kind in _PLACED_BY_RESERVATION:
        return False
    if pool.placement_group is not None:
        return pool.placement_group
    packable = PlacementStrategy.CLUSTER in machine.placement_strategies
    return packable and pool.purpose is Purpose.TRAINING and has_efa(pool, machine) and pool.nodes.max > 1


def _plan_group(
    cluster: ClusterDeclaration, pool: Pool, machine: Machine, option: CapacityOption, name: str, *, is_first: bool
) -> NodeGroupPlan:
    is_block = option.kind is CapacityKind.CAPACITY_BLOCK
    image = cluster.image_of(pool)
    return NodeGroupPlan(
        name=name,
        pool=pool,
        machine=machine,
        option=option,
        min=pool.nodes.min if is_first else 0,
        desired=pool.nodes.desired if is_first else 0,
        max=pool.nodes.max,
        eks_capacity_type=_CAPACITY_TYPES[option.kind],
        market_type=CAPACITY_BLOCK_MARKET if is_block else None,
        reservation_id=option.reservation if isinstance(option, CapacityBlock | Reservation) else None,
        instance_type_in=InstanceTypeIn.TEMPLATE if is_block else InstanceTypeIn.GROUP,
        efa=has_efa(pool, machine),
        placement_group=has_placement_group(pool, machine, option.kind),
        purpose=pool.purpose,
        network_interfaces=pool.network_interfaces,
        ami_type=CUSTOM_AMI_TYPE if isinstance(image, CustomImage) else _AMI_TYPES[machine.architecture, machine.device_kind],
        release_version=image.eks_release if isinstance(image, ReleaseImage) else None,
        image_id=image.id if isinstance(image, CustomImage) else None,
        ignore_desired=pool.scaling_owner is not ScalingOwner.PULUMI,
    )
