"""The provider's answers that need no cloud: previews, differences, error texts."""

from types import SimpleNamespace

import pytest
from pulumi.runtime.proto import provider_pb2

from rehearsal.shim.comparing import Difference, Edit
from rehearsal.shim.diffing import Verdict
from rehearsal.shim.kinds import KINDS
from rehearsal.shim.messages import diff_response, failed, planned, replanned
from rehearsal.shim.wire import UNKNOWN

TEMPLATE, SUBNET = KINDS["aws:ec2/launchTemplate:LaunchTemplate"], KINDS["aws:ec2/subnet:Subnet"]


def test_an_error_names_the_type_and_the_resource() -> None:
    request = SimpleNamespace(type="aws:ec2/vpc:Vpc", id="", name="net")
    assert failed("Create", request, "no") == "creating EC2 VPC (net): no"
    assert failed("Configure", SimpleNamespace(), "no") == "no"


def test_a_preview_knows_what_was_given_and_not_what_the_cloud_chooses() -> None:
    state = planned(SUBNET, {"availabilityZoneId": "use1-az2", "tags": {"a": "b"}})
    assert (state["availabilityZoneId"], state["availabilityZone"], state["arn"]) == ("use1-az2", UNKNOWN, UNKNOWN)
    assert state["tagsAll"] == {"a": "b"}


@pytest.mark.parametrize(("changed", "version"), [({"tags"}, 3), ({"updateDefaultVersion"}, 3), ({"imageId"}, UNKNOWN)])
def test_only_what_makes_a_new_version_moves_it(changed, version) -> None:
    assert replanned(TEMPLATE, changed, {"latestVersion": 3, "arn": "a"}, {})["latestVersion"] == version


def test_a_replacement_keeps_nothing_stable() -> None:
    part = Difference("tags.a", Edit.ADD)
    in_place = diff_response(Verdict((part,), frozenset(), False, False))
    assert (list(in_place.stables), list(in_place.diffs), list(in_place.replaces)) == (["id", "arn"], ["tags"], [])
    assert in_place.detailedDiff["tags.a"].kind == provider_pb2.PropertyDiff.ADD
    replaced = diff_response(Verdict((part,), frozenset({part}), True, False))
    assert (list(replaced.stables), list(replaced.replaces), replaced.deleteBeforeReplace) == ([], ["tags"], True)
    assert replaced.detailedDiff["tags.a"].kind == provider_pb2.PropertyDiff.ADD_REPLACE


def test_no_difference_is_said_plainly() -> None:
    none = diff_response(Verdict((), frozenset(), False, False))
    assert none.changes == provider_pb2.DiffResponse.DIFF_NONE
