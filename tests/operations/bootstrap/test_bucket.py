"""The bucket itself: made where it should be, and left alone where it is not ours to set up."""

import pytest
from botocore.exceptions import ClientError

from operations.bootstrap.bucket import StateBucket
from operations.bootstrap.errors import ForeignBucketError, MisplacedBucketError, UsedBucketError


@pytest.fixture
def s3(session):
    return session.client("s3")


def here(s3, **more):
    s3.create_bucket(Bucket="states", CreateBucketConfiguration={"LocationConstraint": "eu-west-1"}, **more)


def test_it_is_made_in_its_region(bootstrap, s3):
    list(bootstrap.make())
    assert s3.get_bucket_location(Bucket="states")["LocationConstraint"] == "eu-west-1"


def test_an_empty_bucket_and_one_of_states_are_taken_over(bootstrap, s3):
    here(s3)
    bootstrap.look()
    s3.put_object(Bucket="states", Key=".pulumi/meta.yaml", Body=b"version: 1")
    assert [finding.is_so for finding in bootstrap.look()][4]


@pytest.mark.parametrize("key", ["run-1/step-100.pt", "notes.txt"])
def test_a_bucket_of_other_things_is_refused(bootstrap, s3, key):
    here(s3)
    s3.put_object(Bucket="states", Key=key, Body=b"x")
    with pytest.raises(UsedBucketError, match=r"already holds (run-1/|notes\.txt)"):
        bootstrap.look()


def test_what_is_put_into_our_bucket_later_stops_no_second_run(bootstrap, s3):
    list(bootstrap.make())
    s3.delete_bucket_policy(Bucket="states")  # moto knows no conditions, and would refuse every write
    s3.put_object(Bucket="states", Key="notes.txt", Body=b"x")
    assert [finding.step.title for finding in bootstrap.look() if not finding.is_so] == ["TLS is required"]


def test_a_bucket_in_another_region_is_refused(bootstrap, session):
    session.client("s3", region_name="us-east-1").create_bucket(Bucket="states")
    with pytest.raises(MisplacedBucketError, match="lies in us-east-1, not in eu-west-1"):
        bootstrap.look()


@pytest.mark.parametrize(
    ("code", "error"),
    [("403", ForeignBucketError), ("BucketAlreadyExists", ForeignBucketError), ("301", MisplacedBucketError), ("SlowDown", ClientError)],
)
def test_refusals_of_the_cloud(session, backend, code, error):
    refusal = ClientError({"Error": {"Code": code, "Message": "no"}, "ResponseMetadata": {"HTTPHeaders": {}}}, "HeadBucket")
    assert isinstance(StateBucket(session, backend, None)._refusal(refusal), error)
