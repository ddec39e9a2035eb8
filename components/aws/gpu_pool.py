"""A pool of machines: one launch template and one managed node group for each way to buy them, in one subnet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pulumi_aws as aws
from pulumi import ComponentResource, CustomTimeouts, Input, Output, Resource, ResourceOptions

from components.aws.launch_template import TemplateContext, launch_template
from components.aws.node_group import (
    group_instance_types,
    kubelet_registration,
    node_labels,
    node_taints,
    scaling_config,
    update_config,
)
from components.aws.user_data import ClusterJoin
from components.naming import Naming
from declaration.pools import Pool, Purpose
from planning.groups import NodeGroupPlan

NODE_GROUP_TIMEOUTS = CustomTimeouts(create="60m", update="180m", delete="60m")
"""An update waits for running pods to leave (up to 15 minutes a node before EKS gives up) and for replacement capacity."""
PLACEMENT_GROUP_TIMEOUTS = CustomTimeouts(delete="30m")
"""A placement group is in use until its last instance is gone, which takes over 15 minutes on accelerated machines."""


@dataclass(frozen=True)
class GpuPoolArgs:
    """What a pool is made from."""

    naming: Naming
    pool: Pool
    plans: tuple[NodeGroupPlan, ...]
    """One node group per capacity option, in order of preference; source: planning.groups.plan_groups."""
    cluster_name: Input[str]
    cluster_security_group_id: Input[str]
    fabric_security_group_id: Input[str]
    subnet_id: Input[str]
    """The one subnet of the nodes: EFA crosses no zone."""
    node_role_arn: Input[str]
    node_cache: bool
    """Whether local NVMe disks become one RAID 0; source: `storage.node_cache`, default false."""
    join: Output[ClusterJoin]
    """What nodes of the user's own image need to know of their cluster."""
    kms_key_arn: Input[str] | None
    """Key of the root volumes; None: EBS's own."""
    before: Sequence[Resource]
    """What must exist before a node starts: network add-ons, policies of the node role."""


class GpuPool(ComponentResource):
    """Machines of one type for one purpose; their number is a number, so 450 nodes are as many resources as one."""

    purpose: Purpose
    node_groups: list[aws.eks.NodeGroup]

    def __init__(self, args: GpuPoolArgs, opts: ResourceOptions | None = None) -> None:
        self._args, self._naming = args, args.naming.for_pool(args.pool)
        super().__init__("gpu-clusters:aws:GpuPool", args.naming.name(args.pool.name), pool_facts(args.pool, args.plans), opts)
        self._own = ResourceOptions(parent=self)
        self.purpose = args.pool.purpose
        placement = self._placement_group() if any(plan.placement_group for plan in args.plans) else None
        self.node_groups = [self._node_group(plan, self._launch_template(plan, placement), placement) for plan in args.plans]
        self.register_outputs({"node_groups": [group.node_group_name for group in self.node_groups]})

    def _placement_group(self) -> aws.ec2.PlacementGroup:
        """Pack the pool's own nodes closely; it takes no reserved ones, which stand where their reservation is."""
        part = f"{self._args.pool.name}-placement"
        return aws.ec2.PlacementGroup(
            self._naming.name(part),
            strategy="cluster",
            tags=self._naming.tags(part),
            opts=ResourceOptions(parent=self, custom_timeouts=PLACEMENT_GROUP_TIMEOUTS),
        )

    def _launch_template(self, plan: NodeGroupPlan, placement: aws.ec2.PlacementGroup | None) -> aws.ec2.LaunchTemplate:
        part = f"{plan.name}-template"
        context = TemplateContext(
            cluster_security_group_id=self._args.cluster_security_group_id,
            fabric_security_group_id=self._args.fabric_security_group_id,
            placement_group_name=placement.name if placement is not None else None,
            node_cache=self._args.node_cache,
            tags=self._naming.tags(part),
            launch_tags=self._naming.tags(plan.name),
            registration=kubelet_registration(plan, self._naming),
            join=self._args.join,
            kms_key_arn=self._args.kms_key_arn,
        )
        return aws.ec2.LaunchTemplate(self._naming.name(part), **launch_template(plan, context), opts=self._own)

    def _node_group(
        self, plan: NodeGroupPlan, template: aws.ec2.LaunchTemplate, placement: aws.ec2.PlacementGroup | None
    ) -> aws.eks.NodeGroup:
        name = self._naming.name(plan.name)
        before = [*self._args.before, *([placement] if placement is not None and plan.placement_group else [])]
        return aws.eks.NodeGroup(
            name,
            node_group_name=name,
            cluster_name=self._args.cluster_name,
            node_role_arn=self._args.node_role_arn,
            subnet_ids=[self._args.subnet_id],
            ami_type=plan.ami_type,
            release_version=plan.release_version,
            capacity_type=plan.eks_capacity_type.value,
            instance_types=group_instance_types(plan),
            launch_template={"id": template.id, "version": template.latest_version.apply(str)},  # "$Latest" would never settle
            scaling_config=scaling_config(plan),
            update_config=update_config(plan),
            labels=node_labels(plan, self._naming),
            taints=node_taints(plan),
            tags=self._naming.tags(plan.name),
            opts=ResourceOptions(
                parent=self,
                depends_on=before,
                delete_before_replace=True,  # the name is fixed, and reserved capacity has no room for a second group
                ignore_changes=["scalingConfig.desiredSize"] if plan.ignore_desired else None,
                custom_timeouts=NODE_GROUP_TIMEOUTS,
            ),
        )


def pool_facts(pool: Pool, plans: Sequence[NodeGroupPlan]) -> dict[str, Input[object]]:
    """Say what policies judge a pool by: purpose, machine, image, counts, how it is bought, EFA and placement."""
    return {
        "pool": pool.name,
        "purpose": pool.purpose.value,
        "machine": pool.machine,
        "images": sorted({image for plan in plans for image in (plan.image_id, plan.release_version) if image is not None}),
        "nodes": {"min": pool.nodes.min, "desired": pool.nodes.desired, "max": pool.nodes.max},
        "scaling_owner": pool.scaling_owner.value,
        "capacity": [plan.option.kind.value for plan in plans],
        "reservations": [plan.reservation_id for plan in plans if plan.reservation_id is not None],
        "efa": any(plan.efa for plan in plans),
        "placement_group": any(plan.placement_group for plan in plans),
    }
