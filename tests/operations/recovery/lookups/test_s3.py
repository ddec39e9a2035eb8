"""Look-ups for a bucket and its settings in an account."""

import json

import pytest
from botocore.exceptions import ClientError

from operations.recovery.lookups.registry import Wanted, all_lookups

NAME = "atlas-checkpoints-123456789012-us-east-1"
BLOCK = dict.fromkeys(("BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets"), True)
RULE = {"ID": "parts", "Status": "Enabled", "Filter": {"Prefix": ""}, "AbortIncompleteMultipartUpload": {"DaysAfterInitiation": 7}}
DENY = {
    "Version": "2012-10-17",
    "Statement": [{"Effect": "Deny", "Principal": "*", "Action": "s3:*", "Resource": f"arn:aws:s3:::{NAME}/*"}],
}

SETTINGS = {
    "aws:s3/bucketVersioning:BucketVersioning": lambda s3: s3.put_bucket_versioning(
        Bucket=NAME, VersioningConfiguration={"Status": "Enabled"}
    ),
    "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": lambda s3: s3.put_public_access_block(
        Bucket=NAME, PublicAccessBlockConfiguration=BLOCK
    ),
    "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": lambda s3: s3.put_bucket_lifecycle_configuration(
        Bucket=NAME, LifecycleConfiguration={"Rules": [RULE]}
    ),
    "aws:s3/bucketPolicy:BucketPolicy": lambda s3: s3.put_bucket_policy(Bucket=NAME, Policy=json.dumps(DENY)),
}
ENCRYPTION = "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration"


def look(account, resource_type, **inputs):
    return [found.id for found in all_lookups()[resource_type](account, Wanted("urn:x", resource_type, {"bucket": NAME} | inputs))]


@pytest.fixture
def s3(account):
    client = account.client("s3")
    client.create_bucket(Bucket=NAME)
    return client


def test_bucket(account, s3):
    assert look(account, "aws:s3/bucket:Bucket") == [NAME]
    assert look(account, "aws:s3/bucket:Bucket", bucket=f"{NAME}-2") == []


@pytest.mark.parametrize("resource_type", SETTINGS)
def test_setting_once_it_is_written(account, s3, resource_type):
    assert look(account, resource_type) == []
    SETTINGS[resource_type](s3)
    assert look(account, resource_type) == [NAME]
    assert look(account, resource_type, expectedBucketOwner="123456789012") == [f"{NAME},123456789012"]


def test_encryption(account, s3):
    rule = {"ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "aws:kms"}}
    s3.put_bucket_encryption(Bucket=NAME, ServerSideEncryptionConfiguration={"Rules": [rule]})
    assert look(account, ENCRYPTION) == [NAME]


@pytest.mark.parametrize("resource_type", [*SETTINGS, ENCRYPTION])
def test_setting_of_a_bucket_that_is_gone(account, resource_type):
    assert look(account, resource_type) == []


class _SomebodyElses:
    """A session whose bucket belongs to another account."""

    def client(self, _):
        return self

    def head_bucket(self, **_):
        raise ClientError({"Error": {"Code": "403", "Message": "Forbidden"}}, "HeadBucket")


def test_somebody_elses_bucket_is_no_answer():
    with pytest.raises(ClientError):
        look(_SomebodyElses(), "aws:s3/bucket:Bucket")
