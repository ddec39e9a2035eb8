"""What the cloud would add to a resource once it exists: ids, ARNs and other outputs that a program builds on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from gpu_cluster_testing.values import Plain

REGION = "us-east-1"
ACCOUNT = "123456789012"


@dataclass(frozen=True)
class CreateRequest:
    """One create as the provider would see it: type token, logical name, inputs with the provider's (camelCase) names."""

    type: str
    name: str
    inputs: Mapping[str, Plain]


Computed: TypeAlias = Callable[[CreateRequest], Mapping[str, Plain]]
"""Gives the outputs beyond the inputs; the key "id", where present, becomes the resource's id."""


def _arn(service: str, kind: str) -> Computed:
    return lambda request: {"arn": f"arn:aws:{service}:{REGION}:{ACCOUNT}:{kind}/{request.inputs.get('name') or request.name}"}


def _role(request: CreateRequest) -> Mapping[str, Plain]:
    name = request.inputs.get("name") or f"{request.name}-0a1b2c3"
    return {"id": name, "name": name, "arn": f"arn:aws:iam::{ACCOUNT}:role/{name}"}


def _bucket(request: CreateRequest) -> Mapping[str, Plain]:
    name = request.inputs.get("bucket") or f"{request.name}-0a1b2c3"
    return {"id": name, "bucket": name, "arn": f"arn:aws:s3:::{name}"}


def _cluster(request: CreateRequest) -> Mapping[str, Plain]:
    name = request.inputs.get("name") or request.name
    vpc_config = request.inputs.get("vpcConfig")
    return {
        "id": name,
        "name": name,
        "arn": f"arn:aws:eks:{REGION}:{ACCOUNT}:cluster/{name}",
        "endpoint": f"https://{name}.eks.{REGION}.amazonaws.com",
        "kubernetesNetworkConfig": {"serviceIpv4Cidr": "172.20.0.0/16"},
        "certificateAuthority": {"data": "Y2VydGlmaWNhdGU="},
        "vpcConfig": {**(vpc_config if isinstance(vpc_config, dict) else {}), "clusterSecurityGroupId": f"sg-{name}-cluster"},
    }


def _node_group(request: CreateRequest) -> Mapping[str, Plain]:
    name = request.inputs.get("nodeGroupName") or request.name
    group = f"eks-{name}-0a1b2c3"
    return {
        "id": f"{request.inputs.get('clusterName')}:{name}",
        "nodeGroupName": name,
        "arn": f"arn:aws:eks:{REGION}:{ACCOUNT}:nodegroup/{name}",
        "resources": [{"autoscalingGroups": [{"name": group}], "remoteAccessSecurityGroupId": ""}],
        "status": "ACTIVE",
    }


AWS_COMPUTED: Mapping[str, Computed] = {
    "aws:cloudwatch/logGroup:LogGroup": lambda request: {
        "name": request.inputs.get("name") or request.name,
        "arn": f"arn:aws:logs:{REGION}:{ACCOUNT}:log-group:{request.inputs.get('name') or request.name}",
    },
    "aws:ec2/eip:Eip": lambda request: {"allocationId": f"eipalloc-{request.name}", "publicIp": "198.51.100.7"},
    "aws:ec2/launchTemplate:LaunchTemplate": lambda request: {
        "id": f"lt-{request.name}",
        "latestVersion": 1,
        "name": f"{request.name}-0a1b2c3",
    },
    "aws:ec2/placementGroup:PlacementGroup": lambda request: {
        "id": f"{request.name}-0a1b2c3",
        "name": f"{request.name}-0a1b2c3",
        "placementGroupId": f"pg-{request.name}",
    },
    "aws:ec2/vpc:Vpc": lambda request: {"id": f"vpc-{request.name}", "mainRouteTableId": f"rtb-{request.name}-main"},
    "aws:eks/addon:Addon": _arn("eks", "addon"),
    "aws:eks/cluster:Cluster": _cluster,
    "aws:eks/nodeGroup:NodeGroup": _node_group,
    "aws:fsx/lustreFileSystem:LustreFileSystem": lambda request: {
        "id": f"fs-{request.name}",
        "arn": f"arn:aws:fsx:{REGION}:{ACCOUNT}:file-system/fs-{request.name}",
        "dnsName": f"fs-{request.name}.fsx.{REGION}.amazonaws.com",
        "mountName": "abcdefgh",
    },
    "aws:kms/key:Key": lambda request: {
        "id": f"key-{request.name}",
        "keyId": f"key-{request.name}",
        "arn": f"arn:aws:kms:{REGION}:{ACCOUNT}:key/key-{request.name}",
    },
    "aws:iam/role:Role": _role,
    "aws:s3/bucket:Bucket": _bucket,
}
"""Outputs of the AWS types whose outputs other resources are commonly built on; every other type gets a name and an ARN."""


def computed_for(request: CreateRequest, table: Mapping[str, Computed]) -> Mapping[str, Plain]:
    """Return the outputs of this create: from the table, or an id, a name and an ARN made from the logical name."""
    known: Mapping[str, Plain] = table[request.type](request) if request.type in table else {}
    name = request.inputs.get("name") or request.name
    return {"id": f"{request.name}-id", "name": name, "arn": f"arn:aws:mock:{REGION}:{ACCOUNT}:{request.name}"} | dict(known)
