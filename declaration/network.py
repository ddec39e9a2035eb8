"""The network of a cluster: one of its own, one that is there already, or that of a base stack."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from pydantic import BeforeValidator, Discriminator, Field, Tag

from declaration.model import Part
from declaration.problems import one_of
from declaration.words import Cidr, LogRetentionDays, SecurityGroupId, StackName, SubnetId, VpcId, ZoneId, wrong


class Nat(StrEnum):
    """How private nodes reach the internet."""

    GATEWAY = "gateway"
    NONE = "none"


class InterfaceEndpoint(StrEnum):
    """The services whose interface endpoint private nodes can use, spelt as the endpoint's service name ends."""

    EC2 = "ec2"
    ECR_API = "ecr.api"
    ECR_DKR = "ecr.dkr"
    EKS = "eks"
    EKS_AUTH = "eks-auth"
    STS = "sts"
    LOGS = "logs"
    FSX = "fsx"
    SSM = "ssm"
    SSM_MESSAGES = "ssmmessages"
    AUTOSCALING = "autoscaling"
    ELASTIC_LOAD_BALANCING = "elasticloadbalancing"


NEEDED_ENDPOINTS = (
    InterfaceEndpoint.EC2,
    InterfaceEndpoint.ECR_API,
    InterfaceEndpoint.ECR_DKR,
    InterfaceEndpoint.EKS,
    InterfaceEndpoint.EKS_AUTH,
    InterfaceEndpoint.STS,
)
"""Without these a node that reaches no internet joins no cluster and pulls no image (EKS user guide, private clusters)."""

_ENDPOINT_SETS = {"all": tuple(InterfaceEndpoint), "needed": NEEDED_ENDPOINTS}


def _spread(written: object) -> object:
    """The word `all` stands for every endpoint, `needed` for those without which nodes cannot join; a list holds services."""
    if isinstance(written, str):
        if written not in _ENDPOINT_SETS:
            raise wrong(f"a list of services, {one_of(_ENDPOINT_SETS)}", "write needed, or the services as a list: [ec2, ecr.api]")
        return _ENDPOINT_SETS[written]
    return tuple(_service(item) for item in written) if isinstance(written, list) else written


def _service(written: object) -> InterfaceEndpoint:
    try:
        return InterfaceEndpoint(str(written))
    except ValueError:
        raise wrong(f"a list of {one_of(InterfaceEndpoint)}; {written} is none of them", f"leave {written} out, or write needed") from None


class FlowLogs(Part):
    """Records of the network's accepted and refused connections, kept by CloudWatch and billed by the GB."""

    retention_days: LogRetentionDays = Field(
        description="days that CloudWatch keeps the records; one of the values that CloudWatch Logs takes"
    )


class OwnNetwork(Part):
    """A virtual network that this stack makes: private subnets for nodes and control plane, a way out, an S3 gateway endpoint."""

    cidr: Cidr = Field(description="IPv4 range of the network, prefix length 16 to 24, such as 10.40.0.0/16")
    control_plane_zones: tuple[ZoneId, ...] = Field(
        description="zone IDs of the control plane's subnets: at least two, although the nodes sit in one (EKS network requirements)"
    )
    nat: Nat = Field(description="gateway: nodes reach the internet through a NAT gateway, billed by the hour and by GB; none: they do not")
    endpoints: Annotated[
        tuple[InterfaceEndpoint, ...], BeforeValidator(_spread, json_schema_input_type=tuple[InterfaceEndpoint, ...] | str)
    ] = Field(
        default=(),
        description="services reached by interface endpoints in the nodes' subnet, a list, or needed, or all; each billed by the hour;"
        " default: none, for which nodes need the NAT gateway",
    )
    flow_logs: FlowLogs | None = Field(default=None, description="flow logs of the whole network; default: none")


class NetworkIds(Part):
    """The parts of a network that somebody else made and keeps."""

    vpc_id: VpcId = Field(description="id of the network, vpc-…")
    gpu_subnet_id: SubnetId = Field(description="id of the nodes' private subnet, in the cluster's zone")
    control_plane_subnet_ids: tuple[SubnetId, ...] = Field(description="ids of the control plane's subnets, in at least two zones")
    fabric_security_group_id: SecurityGroupId | None = Field(
        default=None, description="group that admits all traffic from and to itself, by its own id; default: this stack makes one"
    )


class ExistingNetwork(Part):
    """A network that is there already; this stack changes nothing in it, and makes a fabric security group where none is named."""

    existing: NetworkIds = Field(description="ids of its parts")


class BaseNetwork(Part):
    """The network, fabric security group and key of a base stack that is already up."""

    from_stack: StackName = Field(description="name of the base stack, such as aws-base")


_OWN, _EXISTING, _BASE = "OwnNetwork", "ExistingNetwork", "BaseNetwork"


def _network_tag(raw: object) -> str:
    if isinstance(raw, BaseNetwork) or (isinstance(raw, Mapping) and "from_stack" in raw):
        return _BASE
    if isinstance(raw, ExistingNetwork) or (isinstance(raw, Mapping) and "existing" in raw):
        return _EXISTING
    return _OWN


NetworkDeclaration = Annotated[
    Annotated[OwnNetwork, Tag(_OWN)] | Annotated[ExistingNetwork, Tag(_EXISTING)] | Annotated[BaseNetwork, Tag(_BASE)],
    Discriminator(_network_tag),
]
"""The network: {cidr, control_plane_zones, nat, …}, {existing: {vpc_id, …}} or {from_stack}."""
