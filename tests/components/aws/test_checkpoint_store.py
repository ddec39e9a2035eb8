import json

import pulumi
import pytest

from components.aws.checkpoint_store import CheckpointStore, CheckpointStoreArgs
from components.naming import Naming
from gpu_cluster_testing import record

BUCKET = "aws:s3/bucket:Bucket"
NAME = "base-checkpoints-123456789012-us-east-1"
PARTS = {
    "aws:s3/bucketVersioning:BucketVersioning",
    "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock",
    "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration",
    "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration",
    "aws:s3/bucketPolicy:BucketPolicy",
}


@pytest.mark.parametrize("preview", [True, False])
def test_destroy_leaves_the_bucket_and_every_setting(built, declared, preview):
    recording = built(declared("aws-base"), preview=preview)
    parts = [one for one in recording.resources if one.type in PARTS | {BUCKET}]
    assert {one.type for one in parts} == PARTS | {BUCKET}
    assert all(one.retain_on_delete for one in parts)
    assert not any(one.retain_on_delete for one in recording.resources if one not in parts)


def test_settings(built, declared):
    recording = built(declared("aws-base"))
    inputs = {token: recording.one(token).inputs for token in PARTS}
    assert inputs["aws:s3/bucketVersioning:BucketVersioning"]["versioningConfiguration"] == {"status": "Enabled"}
    block = inputs["aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock"]
    assert all(block[key] is True for key in ("blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets"))
    policy = json.loads(inputs["aws:s3/bucketPolicy:BucketPolicy"]["policy"])
    assert policy["Statement"][0]["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}
    rules = {rule["id"]: rule for rule in inputs["aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration"]["rules"]}
    assert rules["abort-incomplete-uploads"]["abortIncompleteMultipartUpload"] == {"daysAfterInitiation": 7}
    assert rules["expire-old-versions"]["noncurrentVersionExpiration"] == {"noncurrentDays": 30, "newerNoncurrentVersions": 1}
    assert all("expiration" not in rule for rule in rules.values()), "a checkpoint in use never expires"


def test_adopt_imports_the_bucket_by_its_recorded_name(built, declared):
    adopting = built(declared("aws-base", storage={"checkpoints": {"kind": "bucket", "adopt": True}}))
    assert adopting.one(BUCKET).import_id == NAME
    assert not any(adopting.one(token).import_id for token in PARTS)
    fresh = built(declared("aws-base")).one(BUCKET)
    assert fresh.import_id == ""
    assert fresh.inputs == adopting.one(BUCKET).inputs, "what is imported must be what was made"


def test_access_is_changed_one_setting_at_a_time(built, declared):
    recording = built(declared("aws-base"))
    block = recording.one("aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock")
    assert block.urn in recording.one("aws:s3/bucketPolicy:BucketPolicy").dependencies


def test_a_name_beyond_the_limit_says_by_how_much(declared, cluster_of):
    naming = Naming.of(cluster_of(declared("aws-base", name="a" * 31)))
    args = CheckpointStoreArgs(naming, "123456789012", "us-east-1", adopt=False)
    with pytest.raises(pulumi.RunError, match=r"has 66 characters and S3 takes 63; shorten name by 3"):
        record(lambda: CheckpointStore(args) and None)
