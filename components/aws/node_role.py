"""The IAM role of the nodes: what kubelet, image pulls, the CNI, session access and checkpoints need."""

from __future__ import annotations

from dataclasses import dataclass

import pulumi_aws as aws
from pulumi import ComponentResource, Input, Output, Resource, ResourceOptions

from components.aws.iam_documents import NODE_POLICIES, checkpoint_access_policy, managed_policy_arn, trust_policy
from components.naming import Naming


@dataclass(frozen=True)
class NodeRoleArgs:
    """What a node role is made from."""

    naming: Naming
    checkpoint_bucket: Input[str] | None
    """Bucket that the nodes read and write checkpoints in; None: none."""


class NodeRole(ComponentResource):
    """One role for all pools of a cluster; EKS itself makes the access entry that lets its nodes join."""

    arn: Output[str]
    ready: list[Resource]
    """What must exist before a node starts: without these policies it never joins."""

    def __init__(self, args: NodeRoleArgs, opts: ResourceOptions | None = None) -> None:
        naming = args.naming
        super().__init__("gpu-clusters:aws:NodeRole", naming.name("nodes"), None, opts)
        own = ResourceOptions(parent=self)
        role = aws.iam.Role(naming.name("nodes"), assume_role_policy=trust_policy("ec2.amazonaws.com"), tags=naming.tags("nodes"), opts=own)
        self.ready = [
            aws.iam.RolePolicyAttachment(naming.name(f"nodes-{policy}"), role=role.name, policy_arn=managed_policy_arn(policy), opts=own)
            for policy in NODE_POLICIES
        ]
        if args.checkpoint_bucket is not None:
            policy = Output.from_input(args.checkpoint_bucket).apply(checkpoint_access_policy)
            self.ready.append(aws.iam.RolePolicy(naming.name("nodes-checkpoints"), role=role.name, policy=policy, opts=own))
        self.arn = role.arn
        self.register_outputs({"arn": self.arn})
