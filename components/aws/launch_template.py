"""The launch template of one node group, as a plain dict: what EKS managed node groups accept, and nothing they refuse.

Sources: EKS User Guide, "Customize managed nodes with launch templates" and "Use Capacity Blocks for ML"; EC2 User Guide, EFA.
Left out because EKS refuses it: subnet, instance profile, shutdown behaviour, spot market options (spot is said on the group).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NotRequired, TypedDict

from components.aws.nic_layout import is_primary, node_interfaces
from components.aws.user_data import ClusterJoin, KubeletRegistration, encoded, joining, node_config
from declaration.interfaces import InterfaceType, NetworkInterface
from planning.groups import InstanceTypeIn, NodeGroupPlan

if TYPE_CHECKING:
    import pulumi
    import pulumi_aws.ec2 as ec2

ROOT_DEVICE = "/dev/xvda"
"""Root device of the EKS images on Amazon Linux 2023, and of images built on them, as those of the user's own are taken to be."""
ROOT_VOLUME_GIB = 200
"""Room for the system and, on machines without a node cache, for a few container images of 20 to 40 GiB each."""
TAGGED_ON_LAUNCH = ("instance", "volume", "network-interface")
"""What an instance starts with and EC2 bills; a spot request may be tagged only by templates that ask for spot themselves."""
TRUE = "true"
"""The provider takes some switches of a template as text, so that leaving one out differs from switching it off."""


@dataclass(frozen=True)
class TemplateContext:
    """What a launch template takes from around the pool: identifiers that exist only once the cloud made them."""

    cluster_security_group_id: pulumi.Input[str]
    """Group that EKS made for the cluster; a template that names any group must name this one too, EKS then adds none."""
    fabric_security_group_id: pulumi.Input[str]
    """Group whose members reach each other by EFA."""
    placement_group_name: pulumi.Input[str] | None
    """Cluster placement group of the pool; None: none."""
    node_cache: bool
    """Whether local NVMe disks become one RAID 0 for images, logs and scratch."""
    tags: dict[str, str]
    """Tags of the template itself."""
    launch_tags: dict[str, str]
    """Tags of what it launches: stable ones alone, since a moving one would roll every node of the pool."""
    registration: KubeletRegistration
    """Labels and taints that nodes of the user's own image join with."""
    join: pulumi.Output[ClusterJoin]
    """What such nodes need to know of their cluster."""
    kms_key_arn: pulumi.Input[str] | None
    """Key of the root volumes; None: EBS's own."""


class LaunchTemplateInputs(TypedDict):
    """The properties of an aws.ec2.LaunchTemplate that this module sets; a key left out is not sent."""

    network_interfaces: list[ec2.LaunchTemplateNetworkInterfaceArgsDict]
    metadata_options: ec2.LaunchTemplateMetadataOptionsArgsDict
    block_device_mappings: list[ec2.LaunchTemplateBlockDeviceMappingArgsDict]
    tag_specifications: list[ec2.LaunchTemplateTagSpecificationArgsDict]
    tags: dict[str, str]
    user_data: NotRequired[pulumi.Input[str]]
    image_id: NotRequired[str]
    instance_type: NotRequired[str]
    placement: NotRequired[ec2.LaunchTemplatePlacementArgsDict]
    instance_market_options: NotRequired[ec2.LaunchTemplateInstanceMarketOptionsArgsDict]
    capacity_reservation_specification: NotRequired[ec2.LaunchTemplateCapacityReservationSpecificationArgsDict]


def launch_template(plan: NodeGroupPlan, context: TemplateContext) -> LaunchTemplateInputs:
    """Build the whole template of a node group."""
    inputs: LaunchTemplateInputs = {
        "network_interfaces": [_interface(nic, plan, context) for nic in node_interfaces(plan)],
        "metadata_options": {
            "http_endpoint": "enabled",
            "http_tokens": "required",
            "http_put_response_hop_limit": 2,  # pods are one hop further away than the node
        },
        "block_device_mappings": [{"device_name": ROOT_DEVICE, "ebs": _root_volume(context)}],
        "tag_specifications": [{"resource_type": kind, "tags": context.launch_tags} for kind in TAGGED_ON_LAUNCH],
        "tags": context.tags,
    }
    if plan.placement_group and context.placement_group_name is not None:
        inputs["placement"] = {"group_name": context.placement_group_name}
    return _with_capacity(_with_image(inputs, plan, context), plan)


def _root_volume(context: TemplateContext) -> ec2.LaunchTemplateBlockDeviceMappingEbsArgsDict:
    volume: ec2.LaunchTemplateBlockDeviceMappingEbsArgsDict = {
        "volume_size": ROOT_VOLUME_GIB,
        "volume_type": "gp3",
        "encrypted": TRUE,
        "delete_on_termination": TRUE,
    }
    if context.kms_key_arn is not None:
        volume["kms_key_id"] = context.kms_key_arn
    return volume


def _with_image(inputs: LaunchTemplateInputs, plan: NodeGroupPlan, context: TemplateContext) -> LaunchTemplateInputs:
    """Say what the nodes start with; to an image of the user's own EKS adds nothing, so that its user data must be complete."""
    spec = node_config(plan, node_cache=context.node_cache)
    if plan.image_id is not None:
        inputs["image_id"] = plan.image_id
        inputs["user_data"] = context.join.apply(lambda join: encoded(joining(spec, join, context.registration)))
    elif spec:
        inputs["user_data"] = encoded(spec)
    return inputs


def _with_capacity(inputs: LaunchTemplateInputs, plan: NodeGroupPlan) -> LaunchTemplateInputs:
    """Say how the machines are bought, as far as the template says it."""
    if plan.instance_type_in is InstanceTypeIn.TEMPLATE:
        inputs["instance_type"] = plan.machine.name
    if plan.market_type is not None:
        inputs["instance_market_options"] = {"market_type": plan.market_type}
    if plan.reservation_id is not None:
        inputs["capacity_reservation_specification"] = {"capacity_reservation_target": {"capacity_reservation_id": plan.reservation_id}}
    return inputs


def _interface(nic: NetworkInterface, plan: NodeGroupPlan, context: TemplateContext) -> ec2.LaunchTemplateNetworkInterfaceArgsDict:
    return {
        "network_card_index": nic.card,
        "device_index": nic.device,
        "interface_type": nic.type.value,
        "security_groups": _security_groups(nic, plan, context),
        "delete_on_termination": TRUE,
    }


def _security_groups(nic: NetworkInterface, plan: NodeGroupPlan, context: TemplateContext) -> list[pulumi.Input[str]]:
    """Groups sit on the interfaces, since a template with interfaces may name none of its own; the fabric is for EFA nodes alone."""
    speaks_ip = nic.type is not InterfaceType.EFA_ONLY
    in_fabric = nic.carries_fabric or (is_primary(nic) and plan.efa)
    return [
        *([context.cluster_security_group_id] if speaks_ip else []),
        *([context.fabric_security_group_id] if in_fabric else []),
    ]
