"""Tags of live resources: what is new or other is set, what is gone is taken away, by each service's own calls."""

import pytest

from rehearsal.shim.kinds.tagging import arn_tags, bucket_tags, ec2_tags, role_tags
from tests.rehearsal.shim.kinds.scripted import requests_of

OLDS, NEWS = {"tags": {"team": "a", "gone": "x"}}, {"tags": {"team": "b"}}


@pytest.mark.parametrize(
    ("setter", "operations", "removed"),
    [
        (ec2_tags(), ["DeleteTags", "CreateTags"], {"Resources": ["$id"], "Tags": [{"Key": "gone"}]}),
        (arn_tags(), ["UntagResource", "TagResource"], {"resourceArn": "$arn", "tagKeys": ["gone"]}),
        (role_tags(), ["UntagRole", "TagRole"], {"RoleName": "$name", "TagKeys": ["gone"]}),
    ],
)
def test_what_is_gone_goes_and_the_rest_is_set(setter, operations, removed) -> None:
    calls = requests_of(setter, OLDS, NEWS)
    assert [call.operation for call in calls] == operations
    assert calls[0].arguments == removed


@pytest.mark.parametrize("setter", [ec2_tags(), arn_tags(), role_tags()])
@pytest.mark.parametrize(("olds", "news", "count"), [({}, {}, 0), ({}, NEWS, 1), (OLDS, {}, 1), (OLDS, {"tags": None}, 1)])
def test_no_call_for_nothing(setter, olds, news, count) -> None:
    assert len(requests_of(setter, olds, news)) == count


def test_a_target_may_be_named() -> None:
    assert requests_of(ec2_tags("$placementGroupId"), {}, NEWS)[0].arguments["Resources"] == ["$placementGroupId"]
    assert requests_of(arn_tags("$accessEntryArn"), {}, NEWS)[0].arguments["resourceArn"] == "$accessEntryArn"


def test_a_bucket_knows_only_the_whole_set() -> None:
    (put,) = requests_of(bucket_tags(), OLDS, NEWS)
    assert put.operation == "PutBucketTagging"
    assert put.arguments["Tagging"] == {"TagSet": [{"Key": "team", "Value": "b"}]}
    (deleted,) = requests_of(bucket_tags(), OLDS, {"tags": {}})
    assert deleted.operation == "DeleteBucketTagging"
    assert bucket_tags().after_create
