"""The launch template of one node group, as a plain dict: what EKS managed node groups accept, and nothing they refuse.

Sources: EKS User Guide, "Customize managed nodes with launch templates" and "Use Capacity Blocks for ML"; EC2 User Guide, EFA.
Left out because EKS refuses it: subnet, instance profile, shutdown behaviour, spot market options (spot is said on the group).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NotRequired, TypedDict

from components.aws.nic_layout import PRIMARY, Nic, nic_layout
from components.aws.user_data import user_data
from planning.groups import InstanceTypeIn, NodeGroupPlan

if TYPE_CHECKING:
    import pulumi
    import pulumi_aws.ec2 as ec2

ROOT_DEVICE = "/dev/xvda"
"""Root device of the EKS images on Amazon Linux 2023."""
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


class LaunchTemplateInputs(TypedDict):
    """The properties of an aws.ec2.LaunchTemplate that this module sets; a key left out is not sent."""

    network_interfaces: list[ec2.LaunchTemplateNetworkInterfaceArgsDict]
    metadata_options: ec2.LaunchTemplateMetadataOptionsArgsDict
    block_device_mappings: list[ec2.LaunchTemplateBlockDeviceMappingArgsDict]
    tag_specifications: list[ec2.LaunchTemplateTagSpecificationArgsDict]
    tags: dict[str, str]
    user_data: NotRequired[str]
    instance_type: NotRequired[str]
    placement: NotRequired[ec2.LaunchTemplatePlacementArgsDict]
    instance_market_options: NotRequired[ec2.LaunchTemplateInstanceMarketOptionsArgsDict]
    capacity_reservation_specification: NotRequired[ec2.LaunchTemplateCapacityReservationSpecificationArgsDict]


def launch_template(plan: NodeGroupPlan, context: TemplateContext) -> LaunchTemplateInputs:
    """Build the whole template of a node group."""
    inputs: LaunchTemplateInputs = {
        "network_interfaces": [_interface(nic, plan, context) for nic in nic_layout(plan.machine.network, efa=plan.efa)],
        "metadata_options": {
            "http_endpoint": "enabled",
            "http_tokens": "required",
            "http_put_response_hop_limit": 2,  # pods are one hop further away than the node
        },
        "block_device_mappings": [
            {
                "device_name": ROOT_DEVICE,
                "ebs": {"volume_size": ROOT_VOLUME_GIB, "volume_type": "gp3", "encrypted": TRUE, "delete_on_termination": TRUE},
            }
        ],
        "tag_specifications": [{"resource_type": kind, "tags": context.launch_tags} for kind in TAGGED_ON_LAUNCH],
        "tags": context.tags,
    }
    encoded = user_data(plan.machine, efa=plan.efa, node_cache=context.node_cache)
    if encoded is not None:
        inputs["user_data"] = encoded
    if plan.placement_group and context.placement_group_name is not None:
        inputs["placement"] = {"group_name": context.placement_group_name}
    return _with_capacity(inputs, plan)


def _with_capacity(inputs: LaunchTemplateInputs, plan: NodeGroupPlan) -> LaunchTemplateInputs:
    """Say how the machines are bought, as far as the template says it."""
    if plan.instance_type_in is InstanceTypeIn.TEMPLATE:
        inputs["instance_type"] = plan.machine.name
    if plan.market_type is not None:
        inputs["instance_market_options"] = {"market_type": plan.market_type}
    if plan.reservation_id is not None:
        inputs["capacity_reservation_specification"] = {"capacity_reservation_target": {"capacity_reservation_id": plan.reservation_id}}
    return inputs


def _interface(nic: Nic, plan: NodeGroupPlan, context: TemplateContext) -> ec2.LaunchTemplateNetworkInterfaceArgsDict:
    return {
        "network_card_index": nic.card,
        "device_index": nic.device,
        "interface_type": nic.type.value,
        "security_groups": _security_groups(nic, plan, context),
        "delete_on_termination": TRUE,
    }


def _security_groups(nic: Nic, plan: NodeGroupPlan, context: TemplateContext) -> list[pulumi.Input[str]]:
    """Groups sit on the interfaces, since a template with interfaces may name none of its own; the fabric is for EFA nodes alone."""
    if nic != PRIMARY:
        return [context.fabric_security_group_id]
    return [context.cluster_security_group_id, *([context.fabric_security_group_id] if plan.efa else [])]
