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
    client = account.client("iam")
    client.create_role(RoleName="atlas-nodes-1a2b3c4", AssumeRolePolicyDocument=json.dumps(TRUST))
    return client


def test_role(account, iam):
    assert look(account, ROLE, name="atlas-nodes-1a2b3c4") == ["atlas-nodes-1a2b3c4"]
    assert look(account, ROLE, name="atlas-nodes") == []


def test_role_policy(account, iam):
    iam.put_role_policy(RoleName="atlas-nodes-1a2b3c4", PolicyName="read", PolicyDocument=json.dumps(ALLOW))
    assert look(account, INLINE, role="atlas-nodes-1a2b3c4", name="read") == ["atlas-nodes-1a2b3c4:read"]
    assert look(account, INLINE, role="atlas-nodes-1a2b3c4", name="write") == []
    assert look(account, INLINE, role="gone", name="read") == []


def test_attachment(account, iam):
    iam.attach_role_policy(RoleName="atlas-nodes-1a2b3c4", PolicyArn=NODE_POLICY)
    assert look(account, ATTACHMENT, role="atlas-nodes-1a2b3c4", policyArn=NODE_POLICY) == [f"atlas-nodes-1a2b3c4/{NODE_POLICY}"]
    assert look(account, ATTACHMENT, role="atlas-nodes-1a2b3c4", policyArn=CNI_POLICY) == []
    assert look(account, ATTACHMENT, role="gone", policyArn=NODE_POLICY) == []
