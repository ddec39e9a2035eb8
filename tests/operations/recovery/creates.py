"""Every kind of create that the example stacks make, and how a test brings them up, breaks one and counts what is left."""

import random
import sys
from dataclasses import dataclass

import pytest

from catalog.loading import load_catalog
from declaration.judging import judge
from declaration.reading import read_stack_file
from operations.demo.blocks import seed
from tests.support.engine import Pulumi, run
from tests.support.rehearsed import Rehearsed

BASE, CLUSTER = "aws-base", "aws-eks-pretrain"
SAMPLE_SEED = 20261201
# Recovery must not wait here for what the world shows at once.
HASTE = ("--grace-seconds", "1", "--poll-seconds", "0.2")


@dataclass(frozen=True)
class Create:
    """The first call of one resource type's create, by which the world can be told to fail or delay it."""

    stack: str
    type: str
    service: str
    operation: str

    def __str__(self) -> str:
        return self.type.rpartition(":")[2]


CREATES = (
    Create(BASE, "aws:ec2/vpc:Vpc", "ec2", "CreateVpc"),
    Create(BASE, "aws:ec2/subnet:Subnet", "ec2", "CreateSubnet"),
    Create(BASE, "aws:ec2/internetGateway:InternetGateway", "ec2", "CreateInternetGateway"),
    Create(BASE, "aws:ec2/eip:Eip", "ec2", "AllocateAddress"),
    Create(BASE, "aws:ec2/natGateway:NatGateway", "ec2", "CreateNatGateway"),
    Create(BASE, "aws:ec2/routeTable:RouteTable", "ec2", "CreateRouteTable"),
    Create(BASE, "aws:ec2/route:Route", "ec2", "CreateRoute"),
    Create(BASE, "aws:ec2/routeTableAssociation:RouteTableAssociation", "ec2", "AssociateRouteTable"),
    Create(BASE, "aws:ec2/vpcEndpoint:VpcEndpoint", "ec2", "CreateVpcEndpoint"),
    Create(BASE, "aws:ec2/securityGroup:SecurityGroup", "ec2", "CreateSecurityGroup"),
    Create(BASE, "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", "ec2", "AuthorizeSecurityGroupIngress"),
    Create(BASE, "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule", "ec2", "AuthorizeSecurityGroupEgress"),
    Create(BASE, "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup", "ec2", "RevokeSecurityGroupIngress"),  # it is there already
    Create(BASE, "aws:ec2/flowLog:FlowLog", "ec2", "CreateFlowLogs"),
    Create(BASE, "aws:fsx/lustreFileSystem:LustreFileSystem", "fsx", "CreateFileSystem"),
    Create(BASE, "aws:kms/key:Key", "kms", "CreateKey"),
    Create(BASE, "aws:kms/alias:Alias", "kms", "CreateAlias"),
    Create(BASE, "aws:s3/bucket:Bucket", "s3", "CreateBucket"),
    Create(BASE, "aws:s3/bucketVersioning:BucketVersioning", "s3", "PutBucketVersioning"),
    Create(BASE, "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock", "s3", "PutPublicAccessBlock"),
    Create(BASE, "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration", "s3", "PutBucketEncryption"),
    Create(BASE, "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration", "s3", "PutBucketLifecycleConfiguration"),
    Create(BASE, "aws:s3/bucketPolicy:BucketPolicy", "s3", "PutBucketPolicy"),
    Create(CLUSTER, "aws:iam/role:Role", "iam", "CreateRole"),
    Create(CLUSTER, "aws:iam/rolePolicyAttachment:RolePolicyAttachment", "iam", "AttachRolePolicy"),
    Create(CLUSTER, "aws:cloudwatch/logGroup:LogGroup", "logs", "CreateLogGroup"),
    Create(CLUSTER, "aws:eks/cluster:Cluster", "eks", "CreateCluster"),
    Create(CLUSTER, "aws:eks/addon:Addon", "eks", "CreateAddon"),
    Create(CLUSTER, "aws:eks/accessEntry:AccessEntry", "eks", "CreateAccessEntry"),
    Create(CLUSTER, "aws:eks/accessPolicyAssociation:AccessPolicyAssociation", "eks", "AssociateAccessPolicy"),
    Create(CLUSTER, "aws:eks/nodeGroup:NodeGroup", "eks", "CreateNodegroup"),
    Create(CLUSTER, "aws:ec2/placementGroup:PlacementGroup", "ec2", "CreatePlacementGroup"),
    Create(CLUSTER, "aws:ec2/launchTemplate:LaunchTemplate", "ec2", "CreateLaunchTemplate"),
    Create(CLUSTER, "aws:iam/rolePolicy:RolePolicy", "iam", "PutRolePolicy"),
)


def sampled(sample_size: int, salt: str) -> list:
    """All creates as parameters: a seeded sample for every run, the others for the long form. The world is one, so they share a worker."""
    chosen = set(random.Random(f"{SAMPLE_SEED} {salt}").sample(range(len(CREATES)), sample_size))
    return [
        pytest.param(create, marks=[pytest.mark.engine] if index in chosen else [pytest.mark.engine, pytest.mark.soak], id=str(create))
        for index, create in enumerate(CREATES)
    ]


def prepared(rehearsed: Rehearsed, stack: str) -> Pulumi:
    """The stack of a create, with all that it stands on: the base for the cluster, and the capacity block that it names."""
    if stack == CLUSTER:
        pulumi = rehearsed.stack(CLUSTER)
        cluster = judge(read_stack_file(pulumi.session.cwd / "stacks" / f"Pulumi.{CLUSTER}.yaml"), load_catalog()).cluster
        seed(rehearsed.control, cluster)
        rehearsed.stack(BASE).up()
        return pulumi
    return rehearsed.stack(BASE)


def gpuc_argv(*words: str) -> list[str]:
    """The command line of a command of ours."""
    return [sys.executable, "-c", "from operations.cli import main; main()", *words]


def gpuc(pulumi: Pulumi, *words: str, check: bool = True):
    """A command of ours in the stack's session."""
    return run(pulumi.session, gpuc_argv(*words), check=check)


def assert_nothing_left(rehearsed: Rehearsed, stack: str) -> None:
    """After the end of the stack, and of what it stands on, only the bucket that is kept on purpose may exist."""
    if stack == CLUSTER:
        rehearsed.stack(BASE).destroy()
    left = rehearsed.control.snapshot()
    left.pop("capacity", None)
    keys = left.get("kms", {}).get("keys", [])
    if all(key["KeyState"] == "PendingDeletion" for key in keys):
        left.pop("kms", None)
    kept = {service: {kind for kind, things in kinds.items() if things} for service, kinds in left.items()}
    assert {service: kinds for service, kinds in kept.items() if kinds} in ({}, {"s3": {"buckets"}}), left
