"""When a bucket that is there already stops an up."""

import boto3
import pytest
from moto import mock_aws

from declaration.reading import read_declaration
from operations.kept_bucket import BUCKET_TYPE, refuse_misplaced_bucket
from operations.safeguards import RefusedError
from tests.support.declarations import changed

NAME = "atlas-checkpoints-123456789012-us-east-1"
EMPTY = {"version": 3, "deployment": {}}
HELD = {"version": 3, "deployment": {"resources": [{"urn": "urn:b", "type": BUCKET_TYPE, "id": NAME}]}}


def declared(**checkpoints):
    reading = read_declaration(changed({"storage.checkpoints": {"kind": "bucket"} | checkpoints}))
    assert reading.cluster is not None
    return reading.cluster


@pytest.fixture
def cloud(monkeypatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    with mock_aws():
        yield boto3.client("s3", region_name="us-east-1")


def test_one_that_was_kept_is_named_with_the_way_to_take_it_over(cloud):
    cloud.create_bucket(Bucket=NAME)
    with pytest.raises(RefusedError, match=rf"{NAME}.*`adopt: true` under `storage\.checkpoints`"):
        refuse_misplaced_bucket(declared(), EMPTY)


@pytest.mark.parametrize(("checkpoints", "state"), [({"adopt": True}, EMPTY), ({"from_stack": "aws-base"}, EMPTY), ({}, HELD)])
def test_one_that_is_adopted_or_anothers_or_in_the_state_stops_nothing(cloud, checkpoints, state):
    cloud.create_bucket(Bucket=NAME)
    refuse_misplaced_bucket(declared(**checkpoints), state)


def test_one_that_is_to_be_adopted_and_is_not_there_is_said_with_the_way_out(cloud):
    with pytest.raises(RefusedError, match=rf"{NAME} does not exist: remove `adopt` under `storage\.checkpoints`"):
        refuse_misplaced_bucket(declared(adopt=True), EMPTY)
    refuse_misplaced_bucket(declared(adopt=True), HELD)


def test_none_in_the_cloud_or_in_the_declaration_stops_nothing(cloud):
    refuse_misplaced_bucket(declared(), EMPTY)
    cloud.create_bucket(Bucket=NAME)
    bare = read_declaration(changed({"storage": None})).cluster
    refuse_misplaced_bucket(bare, EMPTY)


@pytest.mark.parametrize("adopt", [False, True])
def test_a_cloud_that_does_not_let_us_ask_is_left_to_the_engine(monkeypatch, adopt):
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/dev/null")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/dev/null")
    refuse_misplaced_bucket(declared(adopt=adopt), EMPTY)
