"""Interface endpoints: the AWS services that private nodes need, reached without a way out to the internet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pulumi_aws as aws
from pulumi import ComponentResource, Input, Resource, ResourceOptions

from components.naming import Naming
from declaration.network import InterfaceEndpoint

HTTPS = 443


@dataclass(frozen=True)
class InterfaceEndpointsArgs:
    """What the interface endpoints of a network are made from."""

    naming: Naming
    region: str
    """Region of the services."""
    vpc_id: Input[str]
    vpc_cidr: str
    """Range of the network: who may ask the endpoints."""
    subnet_id: Input[str]
    """The nodes' subnet: an endpoint bills for each zone it stands in, and the nodes are in one."""
    services: Sequence[InterfaceEndpoint]
    """Services, at least one; source: `network.endpoints`."""


class InterfaceEndpoints(ComponentResource):
    """One endpoint for each service, under the service's public name, and one security group for all: HTTPS from the network alone."""

    endpoints: list[Resource]

    def __init__(self, args: InterfaceEndpointsArgs, opts: ResourceOptions | None = None) -> None:
        naming = args.naming
        services = [service.value for service in args.services]
        super().__init__("gpu-clusters:aws:InterfaceEndpoints", naming.name("endpoints"), {"services": services}, opts)
        own = ResourceOptions(parent=self)
        group = aws.ec2.SecurityGroup(
            naming.name("endpoints"),
            vpc_id=args.vpc_id,
            description=f"Interface endpoints of {naming.cluster}: HTTPS from its network",
            tags=naming.tags("endpoints"),
            opts=own,
        )
        admitted = aws.vpc.SecurityGroupIngressRule(
            naming.name("endpoints-ingress"),
            security_group_id=group.id,
            cidr_ipv4=args.vpc_cidr,
            ip_protocol="tcp",
            from_port=HTTPS,
            to_port=HTTPS,
            description="HTTPS from the network",
            tags=naming.tags("endpoints-ingress"),
            opts=own,
        )
        self.endpoints = [admitted, *(self._endpoint(args, service, group) for service in services)]
        self.register_outputs({})

    def _endpoint(self, args: InterfaceEndpointsArgs, service: str, group: aws.ec2.SecurityGroup) -> aws.ec2.VpcEndpoint:
        part = f"endpoint-{service}"
        return aws.ec2.VpcEndpoint(
            args.naming.name(part),
            vpc_id=args.vpc_id,
            service_name=f"com.amazonaws.{args.region}.{service}",
            vpc_endpoint_type="Interface",
            private_dns_enabled=True,
            subnet_ids=[args.subnet_id],
            security_group_ids=[group.id],
            tags=args.naming.tags(part),
            opts=ResourceOptions(parent=self),
        )
