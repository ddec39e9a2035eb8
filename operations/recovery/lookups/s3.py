"""Look-ups for a bucket and its settings, which the provider treats as resources of their own under the bucket's name."""

from collections.abc import Iterator

import boto3

from operations.recovery.lookups.registry import Candidate, Wanted, answer, lookup

ABSENT = ("404", "NoSuchBucket", "NotFound")


@lookup("aws:s3/bucket:Bucket")
def bucket(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By name, which is unique in all of S3: one that answers us is ours, one that refuses us is not, and is no answer."""
    name = wanted.text("bucket")
    if answer(lambda: session.client("s3").head_bucket(Bucket=name), *ABSENT):
        yield Candidate(name)


@lookup("aws:s3/bucketVersioning:BucketVersioning")
def versioning(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By bucket, once the setting has ever been written."""
    name = wanted.text("bucket")
    found = answer(lambda: session.client("s3").get_bucket_versioning(Bucket=name), *ABSENT)
    if found and "Status" in found:
        yield _setting(wanted)


@lookup("aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock")
def public_access_block(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By bucket."""
    name = wanted.text("bucket")
    if answer(lambda: session.client("s3").get_public_access_block(Bucket=name), *ABSENT, "NoSuchPublicAccessBlockConfiguration"):
        yield _setting(wanted)


@lookup("aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration")
def encryption(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By bucket; S3 encrypts by a default of its own, so that this finds a setting always, and the refresh tells whether it is ours."""
    name = wanted.text("bucket")
    if answer(lambda: session.client("s3").get_bucket_encryption(Bucket=name), *ABSENT, "ServerSideEncryptionConfigurationNotFoundError"):
        yield _setting(wanted)


@lookup("aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration")
def lifecycle(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By bucket."""
    name = wanted.text("bucket")
    if answer(lambda: session.client("s3").get_bucket_lifecycle_configuration(Bucket=name), *ABSENT, "NoSuchLifecycleConfiguration"):
        yield _setting(wanted)


@lookup("aws:s3/bucketPolicy:BucketPolicy")
def policy(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By bucket."""
    name = wanted.text("bucket")
    if answer(lambda: session.client("s3").get_bucket_policy(Bucket=name), *ABSENT, "NoSuchBucketPolicy"):
        yield _setting(wanted)


def _setting(wanted: Wanted) -> Candidate:
    """The bucket's name, and its owner behind a comma where the program states one: the provider's id of a setting."""
    owner = wanted.inputs.get("expectedBucketOwner")
    return Candidate(f"{wanted.text('bucket')},{owner}" if owner else wanted.text("bucket"))
