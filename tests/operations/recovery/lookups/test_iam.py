"""IAM look-ups in an account."""

import json

import pytest

from operations.recovery.lookups.registry import Wanted, all_lookups

ROLE, INLINE, ATTACHMENT = "aws:iam/role:Role", "aws:iam/rolePolicy:RolePolicy", "aws:iam/rolePolicyAttachment:RolePolicyAttachment"
TRUST = {
    "Version": "2012-10-17",
    "Statement": [{"Effect": "Allow", "Principal": {"Service": "ec2.amazonaws.com"}, "Action": "sts:AssumeRole"}],
}
ALLOW = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:GetObject", "Resource": "*"}]}
NODE_POLICY = "arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicy"
CNI_POLICY = "arn:aws:iam::aws:policy/AmazonEKS_CNI_Policy"


def look(account, resource_type, **inputs):
    return [found.id for found in all_lookups()[resource_type](account, Wanted("urn:x", resource_type, inputs))]


@pytest.fixture
def iam(account):
    return account.client("iam")


@pytest.fixture
def role(iam, unique):
    return iam.create_role(RoleName=f"atlas-nodes-{unique}", AssumeRolePolicyDocument=json.dumps(TRUST))["Role"]["RoleName"]


def test_role(account, role):
    assert look(account, ROLE, name=role) == [role]
    assert look(account, ROLE, name="atlas-nodes") == []


def test_the_tags_of_a_role_say_whose_it_is(account, iam, unique):
    tags = [{"Key": "pulumi-stack", "Value": unique}]
    iam.create_role(RoleName=unique, AssumeRolePolicyDocument=json.dumps(TRUST), Tags=tags)
    (found,) = all_lookups()[ROLE](account, Wanted("urn:x", ROLE, {"name": unique}))
    assert found.tags == {"pulumi-stack": unique}


def test_role_policy(account, iam, role):
    iam.put_role_policy(RoleName=role, PolicyName="read", PolicyDocument=json.dumps(ALLOW))
    assert look(account, INLINE, role=role, name="read") == [f"{role}:read"]
    assert look(account, INLINE, role=role, name="write") == []
    assert look(account, INLINE, role="gone", name="read") == []


def test_attachment(account, iam, role):
    iam.attach_role_policy(RoleName=role, PolicyArn=NODE_POLICY)
    assert look(account, ATTACHMENT, role=role, policyArn=NODE_POLICY) == [f"{role}/{NODE_POLICY}"]
    assert look(account, ATTACHMENT, role=role, policyArn=CNI_POLICY) == []
    assert look(account, ATTACHMENT, role="gone", policyArn=NODE_POLICY) == []


def test_service_linked_role(account, iam, unique):
    service, token = "autoscaling.amazonaws.com", "aws:iam/serviceLinkedRole:ServiceLinkedRole"
    made = iam.create_service_linked_role(AWSServiceName=service, CustomSuffix=unique, Description="scales")["Role"]["Arn"]
    assert look(account, token, awsServiceName=service, customSuffix=unique, description="scales") == [made]
    assert look(account, token, awsServiceName=service, customSuffix=unique, description="other") == []
    assert look(account, token, awsServiceName=service, customSuffix="none", description="scales") == []
