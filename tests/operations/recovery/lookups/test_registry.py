"""No resource type that a stack of ours can have in flight is without a look-up."""

import re
from pathlib import Path

import boto3
import pytest
from botocore.exceptions import ClientError

import operations.recovery.lookups as lookups_folder
from operations.recovery.errors import AmbiguousError
from operations.recovery.lookups.registry import Wanted, all_lookups, answer

TYPES_OF_THE_STACKS = frozenset(
    {
        "aws:ec2/vpc:Vpc",
        "aws:ec2/subnet:Subnet",
        "aws:ec2/internetGateway:InternetGateway",
        "aws:ec2/eip:Eip",
        "aws:ec2/natGateway:NatGateway",
        "aws:ec2/routeTable:RouteTable",
        "aws:ec2/route:Route",
        "aws:ec2/routeTableAssociation:RouteTableAssociation",
        "aws:ec2/vpcEndpoint:VpcEndpoint",
        "aws:ec2/securityGroup:SecurityGroup",
        "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule",
        "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule",
        "aws:s3/bucket:Bucket",
        "aws:s3/bucketVersioning:BucketVersioning",
        "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock",
        "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration",
        "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration",
        "aws:s3/bucketPolicy:BucketPolicy",
        "aws:iam/role:Role",
        "aws:iam/rolePolicyAttachment:RolePolicyAttachment",
        "aws:iam/rolePolicy:RolePolicy",
        "aws:cloudwatch/logGroup:LogGroup",
        "aws:eks/cluster:Cluster",
        "aws:eks/addon:Addon",
        "aws:eks/accessEntry:AccessEntry",
        "aws:eks/accessPolicyAssociation:AccessPolicyAssociation",
        "aws:eks/nodeGroup:NodeGroup",
        "aws:ec2/placementGroup:PlacementGroup",
        "aws:ec2/launchTemplate:LaunchTemplate",
    }
)


def test_every_type_of_the_stacks_has_a_look_up():
    assert set(all_lookups()) == TYPES_OF_THE_STACKS


def test_no_type_has_two():
    text = "".join(path.read_text(encoding="utf-8") for path in Path(lookups_folder.__path__[0]).glob("*.py"))
    registered = re.findall(r'^@lookup\("([^"]+)"\)', text, re.MULTILINE)
    assert sorted(registered) == sorted(TYPES_OF_THE_STACKS)


def test_every_look_up_is_a_function_of_its_own_with_a_sentence():
    functions = all_lookups().values()
    assert len(set(functions)) == len(functions)
    assert all((function.__doc__ or "").startswith("By ") for function in functions)


@pytest.mark.parametrize("resource_type", sorted(TYPES_OF_THE_STACKS))
def test_inputs_that_tell_nothing_are_refused(resource_type):
    wanted, session = Wanted("urn:x", resource_type, {}), boto3.Session("id", "secret", region_name="us-east-1")
    with pytest.raises(AmbiguousError, match="urn:x is pending, but"):
        list(all_lookups()[resource_type](session, wanted))


def test_tags_are_those_of_the_provider_too():
    assert Wanted("u", "t", {"tags": {"a": "1"}, "tagsAll": {"a": "1", "b": "2"}}).tags() == {"a": "1", "b": "2"}
    assert Wanted("u", "t", {"tags": {"a": "1"}}).tags() == {"a": "1"}


def test_answer_takes_only_absence_for_an_answer():
    def refuse(code):
        raise ClientError({"Error": {"Code": code, "Message": "m"}}, "Ask")

    assert answer(lambda: 7, "Gone") == 7
    assert answer(lambda: refuse("Gone"), "Gone") is None
    with pytest.raises(ClientError):
        answer(lambda: refuse("Throttling"), "Gone")
