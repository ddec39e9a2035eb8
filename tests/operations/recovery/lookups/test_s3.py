"""Look-ups for a bucket and its settings in an account."""

import json

import pytest
from botocore.exceptions import ClientError

from operations.recovery.lookups.registry import Wanted, all_lookups

BLOCK = dict.fromkeys(("BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets"), True)
RULE = {"ID": "parts", "Status": "Enabled", "Filter": {"Prefix": ""}, "AbortIncompleteMultipartUpload": {"DaysAfterInitiation": 7}}


def deny(name):
    statement = {"Effect": "Deny", "Principal": "*", "Action": "s3:*", "Resource": f"arn:aws:s3:::{name}/*"}
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]})


SETTINGS = {
    "aws:s3/bucketVersioning:BucketVersioning": lambda s3, name: s3.put_bucket_versioning(
        Bucket=name, VersioningConfiguration={"Status": "Enabled"}
    ),
    "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": lambda s3, name: s3.put_public_access_block(
        Bucket=name, PublicAccessBlockConfiguration=BLOCK
    ),
    "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": lambda s3, name: s3.put_bucket_lifecycle_configuration(
        Bucket=name, LifecycleConfiguration={"Rules": [RULE]}
    ),
    "aws:s3/bucketPolicy:BucketPolicy": lambda s3, name: s3.put_bucket_policy(Bucket=name, Policy=deny(name)),
}
ENCRYPTION = "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration"


def look(account, resource_type, name, **inputs):
    return [found.id for found in all_lookups()[resource_type](account, Wanted("urn:x", resource_type, {"bucket": name} | inputs))]


@pytest.fixture
def s3(account):
    return account.client("s3")


@pytest.fixture
def name(s3, unique):
    bucket = f"atlas-checkpoints-{unique}"
    s3.create_bucket(Bucket=bucket)
    return bucket


def test_bucket(account, name):
    assert look(account, "aws:s3/bucket:Bucket", name) == [name]
    assert look(account, "aws:s3/bucket:Bucket", f"{name}-2") == []


@pytest.mark.parametrize("resource_type", SETTINGS)
def test_setting_once_it_is_written(account, s3, name, resource_type):
    assert look(account, resource_type, name) == []
    SETTINGS[resource_type](s3, name)
    assert look(account, resource_type, name) == [name]
    assert look(account, resource_type, name, expectedBucketOwner="123456789012") == [f"{name},123456789012"]


def test_encryption(account, s3, name):
    rule = {"ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "aws:kms"}}
    s3.put_bucket_encryption(Bucket=name, ServerSideEncryptionConfiguration={"Rules": [rule]})
    assert look(account, ENCRYPTION, name) == [name]


@pytest.mark.parametrize("resource_type", [*SETTINGS, ENCRYPTION])
def test_setting_of_a_bucket_that_is_gone(account, unique, resource_type):
    assert look(account, resource_type, f"gone-{unique}") == []


class _SomebodyElses:
    """A session whose bucket belongs to another account."""

    def client(self, _):
        return self

    def head_bucket(self, **_):
        raise ClientError({"Error": {"Code": "403", "Message": "Forbidden"}}, "HeadBucket")


def test_somebody_elses_bucket_is_no_answer():
    with pytest.raises(ClientError):
        look(_SomebodyElses(), "aws:s3/bucket:Bucket", "somebody-elses")
