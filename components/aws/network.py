"""The VPC of a base stack: one private subnet for the nodes, small ones for the control plane, and a way out where one is wanted."""

from __future__ import annotations

from dataclasses import dataclass

import pulumi
import pulumi_aws as aws
from pulumi import ComponentResource, Input, Output, Resource, ResourceOptions

from components.aws.flow_logs import FlowLogs, FlowLogsArgs
from components.aws.interface_endpoints import InterfaceEndpoints, InterfaceEndpointsArgs
from components.aws.subnets import NetworkTooSmallError, lay_out_subnets
from components.naming import Naming
from declaration.cluster import ClusterDeclaration
from declaration.network import Nat, OwnNetwork

ANYWHERE = "0.0.0.0/0"


@dataclass(frozen=True)
class NetworkArgs:
    """What a network is made from."""

    naming: Naming
    region: str
    """Region of the provider; names the S3 endpoint's service."""
    zone: str
    """Zone ID of the nodes: EFA crosses no zone, so all of them sit in one subnet."""
    declared: OwnNetwork
    """Range (an IPv4 prefix of 16 to 28), control plane zone IDs (two or more), way out; source: the declaration's `network`."""
    kms_key_arn: Input[str] | None = None
    """Key of the flow logs; None, the default: CloudWatch's own."""


def pools_outside(cluster: ClusterDeclaration, zone: str, where: str) -> list[str]:
    """Name the pools whose zone is not that of the one node subnet; their nodes could not start there."""
    return [
        f"pools[{index}].zone is {pool.zone} and the node subnet of {where} is in {zone}: write {zone}, or leave zone out"
        for index, pool in enumerate(cluster.pools)
        if pool.zone not in (None, zone)
    ]


class Network(ComponentResource):
    """A VPC whose nodes have no public address; S3 traffic stays off the NAT gateway and its price per GB."""

    vpc_id: Output[str]
    gpu_subnet_id: Output[str]
    control_plane_subnet_ids: Output[list[str]]
    ways_out: list[Resource]
    """What nodes reach AWS by; one that starts before it is there cannot join."""

    def __init__(self, args: NetworkArgs, opts: ResourceOptions | None = None) -> None:
        self._args, self._naming = args, args.naming
        props = {"zone": args.zone, "cidr": args.declared.cidr, "nat": args.declared.nat.value}
        super().__init__("gpu-clusters:aws:Network", args.naming.name("network"), props, opts)
        self._own = ResourceOptions(parent=self)
        try:
            layout = lay_out_subnets(args.declared.cidr, len(args.declared.control_plane_zones))
        except NetworkTooSmallError as error:
            raise pulumi.RunError(str(error)) from error
        self._vpc = aws.ec2.Vpc(
            self._naming.name("vpc"),
            cidr_block=args.declared.cidr,
            enable_dns_support=True,
            enable_dns_hostnames=True,
            tags=self._naming.tags("vpc"),
            opts=self._own,
        )
        self._close_default_group()
        gpu = self._subnet("gpu-subnet", args.zone, layout.gpu)
        control_plane = [
            self._subnet(f"control-plane-{zone}", zone, cidr)
            for zone, cidr in zip(args.declared.control_plane_zones, layout.control_plane, strict=True)
        ]
        private = self._route_table("private-routes")
        for part, subnet in (
            ("gpu-subnet", gpu),
            *zip((f"control-plane-{zone}" for zone in args.declared.control_plane_zones), control_plane, strict=True),
        ):
            self._associate(part, subnet, private)
        self.ways_out = [self._s3_endpoint(private)]
        if args.declared.nat is Nat.GATEWAY:
            self.ways_out.append(self._way_out(layout.public, private))
        self.ways_out += self._interface_endpoints(gpu)
        self._flow_logs()
        self.vpc_id = self._vpc.id
        self.gpu_subnet_id = gpu.id
        self.control_plane_subnet_ids = Output.all(*(subnet.id for subnet in control_plane))
        self.register_outputs(
            {"vpc_id": self.vpc_id, "gpu_subnet_id": self.gpu_subnet_id, "control_plane_subnet_ids": self.control_plane_subnet_ids}
        )

    def _subnet(self, part: str, zone: str, cidr: str) -> aws.ec2.Subnet:
        """Make a subnet whose interfaces get no public address: with several interfaces, EC2 refuses one at launch anyway."""
        return aws.ec2.Subnet(
            self._naming.name(part),
            vpc_id=self._vpc.id,
            availability_zone_id=zone,
            cidr_block=cidr,
            map_public_ip_on_launch=False,
            tags=self._naming.tags(part),
            opts=self._own,
        )

    def _close_default_group(self) -> None:
        """Take every rule out of the group that an interface gets when its maker names none (CIS AWS Foundations Benchmark, 5.4)."""
        part = "default-group"
        aws.ec2.DefaultSecurityGroup(self._naming.name(part), vpc_id=self._vpc.id, tags=self._naming.tags(part), opts=self._own)

    def _interface_endpoints(self, gpu: aws.ec2.Subnet) -> list[Resource]:
        declared = self._args.declared
        if not declared.endpoints:
            return []
        args = InterfaceEndpointsArgs(self._naming, self._args.region, self._vpc.id, declared.cidr, gpu.id, declared.endpoints)
        return InterfaceEndpoints(args, self._own).endpoints

    def _flow_logs(self) -> None:
        declared = self._args.declared.flow_logs
        if declared is not None:
            FlowLogs(FlowLogsArgs(self._naming, self._vpc.id, declared.retention_days, self._args.kms_key_arn), self._own)

    def _route_table(self, part: str) -> aws.ec2.RouteTable:
        return aws.ec2.RouteTable(self._naming.name(part), vpc_id=self._vpc.id, tags=self._naming.tags(part), opts=self._own)

    def _associate(self, part: str, subnet: aws.ec2.Subnet, table: aws.ec2.RouteTable) -> None:
        aws.ec2.RouteTableAssociation(self._naming.name(f"{part}-routes"), subnet_id=subnet.id, route_table_id=table.id, opts=self._own)

    def _s3_endpoint(self, table: aws.ec2.RouteTable) -> aws.ec2.VpcEndpoint:
        """Send S3 traffic, such as checkpoints and image layers, over a gateway endpoint, which costs nothing."""
        return aws.ec2.VpcEndpoint(
            self._naming.name("s3-endpoint"),
            vpc_id=self._vpc.id,
            service_name=f"com.amazonaws.{self._args.region}.s3",
            vpc_endpoint_type="Gateway",
            route_table_ids=[table.id],
            tags=self._naming.tags("s3-endpoint"),
            opts=self._own,
        )

    def _way_out(self, cidr: str, private: aws.ec2.RouteTable) -> aws.ec2.Route:
        """Lead private subnets out through a NAT gateway in a public subnet of the nodes' zone, so that no traffic crosses zones."""
        internet = aws.ec2.InternetGateway(
            self._naming.name("internet-gateway"), vpc_id=self._vpc.id, tags=self._naming.tags("internet-gateway"), opts=self._own
        )
        subnet = self._subnet("public-subnet", self._args.zone, cidr)
        public = self._route_table("public-routes")
        self._associate("public-subnet", subnet, public)
        self._default_route("public-default-route", public, gateway_id=internet.id)
        after_gateway = ResourceOptions(parent=self, depends_on=[internet])  # an address of a VPC without internet gateway can't be used
        address = aws.ec2.Eip(self._naming.name("nat-address"), domain="vpc", tags=self._naming.tags("nat-address"), opts=after_gateway)
        nat = aws.ec2.NatGateway(
            self._naming.name("nat-gateway"),
            allocation_id=address.allocation_id,
            subnet_id=subnet.id,
            tags=self._naming.tags("nat-gateway"),
            opts=after_gateway,
        )
        return self._default_route("private-default-route", private, nat_gateway_id=nat.id)

    def _default_route(
        self, part: str, table: aws.ec2.RouteTable, *, gateway_id: Input[str] | None = None, nat_gateway_id: Input[str] | None = None
    ) -> aws.ec2.Route:
        return aws.ec2.Route(
            self._naming.name(part),
            route_table_id=table.id,
            destination_cidr_block=ANYWHERE,
            gateway_id=gateway_id,
            nat_gateway_id=nat_gateway_id,
            opts=self._own,
        )
