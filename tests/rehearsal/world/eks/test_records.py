"""Where EKS keeps what: members by their cluster, updates told as running, refusals by EKS's own codes."""

import pytest

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.eks.records import (
    ADDONS,
    CLUSTERS,
    MAX_TAGS,
    MEMBERS,
    NODE_GROUPS,
    UPDATES,
    InUse,
    InvalidParameter,
    InvalidRequest,
    NotFound,
    active_cluster,
    check_tags,
    find_cluster,
    find_member,
    note_update,
    of_cluster,
)
from rehearsal.world.state import WorldState

REGION = "us-east-1"


@pytest.fixture
def state():
    state = WorldState()
    for name, status in (("atlas", "ACTIVE"), ("atlas-2", "CREATING")):
        state.records(REGION, CLUSTERS)[name] = {"name": name, "status": status}
    return state


def call(state, **params):
    return Call("eks", "DescribeSomething", REGION, params, state)


@pytest.mark.parametrize("named", [{"name": "atlas"}, {"clusterName": "atlas"}, {"clusterName": "atlas", "name": "coredns"}])
def test_a_call_names_its_cluster_one_way_or_the_other(state, named):
    assert find_cluster(call(state, **named))["name"] == "atlas"


def test_a_cluster_of_another_region_is_not_there(state):
    elsewhere = Call("eks", "DescribeCluster", "us-west-2", {"name": "atlas"}, state)
    with pytest.raises(NotFound) as refused:
        find_cluster(elsewhere)
    assert (refused.value.code, refused.value.message) == ("ResourceNotFoundException", "No cluster found for name: atlas.")


def test_only_an_active_cluster_takes_members(state):
    assert active_cluster(call(state, name="atlas"))["status"] == "ACTIVE"
    with pytest.raises(InvalidRequest, match="'atlas-2' is not in ACTIVE status"):
        active_cluster(call(state, name="atlas-2"))


def test_members_are_those_of_the_cluster_and_not_of_one_whose_name_begins_alike(state):
    groups = state.records(REGION, NODE_GROUPS)
    groups["atlas/train"], groups["atlas-2/train"] = {"of": 1}, {"of": 2}
    assert of_cluster(state, REGION, NODE_GROUPS, "atlas") == {"train": {"of": 1}}
    assert of_cluster(state, REGION, ADDONS, "atlas") == {}
    assert find_member(call(state, clusterName="atlas-2"), NODE_GROUPS, "train", "node group") == {"of": 2}
    with pytest.raises(NotFound, match="No node group found for name: serve"):
        find_member(call(state, clusterName="atlas"), NODE_GROUPS, "serve", "node group")


def test_an_update_is_told_as_running_and_kept_as_done(state):
    told = note_update(call(state, name="atlas"), "VersionUpdate", {"Version": 1.35})["update"]
    assert (told["status"], told["type"], told["params"]) == ("InProgress", "VersionUpdate", [{"type": "Version", "value": "1.35"}])
    assert state.records(REGION, UPDATES)[told["id"]]["status"] == "Successful"


def test_an_update_that_fails_keeps_its_errors_to_itself_until_it_is_asked(state):
    errors = [{"errorCode": "NodeCreationFailure", "errorMessage": "no room"}]
    told = note_update(call(state, name="atlas"), "ConfigUpdate", {}, errors)["update"]
    kept = state.records(REGION, UPDATES)[told["id"]]
    assert (told["status"], told["errors"]) == ("InProgress", [])
    assert (kept["status"], kept["errors"]) == ("Failed", errors)


def test_updates_are_no_members():
    assert UPDATES not in MEMBERS


@pytest.mark.parametrize(("count", "refuses"), [(0, False), (MAX_TAGS, False), (MAX_TAGS + 1, True)])
def test_tags_have_a_limit(count, refuses):
    tags = {str(number): "x" for number in range(count)}
    if not refuses:
        check_tags(tags or None)
        return
    with pytest.raises(Refusal, match=f"limit of {MAX_TAGS}"):
        check_tags(tags)


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (InvalidParameter, "InvalidParameterException"),
        (InvalidRequest, "InvalidRequestException"),
        (InUse, "ResourceInUseException"),
        (NotFound, "ResourceNotFoundException"),
    ],
)
def test_refusals_carry_ekss_codes_and_leave_the_status_to_its_model(kind, code):
    refused = kind("why")
    assert (refused.code, refused.message, refused.status) == (code, "why", 0)
