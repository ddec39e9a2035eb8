"""Pools of machines: what they are for, how many nodes they hold, how they are bought and who moves their count."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import BeforeValidator, Field

from declaration.capacity import CapacityOption, OnDemand
from declaration.images import Image
from declaration.interfaces import NetworkInterface
from declaration.model import Part
from declaration.words import Name, TagValues, ZoneId

MAX_POOLS = 150
"""Pools of a cluster, and options of one pool: five times the node groups that EKS allows unasked, as in cdk-eks-blueprints."""


class Purpose(StrEnum):
    """What a pool is for; pools of different purpose never share nodes, groups or queues."""

    TRAINING = "training"
    INFERENCE = "inference"
    SYSTEM = "system"


class ScalingOwner(StrEnum):
    """Who moves the number of nodes of a pool; drift of the count is an error only where it is Pulumi."""

    PULUMI = "pulumi"
    SLURM = "slurm"
    AUTOSCALER = "autoscaler"


class NodeCount(Part):
    """The bounds of a pool's node count and the count it starts with."""

    min: int = Field(ge=0, description="fewest nodes")
    desired: int = Field(ge=0, description="nodes at creation, held by the first capacity option; between min and max")
    max: int = Field(ge=0, description="most nodes; at least 1, since EKS refuses a group that may hold none")


def _spread(nodes: object) -> object:
    """A plain number of nodes stands for min, desired and max alike; true and false are no numbers."""
    return {"min": nodes, "desired": nodes, "max": nodes} if type(nodes) is int else nodes


class Pool(Part):
    """Machines of one type, in one zone, for one purpose."""

    name: Name = Field(description="2 to 31 lower-case letters, digits and hyphens; unique in the cluster")
    purpose: Purpose = Field(description="training, inference or system")
    machine: str = Field(description="machine type of the catalogue, such as p5en.48xlarge")
    nodes: Annotated[NodeCount, BeforeValidator(_spread, json_schema_input_type=int | NodeCount)] = Field(
        description="whole number of nodes, not in quotes, or {min, desired, max}"
    )
    capacity: tuple[CapacityOption, ...] = Field(
        default=(OnDemand(),),
        min_length=1,
        max_length=MAX_POOLS,
        description="ways to buy the machines, most preferred first; default: on demand",
    )
    efa: bool | None = Field(default=None, description="Elastic Fabric Adapter; default: on for training pools whose machine has it")
    placement_group: bool | None = Field(
        default=None, description="cluster placement group; default: on where nodes talk over EFA and no capacity block places them"
    )
    network_interfaces: Annotated[tuple[NetworkInterface, ...], Field(min_length=1)] | None = Field(
        default=None, description="interfaces of every node, in place of the layout that fits the machine; default: that layout"
    )
    zone: ZoneId | None = Field(default=None, description="the one zone ID of all nodes; default: the cluster's")
    image: Image | None = Field(default=None, description="pinned image; default: the cluster's")
    scaling_owner: ScalingOwner = Field(
        default=ScalingOwner.PULUMI, description="who moves the number of nodes: pulumi, slurm or autoscaler"
    )
    extra_tags: TagValues = Field(
        default={},
        description="further tags of the pool's nodes, in the cloud's own spelling; they win over the cluster's of the same key; a change"
        " replaces the nodes as one of the cluster's does",
    )
