import json

import pytest

from components.aws.iam_documents import checkpoint_access_policy, managed_policy_arn, tls_only_bucket_policy, trust_policy


@pytest.mark.parametrize("service", ["eks.amazonaws.com", "ec2.amazonaws.com"])
def test_trust_policy_names_one_service(service):
    (statement,) = json.loads(trust_policy(service))["Statement"]
    assert statement == {"Effect": "Allow", "Principal": {"Service": service}, "Action": "sts:AssumeRole"}


def test_bucket_policy_denies_whatever_is_not_tls():
    (statement,) = json.loads(tls_only_bucket_policy("b"))["Statement"]
    assert (statement["Effect"], statement["Principal"], statement["Action"]) == ("Deny", "*", "s3:*")
    assert statement["Resource"] == ["arn:aws:s3:::b", "arn:aws:s3:::b/*"]
    assert statement["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}


def test_checkpoint_access_reaches_one_bucket_and_not_its_settings():
    statements = json.loads(checkpoint_access_policy("b"))["Statement"]
    assert {statement["Resource"] for statement in statements} == {"arn:aws:s3:::b", "arn:aws:s3:::b/*"}
    actions = {action for statement in statements for action in statement["Action"]}
    assert "s3:PutObject" in actions
    assert not {action for action in actions if "*" in action or "Version" in action or "Policy" in action}


def test_managed_policy_arn():
    assert managed_policy_arn("AmazonEKSClusterPolicy") == "arn:aws:iam::aws:policy/AmazonEKSClusterPolicy"
