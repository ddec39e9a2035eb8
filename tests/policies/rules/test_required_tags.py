"""Rows and own tests of the policy required-tags; recorded from what programs register."""

import json

import pytest
from pulumi.runtime.proto import ADVISORY, MANDATORY
from pulumi_policy.proxy import UNKNOWN_STRING_VALUE

from declaration.tagging import REQUIRED_TAG_KEYS

TAGS = {key: f"a-{key}" for key in REQUIRED_TAG_KEYS}
DEFAULT_TAGS = {"defaultTags": {"tags": TAGS}}
BUCKET = "aws:s3/bucket:Bucket"
GROUP = "aws:autoscaling/group:Group"
TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"
# A template's metadata options are another policy's business.
IMDS = {"metadataOptions": {"httpTokens": "required"}}


def template(*launched, tags=TAGS):
    return {"tags": TAGS, "tagSpecifications": [{"resourceType": kind, "tags": tags} for kind in launched]} | IMDS


def group(propagate):
    return {"tags": [{"key": key, "value": value, "propagateAtLaunch": propagate} for key, value in TAGS.items()]}


ACCEPTED = {
    "own tags": (BUCKET, {"tags": TAGS}, {}),
    "more tags than required": (BUCKET, {"tags": TAGS | {"Name": "b"}}, {}),
    "the provider's default tags": (BUCKET, {}, DEFAULT_TAGS),
    "default tags as the JSON text that the SDK sends": (BUCKET, {}, {"defaultTags": json.dumps(DEFAULT_TAGS["defaultTags"])}),
    "half own, half default": (BUCKET, {"tags": {"team": "a"}}, DEFAULT_TAGS),
    "a template that tags all it launches": (TEMPLATE, template("instance", "volume", "network-interface"), {}),
    "a group that propagates": (GROUP, group(True), {}),
    "a type that takes no tags": ("aws:ec2/route:Route", {"routeTableId": "rtb-1"}, {}),
    "a tag type of its own": ("aws:autoscaling/tag:Tag", {}, {}),
    "tags in the name only": ("aws:devopsguru/resourceCollection:ResourceCollection", {}, {}),
    "another cloud": ("gcp:storage/bucket:Bucket", {}, {}),
    "a component": ("gpu-clusters:aws:Network", {}, {}),
}
REFUSED = {
    "P01: no tags property at all": (BUCKET, {}, {}, ["tags"]),
    "tags set to null": (BUCKET, {"tags": None}, {}, ["tags"]),
    "one key missing": (BUCKET, {"tags": {key: "v" for key in REQUIRED_TAG_KEYS if key != "team"}}, {}, ["tags"]),
    "another spelling of a key": (BUCKET, {"tags": {key.replace("-", "_"): "v" for key in REQUIRED_TAG_KEYS}}, {}, ["tags"]),
    "an empty value": (BUCKET, {"tags": TAGS | {"team": " "}}, {}, ["tags.team"]),
    "P03: a group's list that propagates nothing": (GROUP, group(False), DEFAULT_TAGS, ["tags[propagateAtLaunch]"]),
    "P03: a group without tags under default tags": (GROUP, {}, DEFAULT_TAGS, ["tags[propagateAtLaunch]"]),
    "P05: instances only, as if propagation tagged the volumes": (
        TEMPLATE,
        template("instance"),
        DEFAULT_TAGS,
        ["tagSpecifications[volume].tags", "tagSpecifications[network-interface].tags"],
    ),
    "a template without specifications": (
        TEMPLATE,
        {"tags": TAGS} | IMDS,
        DEFAULT_TAGS,
        [f"tagSpecifications[{kind}].tags" for kind in ("instance", "volume", "network-interface")],
    ),
    "a specification with half the keys": (
        TEMPLATE,
        template("instance", "volume", "network-interface", tags={"team": "a"}),
        {},
        [f"tagSpecifications[{kind}].tags" for kind in ("instance", "volume", "network-interface")],
    ),
    "a template without tags of its own": (
        TEMPLATE,
        {key: value for key, value in template("instance", "volume", "network-interface").items() if key != "tags"},
        {},
        ["tags"],
    ),
}


def test_message_lists_each_missing_key_once(analyze):
    (found,) = analyze(BUCKET, {"tags": {"team": "a"}}).diagnostics
    assert (
        "tags: got the keys team; required: also the keys project, owner, cost-center, environment, managed-by, cluster." in found.message
    )


def test_p07_unknown_value_at_preview_is_advice_not_a_crash(analyze):
    answer = analyze(BUCKET, {"tags": TAGS | {"cost-center": UNKNOWN_STRING_VALUE}})
    assert [found.enforcementLevel for found in answer.diagnostics] == [ADVISORY]
    assert "tags.cost-center can't be known during preview" in answer.diagnostics[0].message


def test_p07_unknown_value_hides_no_missing_key(analyze):
    half_known = {"team": UNKNOWN_STRING_VALUE}
    answer = analyze(TEMPLATE, template("instance", "volume", "network-interface", tags=half_known) | {"tags": half_known})
    assert sum(found.enforcementLevel == MANDATORY for found in answer.diagnostics if found.policyName == "required-tags") == 4


def test_unknown_map_at_preview_is_advice(analyze):
    (found,) = analyze(BUCKET, {"tags": UNKNOWN_STRING_VALUE}).diagnostics
    assert found.enforcementLevel == ADVISORY


UNKNOWN_DEFAULT_TAGS = [UNKNOWN_STRING_VALUE, "not JSON", "", json.dumps({"tags": UNKNOWN_STRING_VALUE}), {"tags": UNKNOWN_STRING_VALUE}]


@pytest.mark.parametrize("unknown", UNKNOWN_DEFAULT_TAGS, ids=str)
def test_p07_unknown_default_tags_are_advice_and_no_matter_where_the_tags_are_whole(analyze, unknown):
    (found,) = analyze(BUCKET, {"tags": {"team": "a"}}, {"defaultTags": unknown}).diagnostics
    assert found.enforcementLevel == ADVISORY
    assert "defaultTags" in found.message
    assert not analyze(BUCKET, {"tags": TAGS}, {"defaultTags": unknown}).diagnostics


def test_p07_unknown_default_tags_hide_nothing_that_is_launched_without_tags(analyze):
    answer = analyze(TEMPLATE, {"tags": {"team": "a"}} | IMDS, {"defaultTags": UNKNOWN_STRING_VALUE})
    levels = [found.enforcementLevel for found in answer.diagnostics if found.policyName == "required-tags"]
    assert sorted(levels) == sorted([MANDATORY] * 3 + [ADVISORY])
