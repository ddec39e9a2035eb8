"""The settings of the bucket: all made, what others added stays, what drifted is mended."""

import json

import pytest

from operations.bootstrap.bucket_settings import lifecycle_with_ours

THEIRS = {"Sid": "Readers", "Effect": "Allow", "Principal": {"AWS": "arn:aws:iam::123456789012:root"}, "Action": "s3:GetObject"}


@pytest.fixture
def s3(session, bootstrap):
    list(bootstrap.make())
    return session.client("s3")


def test_all_is_so_after_one_run(s3, is_so):
    assert set(is_so().values()) == {True}


def test_what_it_is(s3, session):
    assert s3.get_bucket_ownership_controls(Bucket="states")["OwnershipControls"]["Rules"] == [{"ObjectOwnership": "BucketOwnerEnforced"}]
    assert set(s3.get_public_access_block(Bucket="states")["PublicAccessBlockConfiguration"].values()) == {True}
    assert s3.get_bucket_versioning(Bucket="states")["Status"] == "Enabled"
    (rule,) = s3.get_bucket_encryption(Bucket="states")["ServerSideEncryptionConfiguration"]["Rules"]
    key = session.client("kms").describe_key(KeyId="alias/gpu-clusters-state")["KeyMetadata"]["Arn"]
    assert rule["ApplyServerSideEncryptionByDefault"] == {"SSEAlgorithm": "aws:kms", "KMSMasterKeyID": key}
    assert rule["BucketKeyEnabled"]
    (statement,) = json.loads(s3.get_bucket_policy(Bucket="states")["Policy"])["Statement"]
    assert (statement["Effect"], statement["Condition"]) == ("Deny", {"Bool": {"aws:SecureTransport": "false"}})
    assert statement["Resource"] == ["arn:aws:s3:::states", "arn:aws:s3:::states/*"]
    old, uploads = s3.get_bucket_lifecycle_configuration(Bucket="states")["Rules"]
    assert old["NoncurrentVersionExpiration"]["NoncurrentDays"] == 90
    assert "Expiration" not in old
    assert uploads["AbortIncompleteMultipartUpload"]["DaysAfterInitiation"] == 7


def test_what_others_added_stays(s3, bootstrap, is_so):
    policy = json.loads(s3.get_bucket_policy(Bucket="states")["Policy"])
    theirs = THEIRS | {"Resource": "arn:aws:s3:::states/*"}
    s3.put_bucket_policy(Bucket="states", Policy=json.dumps(policy | {"Statement": [*policy["Statement"], theirs]}))
    s3.put_bucket_tagging(Bucket="states", Tagging={"TagSet": [{"Key": "cost-center", "Value": "7"}]})
    assert [title for title, so in is_so().items() if not so] == ["the bucket carries its tags"]
    list(bootstrap.make())
    assert theirs in json.loads(s3.get_bucket_policy(Bucket="states")["Policy"])["Statement"]
    tags = {tag["Key"]: tag["Value"] for tag in s3.get_bucket_tagging(Bucket="states")["TagSet"]}
    assert tags == {"cost-center": "7", "team": "foundation", "managed-by": "gpu-clusters", "purpose": "pulumi-state"}


def test_ours_is_added_to_a_policy_that_has_only_theirs(s3, bootstrap):
    theirs = THEIRS | {"Resource": "arn:aws:s3:::states/*"}
    s3.put_bucket_policy(Bucket="states", Policy=json.dumps({"Version": "2012-10-17", "Statement": theirs}))
    assert [step.title for step in bootstrap.make()] == ["TLS is required"]
    found = json.loads(s3.get_bucket_policy(Bucket="states")["Policy"])["Statement"]
    assert found[0] == theirs
    assert [one["Effect"] for one in found] == ["Allow", "Deny"]


def drift_versioning(s3):
    s3.put_bucket_versioning(Bucket="states", VersioningConfiguration={"Status": "Suspended"})


def drift_encryption(s3):
    rule = {"ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "AES256"}}
    s3.put_bucket_encryption(Bucket="states", ServerSideEncryptionConfiguration={"Rules": [rule]})


def drift_public_access(s3):
    s3.put_public_access_block(Bucket="states", PublicAccessBlockConfiguration={"BlockPublicAcls": True})


DRIFTS = {
    drift_versioning: "every version is kept",
    drift_encryption: "objects are encrypted with the key",
    drift_public_access: "public access is blocked",
    lambda s3: s3.delete_bucket_policy(Bucket="states"): "TLS is required",
    lambda s3: s3.delete_bucket_lifecycle(Bucket="states"): "old versions end after 90 days",
    lambda s3: s3.delete_bucket_ownership_controls(Bucket="states"): "access lists are off: the account owns all objects",
}


@pytest.mark.parametrize("drift", DRIFTS, ids=DRIFTS.values())
def test_what_drifted_is_seen_and_mended(s3, bootstrap, is_so, drift):
    drift(s3)
    assert [title for title, so in is_so().items() if not so] == [DRIFTS[drift]]
    assert [step.title for step in bootstrap.make()] == [DRIFTS[drift]]
    assert set(is_so().values()) == {True}


def test_lifecycle_rules_of_others_stay_and_a_changed_one_of_ours_is_set_right():
    theirs = {"ID": "to-glacier", "Status": "Enabled", "Filter": {"Prefix": "old/"}}
    ours = lifecycle_with_ours([])
    changed = [theirs, {**ours[0], "NoncurrentVersionExpiration": {"NoncurrentDays": 1}}, ours[1]]
    assert lifecycle_with_ours(changed) == [theirs, *ours]
    assert lifecycle_with_ours([*ours, theirs]) == [*ours, theirs]
