"""The security group of the EFA fabric: members reach each other by group id, both ways."""

from __future__ import annotations

from dataclasses import dataclass

import pulumi_aws as aws
from pulumi import ComponentResource, Input, Output, Resource, ResourceOptions

from components.aws.network import ANYWHERE
from components.naming import Naming

ALL_PROTOCOLS = "-1"


@dataclass(frozen=True)
class FabricSecurityGroupArgs:
    """What a fabric's security group is made from."""

    naming: Naming
    vpc_id: Input[str]


class FabricSecurityGroup(ComponentResource):
    """A group whose members exchange EFA traffic.

    EFA is not IP: a rule for 0.0.0.0/0 does not admit it, and NCCL then fails with error 4126. Only rules that name the group itself do,
    for ingress and for egress (EC2 User Guide, EFA security groups); the way out to everywhere else is a rule of its own.
    """

    security_group_id: Output[str]
    rules: list[Resource]
    """What must exist before the group admits anybody."""

    def __init__(self, args: FabricSecurityGroupArgs, opts: ResourceOptions | None = None) -> None:
        naming = args.naming
        super().__init__("gpu-clusters:aws:FabricSecurityGroup", naming.name("fabric"), None, opts)
        own = ResourceOptions(parent=self)
        group = aws.ec2.SecurityGroup(
            naming.name("fabric"),
            vpc_id=args.vpc_id,
            description=f"EFA fabric of {naming.cluster}: members reach each other, all protocols",
            tags=naming.tags("fabric"),
            opts=own,
        )
        ingress = aws.vpc.SecurityGroupIngressRule(
            naming.name("fabric-ingress-self"),
            security_group_id=group.id,
            referenced_security_group_id=group.id,
            ip_protocol=ALL_PROTOCOLS,
            description="EFA from members",
            tags=naming.tags("fabric-ingress-self"),
            opts=own,
        )
        egress = aws.vpc.SecurityGroupEgressRule(
            naming.name("fabric-egress-self"),
            security_group_id=group.id,
            referenced_security_group_id=group.id,
            ip_protocol=ALL_PROTOCOLS,
            description="EFA to members",
            tags=naming.tags("fabric-egress-self"),
            opts=own,
        )
        aws.vpc.SecurityGroupEgressRule(
            naming.name("fabric-egress-anywhere"),
            security_group_id=group.id,
            cidr_ipv4=ANYWHERE,
            ip_protocol=ALL_PROTOCOLS,
            description="IP to anywhere",
            tags=naming.tags("fabric-egress-anywhere"),
            opts=own,
        )
        self.security_group_id = group.id
        self.rules = [ingress, egress]
        self.register_outputs({"security_group_id": self.security_group_id})
