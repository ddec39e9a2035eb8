"""The plain parts of an EKS managed node group: labels, taints, sizes and how an update proceeds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from catalog.machines import DeviceKind
from components.aws.user_data import KubeletRegistration
from components.naming import Naming
from declaration.pools import Purpose
from planning.groups import InstanceTypeIn, NodeGroupPlan

if TYPE_CHECKING:
    import pulumi_aws.eks as eks

LABEL_PREFIX = "gpu-clusters"
COST_LABELS = ("team", "project", "cost-center")
"""Stable tags that also become node labels, so that pod usage can be booked by them."""
DEVICE_TAINT_KEYS = {DeviceKind.NVIDIA: "nvidia.com/gpu", DeviceKind.NEURON: "aws.amazon.com/neuron"}
"""Taints that the device plugins of NVIDIA and Neuron tolerate by default: each is the name pods ask for the device by."""
_LONGEST_LABEL_VALUE = 63


def node_labels(plan: NodeGroupPlan, naming: Naming) -> dict[str, str]:
    """Return the labels of a group's nodes: pool, purpose, capacity, who pays, and what device plugins select by."""
    labels = {
        f"{LABEL_PREFIX}/pool": plan.pool.name,
        f"{LABEL_PREFIX}/purpose": plan.purpose.value,
        f"{LABEL_PREFIX}/capacity": plan.option.kind.value,
    }
    # EKS refuses a label without a value, which is what no letter or digit of the label's alphabet leaves of a tag.
    labels |= {f"{LABEL_PREFIX}/{key}": value for key in COST_LABELS if (value := label_value(naming.tagging.stable[key]))}
    if plan.machine.device_kind is DeviceKind.NVIDIA:
        labels["nvidia.com/gpu.present"] = "true"
    if plan.efa:
        labels["vpc.amazonaws.com/efa.present"] = "true"
    return labels


def label_value(tag: str) -> str:
    """Spell a tag's value as a label's: other characters than letters, digits, - _ . become _, ends are letters or digits, at most 63."""
    return re.sub(r"[^A-Za-z0-9._-]", "_", tag)[:_LONGEST_LABEL_VALUE].strip("._-")


def node_taints(plan: NodeGroupPlan) -> list[eks.NodeGroupTaintArgsDict]:
    """Keep pods that ask for no accelerator off the nodes that have some; other nodes take every pod."""
    kind = plan.machine.device_kind
    return [] if kind is None else [{"key": DEVICE_TAINT_KEYS[kind], "value": "present", "effect": "NO_SCHEDULE"}]


def kubelet_registration(plan: NodeGroupPlan, naming: Naming) -> KubeletRegistration:
    """Return the same labels and taints for nodes that say them themselves, from their first moment in the cluster on."""
    taints = [f"{DEVICE_TAINT_KEYS[kind]}=present:NoSchedule" for kind in (plan.machine.device_kind,) if kind is not None]
    return KubeletRegistration(node_labels(plan, naming), taints)


def scaling_config(plan: NodeGroupPlan) -> eks.NodeGroupScalingConfigArgsDict:
    """Return the bounds of the node count, and the count at creation."""
    return {"min_size": plan.min, "desired_size": plan.desired, "max_size": plan.max}


def update_config(plan: NodeGroupPlan) -> eks.NodeGroupUpdateConfigArgsDict:
    """Say how many nodes an update may take at once, and whether new ones come first.

    A training run spans all its nodes, so that replacing them one by one would restart it once a node: all go at once. By EKS's default
    strategy all new nodes would start before any old one goes: as many machines again, at twice the bill, or a launch that fails for want
    of capacity. MINIMAL terminates the old node first, so a training pool never needs more machines than it has, however they are bought;
    nor does a reservation-backed pool of any purpose, since reserved capacity has no spare machine. Other pools serve on while they are
    updated: by default, the new node comes first, one at a time. Source: EKS API, NodegroupUpdateConfig.
    """
    training = plan.purpose is Purpose.TRAINING
    share: eks.NodeGroupUpdateConfigArgsDict = {"max_unavailable_percentage": 100} if training else {"max_unavailable": 1}
    return {**share, "update_strategy": "MINIMAL"} if training or plan.reservation_id is not None else share


def group_instance_types(plan: NodeGroupPlan) -> list[str] | None:
    """Return the machine type where the group names it; None where the template does, since EKS refuses it in both places."""
    return [plan.machine.name] if plan.instance_type_in is InstanceTypeIn.GROUP else None
