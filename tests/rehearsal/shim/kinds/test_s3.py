"""What buckets and their settings say to S3."""

import pytest

from rehearsal.shim.cloud import CloudError
from rehearsal.shim.kinds.s3 import KINDS
from tests.rehearsal.shim.kinds.scripted import Scripted, creation, deletion, life, update

BUCKET = "aws:s3/bucket:Bucket"
VERSIONING, BLOCK = "aws:s3/bucketVersioning:BucketVersioning", "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock"
SETTINGS = [token for token in KINDS if token != BUCKET]
ALL = {"blockPublicAcls": True, "blockPublicPolicy": True, "ignorePublicAcls": True, "restrictPublicBuckets": True}


class Empty(Scripted):
    """No bucket is there."""

    def send(self, service, region, operation, request):
        if operation == "HeadBucket":
            raise CloudError("not found", "404")
        return super().send(service, region, operation, request)


@pytest.mark.parametrize(
    ("region", "configuration"),
    [("us-east-1", {}), ("eu-west-1", {"CreateBucketConfiguration": {"LocationConstraint": "eu-west-1"}})],
)
def test_only_outside_us_east_1_a_bucket_says_where(region, configuration) -> None:
    made = life(BUCKET, region=region)
    object.__setattr__(made, "cloud", Empty({}))
    identity, state = made.create({"bucket": "kept"}, 0)
    assert identity == "kept"
    (created,) = made.cloud.changing()
    assert created == ("CreateBucket", {"Bucket": "kept", "ObjectLockEnabledForBucket": False, **configuration})
    assert state["bucketRegionalDomainName"] == f"kept.s3.{region}.amazonaws.com"


def test_a_bucket_that_is_there_is_refused_before_any_changing_call() -> None:
    made = life(BUCKET, {"HeadBucket": {"BucketRegion": "us-east-1"}})
    with pytest.raises(CloudError, match=r"^BucketAlreadyExists$"):
        made.create({"bucket": "kept"}, 0)
    assert made.cloud.changing() == []


def test_a_buckets_tags_follow_its_create_call() -> None:
    _, _, calls = creation(BUCKET, {"bucket": "kept", "tags": {"team": "a"}}, region="us-west-2")
    assert [operation for operation, _ in calls] == ["CreateBucket", "PutBucketTagging"]


def test_only_a_forced_delete_empties_a_bucket_first() -> None:
    assert [operation for operation, _ in deletion(BUCKET, {"bucket": "kept"})] == ["DeleteBucket"]
    made = life(BUCKET)
    pages = iter([{"Versions": [{"Key": "a", "VersionId": "1"}], "DeleteMarkers": [{"Key": "a", "VersionId": "2"}]}, {}])
    made.cloud.answers = type("Pages", (dict,), {"get": lambda _, name, other: next(pages) if name == "ListObjectVersions" else other})()
    made.delete("kept", {"bucket": "kept", "forceDestroy": True}, {}, 0)
    (emptied, request), (deleted, _) = made.cloud.changing()
    assert (emptied, deleted) == ("DeleteObjects", "DeleteBucket")
    assert [item["VersionId"] for item in request["Delete"]["Objects"]] == ["1", "2"]


@pytest.mark.parametrize("token", SETTINGS)
def test_a_setting_is_known_by_its_bucket_and_put_as_a_whole(token) -> None:
    kind = KINDS[token]
    assert kind.id.parse("kept") == {"bucket": "kept"}
    assert kind.put
    assert kind.create.operation.startswith("Put")


def test_a_setting_is_put_again_when_it_changes() -> None:
    ((operation, request),) = update(BLOCK, {"bucket": "kept", **ALL}, {"bucket": "kept", **ALL, "ignorePublicAcls": False})
    assert operation == "PutPublicAccessBlock"
    assert request["PublicAccessBlockConfiguration"]["IgnorePublicAcls"] is False
    assert request["PublicAccessBlockConfiguration"]["BlockPublicAcls"] is True


@pytest.mark.parametrize(("answer", "there"), [({"Status": "Enabled"}, True), ({}, False)])
def test_versioning_is_there_once_it_was_set(answer, there) -> None:
    seen = life(VERSIONING, {"GetBucketVersioning": answer}).observe("kept", {"bucket": "kept"}, {})
    assert (seen is not None) is there


def test_versioning_ends_by_being_suspended() -> None:
    request = {"Bucket": "kept", "VersioningConfiguration": {"Status": "Suspended"}}
    assert deletion(VERSIONING, {"bucket": "kept"}) == [("PutBucketVersioning", request)]
