"""IAM policy documents as JSON text: who may assume a role, who may read a bucket; each grants what its one user needs."""

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


def _bucket_and_objects(bucket: str) -> list[str]:
    return [f"arn:aws:s3:::{bucket}", f"arn:aws:s3:::{bucket}/*"]


def _document(statements: Sequence[Mapping[str, object]]) -> str:
    return json.dumps({"Version": _VERSION, "Statement": list(statements)})
