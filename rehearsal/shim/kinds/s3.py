"""S3 buckets and what is set on them, each a resource of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rehearsal.shim.kind import Call, Kind, Props, Reading, Text, Value, When
from rehearsal.shim.kinds.tagging import bucket_tags

_BUCKET: Props = {"Bucket": "$bucket"}


def _setting(label: str, takes: str, put: str, get: str, delete: Call, **more: Value) -> Kind:
    """Something that is put on a bucket as a whole, read as a whole and taken away."""
    base = Kind(
        service="s3",
        label=label,
        schema="",
        takes=f"bucket {takes}",
        create=Call(put),
        id=Text("$bucket"),
        read=Reading(get, _BUCKET, "@"),
        delete=(delete,),
        put=True,
        write_only=frozenset({"bucket"}),
    )
    return replace(base, **more)


KINDS: Mapping[str, Kind] = {
    "aws:s3/bucket:Bucket": Kind(
        service="s3",
        label="S3 Bucket",
        schema="AWS::S3::Bucket",
        takes="bucket bucketPrefix forceDestroy objectLockEnabled tags",
        create=Call(
            "CreateBucket", {"CreateBucketConfiguration": When("locationConstraint", {"LocationConstraint": "$locationConstraint"})}
        ),
        id=Text("$bucket"),
        read=Reading("HeadBucket", _BUCKET, "@"),
        delete=(Call("DeleteBucket", _BUCKET),),
        more=(Reading("GetBucketTagging", _BUCKET, "{tags: TagSet}", absent=("NoSuchTagSet",)),),
        aliases={"objectLockEnabled": "ObjectLockEnabledForBucket", "bucket": "BucketName"},
        outputs={
            "arn": Text("arn:$partition:s3:::$id"),
            "bucketDomainName": Text("$id.s3.amazonaws.com"),
            "bucketRegionalDomainName": Text("$id.s3.$region.amazonaws.com"),
            "bucketRegion": Text("$region"),
        },
        setters=(bucket_tags(),),
        name="bucket",
        name_prefix="bucketPrefix",
        name_limit=63,
        defaults={"forceDestroy": False, "objectLockEnabled": False},
        local=frozenset({"bucketPrefix", "forceDestroy"}),
        write_only=frozenset({"bucket", "objectLockEnabled"}),
        taken={"us-east-1": "BucketAlreadyExists"},  # terraform-provider-aws, s3/bucket.go: its create finds the bucket and gives up
        empty_first=True,
    ),
    "aws:s3/bucketVersioning:BucketVersioning": _setting(
        "S3 Bucket Versioning",
        "versioningConfiguration expectedBucketOwner",
        "PutBucketVersioning",
        "GetBucketVersioning",
        Call("PutBucketVersioning", {**_BUCKET, "VersioningConfiguration": {"Status": "Suspended"}}),
        read=Reading("GetBucketVersioning", _BUCKET, "Status && {versioningConfiguration: {Status: Status, MFADelete: MFADelete}}"),
        write_only=frozenset({"bucket", "expectedBucketOwner"}),
    ),
    "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": _setting(
        "S3 Bucket Public Access Block",
        "blockPublicAcls blockPublicPolicy ignorePublicAcls restrictPublicBuckets skipDestroy",
        "PutPublicAccessBlock",
        "GetPublicAccessBlock",
        Call("DeletePublicAccessBlock", _BUCKET),
        nested="PublicAccessBlockConfiguration",
        local=frozenset({"skipDestroy"}),
        defaults={"blockPublicAcls": False, "blockPublicPolicy": False, "ignorePublicAcls": False, "restrictPublicBuckets": False},
    ),
    "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration": _setting(
        "S3 Bucket Server-side Encryption Configuration",
        "rules expectedBucketOwner",
        "PutBucketEncryption",
        "GetBucketEncryption",
        Call("DeleteBucketEncryption", _BUCKET),
        nested="ServerSideEncryptionConfiguration",
        write_only=frozenset({"bucket", "expectedBucketOwner"}),
    ),
    "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": _setting(
        "S3 Bucket Lifecycle Configuration",
        "rules transitionDefaultMinimumObjectSize expectedBucketOwner",
        "PutBucketLifecycleConfiguration",
        "GetBucketLifecycleConfiguration",
        Call("DeleteBucketLifecycle", _BUCKET),
        nested="LifecycleConfiguration",
        computed=frozenset({"transitionDefaultMinimumObjectSize"}),
        write_only=frozenset({"bucket", "expectedBucketOwner"}),
    ),
    "aws:s3/bucketPolicy:BucketPolicy": _setting(
        "S3 Bucket Policy",
        "policy",
        "PutBucketPolicy",
        "GetBucketPolicy",
        Call("DeleteBucketPolicy", _BUCKET),
        schema="AWS::S3::BucketPolicy",
    ),
}
