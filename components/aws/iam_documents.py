"""IAM policy documents as JSON text: who may assume a role, read a bucket, use a key; each grants what its one user needs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

_VERSION = "2012-10-17"

EKS_CLUSTER_POLICIES = ("AmazonEKSClusterPolicy",)
"""Managed policies of the control plane's role (EKS User Guide, cluster IAM role)."""

NODE_POLICIES = (
    "AmazonEKSWorkerNodePolicy",
    "AmazonEC2ContainerRegistryPullOnly",
    "AmazonEKS_CNI_Policy",
    "AmazonSSMManagedInstanceCore",  # session access in place of SSH keys
)
"""Managed policies of the nodes' role (EKS User Guide, node IAM role; the CNI's policy is needed until it has a role of its own)."""


LAUNCHING_ROLES = (
    "autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling",
    "spot.amazonaws.com/AWSServiceRoleForEC2Spot",
    "ec2fleet.amazonaws.com/AWSServiceRoleForEC2Fleet",
)
"""Service-linked roles that launch nodes, by path and name: without the key they can attach no volume, and every launch fails.

An account has each of them once, for all of its clusters. So no stack makes them: one that did would fail where they are there already,
or take them away from other clusters on its destroy. The services make them at their first use; what uses spot through the API
before its role is there needs `aws iam create-service-linked-role --aws-service-name spot.amazonaws.com` once.
"""

_USE_OF_KEY = ["kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:DescribeKey"]


def managed_policy_arn(name: str) -> str:
    """Return the ARN of a policy that AWS maintains."""
    return f"arn:aws:iam::aws:policy/{name}"


def trust_policy(service: str) -> str:
    """Let one AWS service, such as eks.amazonaws.com, assume the role."""
    return _document([{"Effect": "Allow", "Principal": {"Service": service}, "Action": "sts:AssumeRole"}])


def tls_only_bucket_policy(bucket: str) -> str:
    """Refuse every request to the bucket that does not come over TLS (AWS Security Hub control S3.5)."""
    return _document(
        [
            {
                "Sid": "TlsOnly",
                "Effect": "Deny",
                "Principal": "*",
                "Action": "s3:*",
                "Resource": _bucket_and_objects(bucket),
                "Condition": {"Bool": {"aws:SecureTransport": "false"}},
            }
        ]
    )


def checkpoint_access_policy(bucket: str) -> str:
    """Let nodes list, read, write and rotate checkpoints in the bucket; versions and settings of the bucket stay out of reach."""
    bucket_arn, objects_arn = _bucket_and_objects(bucket)
    return _document(
        [
            {
                "Sid": "ListCheckpoints",
                "Effect": "Allow",
                "Action": ["s3:ListBucket", "s3:ListBucketMultipartUploads"],
                "Resource": bucket_arn,
            },
            {
                "Sid": "ReadAndWriteCheckpoints",
                "Effect": "Allow",
                "Action": ["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload", "s3:ListMultipartUploadParts"],
                "Resource": objects_arn,
            },
        ]
    )


def encryption_key_policy(account: str, region: str) -> str:
    """Leave use of the key to the account's own IAM policies, and admit the services that work for it while nobody is logged in.

    The launching roles are named in a condition: KMS refuses a policy whose principal does not exist yet, and condition values
    it does not look up. Sources: Auto Scaling user guide, required KMS key policy; CloudWatch Logs user guide, encrypt log data.
    """
    launching = [f"arn:aws:iam::{account}:role/aws-service-role/{role}" for role in LAUNCHING_ROLES]
    by_launching_roles = {"StringEquals": {"kms:CallerAccount": account, "aws:PrincipalArn": launching}}
    return _document(
        [
            {
                "Sid": "ByIamPolicies",
                "Effect": "Allow",
                "Principal": {"AWS": f"arn:aws:iam::{account}:root"},
                "Action": "kms:*",
                "Resource": "*",
            },
            {
                "Sid": "VolumesOfLaunchedNodes",
                "Effect": "Allow",
                "Principal": {"AWS": "*"},
                "Action": _USE_OF_KEY,
                "Resource": "*",
                "Condition": by_launching_roles,
            },
            {
                "Sid": "AttachVolumesOfLaunchedNodes",
                "Effect": "Allow",
                "Principal": {"AWS": "*"},
                "Action": "kms:CreateGrant",
                "Resource": "*",
                "Condition": {**by_launching_roles, "Bool": {"kms:GrantIsForAWSResource": "true"}},
            },
            {
                "Sid": "LogGroups",
                "Effect": "Allow",
                "Principal": {"Service": f"logs.{region}.amazonaws.com"},
                "Action": _USE_OF_KEY,
                "Resource": "*",
                "Condition": {"ArnLike": {"kms:EncryptionContext:aws:logs:arn": f"arn:aws:logs:{region}:{account}:log-group:*"}},
            },
        ]
    )


def secrets_key_policy(key_arn: str) -> str:
    """Let a control plane encrypt and decrypt its Kubernetes secrets with the key."""
    actions = ["kms:Encrypt", "kms:Decrypt", "kms:ListGrants", "kms:DescribeKey"]
    return _document([{"Sid": "KubernetesSecrets", "Effect": "Allow", "Action": actions, "Resource": key_arn}])


def flow_log_policy(log_group_arn: str) -> str:
    """Let flow logs write to their log group, which they find by listing all groups (VPC user guide, flow logs to CloudWatch Logs)."""
    writing = ["logs:CreateLogStream", "logs:PutLogEvents", "logs:DescribeLogStreams"]
    return _document(
        [
            {"Sid": "WriteFlowLogs", "Effect": "Allow", "Action": writing, "Resource": f"{log_group_arn}:*"},
            {"Sid": "FindLogGroup", "Effect": "Allow", "Action": "logs:DescribeLogGroups", "Resource": "*"},
        ]
    )


def _bucket_and_objects(bucket: str) -> list[str]:
    return [f"arn:aws:s3:::{bucket}", f"arn:aws:s3:::{bucket}/*"]


def _document(statements: Sequence[Mapping[str, object]]) -> str:
    return json.dumps({"Version": _VERSION, "Statement": list(statements)}, ensure_ascii=False)
