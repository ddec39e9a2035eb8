"""What a change to a live pool does to its nodes: one row for every field that a pool declares.

A field without a row fails the suite, so that a new field cannot reach a running cluster unjudged. The rows are proven against the
engine's own reading: which inputs of which resource differ, and whether the cloud changes them in place.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ChangeEffect(StrEnum):
    """What a change costs the jobs that run on the pool, from nothing to everything."""

    IN_PLACE = "in place"
    """Nodes and jobs go on."""
    ROLLING = "rolling"
    """EKS replaces nodes within the group, as many at once as its update_config allows; the group itself stays."""
    REPLACES_NODES = "replaces nodes"
    """The group is deleted and made anew, all nodes with it: reserved capacity has no room for both."""


@dataclass(frozen=True)
class PoolChange:
    """The judgement on one field."""

    field: str
    """Path in a pool's declaration."""
    effect: ChangeEffect
    """The heaviest effect that a change of this field may have."""
    reason: str
    """Why, by what it changes in the cloud."""


_TEMPLATE = (
    "in a new template version, with which EKS also moves the nodes to its newest image unless image.eks_release changes in the same up"
)
"""EKS, UpdateNodegroupVersion: without a release version the latest is taken; Terraform's provider sends it only where it changed."""

POOL_CHANGES: tuple[PoolChange, ...] = (
    PoolChange("name", ChangeEffect.REPLACES_NODES, "names the node groups, and a node group cannot be renamed"),
    PoolChange("purpose", ChangeEffect.ROLLING, f"labels change in place; interfaces and placement follow the purpose {_TEMPLATE}"),
    PoolChange("machine", ChangeEffect.REPLACES_NODES, "instance types of a node group are create-only"),
    PoolChange("nodes.min", ChangeEffect.IN_PLACE, "scaling bounds of the group"),
    PoolChange("nodes.desired", ChangeEffect.IN_PLACE, "scaling of the group; fewer nodes end the jobs on those that go"),
    PoolChange(
        "nodes.max",
        ChangeEffect.ROLLING,
        f"scaling bounds; from one node to more, training groups get a placement group {_TEMPLATE}",
    ),
    PoolChange(
        "capacity",
        ChangeEffect.REPLACES_NODES,
        "each option is a group of its own, and the first one holds the nodes; a group is named by its option alone, a reserved one by its "
        "reservation, so that an option that stays keeps its group wherever it stands, and only counts move",
    ),
    PoolChange("efa", ChangeEffect.ROLLING, f"interfaces {_TEMPLATE}"),
    PoolChange("placement_group", ChangeEffect.ROLLING, f"placement {_TEMPLATE}"),
    PoolChange("zone", ChangeEffect.REPLACES_NODES, "the subnet of a node group is create-only"),
    PoolChange(
        "image.eks_release", ChangeEffect.ROLLING, "release version of the group; a capacity block updates only while it holds no nodes"
    ),
    PoolChange(
        "image.id",
        ChangeEffect.REPLACES_NODES,
        "from one image of one's own to another a new template version; between such an image and a release the create-only AMI type",
    ),
    PoolChange("image.architecture", ChangeEffect.REPLACES_NODES, "is the machine's own, and changes with it alone"),
    PoolChange("image.manifest_sha256", ChangeEffect.IN_PLACE, "says what was built into the image, and changes nothing in the cloud"),
    PoolChange("network_interfaces", ChangeEffect.ROLLING, f"interfaces {_TEMPLATE}"),
    PoolChange("extra_tags", ChangeEffect.ROLLING, f"tags of what is launched {_TEMPLATE}"),
    PoolChange("scaling_owner", ChangeEffect.IN_PLACE, "says who moves the count, and changes nothing in the cloud"),
)
