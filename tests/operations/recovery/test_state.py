"""State surgery on exports as a killed engine leaves them."""

import copy
import json

import pytest

from operations.recovery.lookups.registry import all_lookups
from operations.recovery.state import (
    BUCKET_SETTINGS,
    SIGNATURE_KEY,
    Adoption,
    allowed_accounts,
    ids_of_type,
    is_kept,
    kept_resources,
    pending_creates,
    pending_operations,
    plain_inputs,
    provider_inputs,
    resolved,
    resources,
    unread_resources,
)

STACK = "urn:pulumi:dev::gpu-clusters::pulumi:pulumi:Stack::gpu-clusters-dev"
PROVIDER = "urn:pulumi:dev::gpu-clusters::pulumi:providers:aws::aws"
VPC = "urn:pulumi:dev::gpu-clusters::aws:ec2/vpc:Vpc::atlas-vpc"
SUBNET = "urn:pulumi:dev::gpu-clusters::aws:ec2/subnet:Subnet::atlas-gpu"


def resource(urn, **more):
    return {"urn": urn, "custom": True, "type": urn.split("::")[2], "inputs": {"name": "n"}, "provider": f"{PROVIDER}::7d1c"} | more


def state(*entries, pending=()):
    provider = {"urn": PROVIDER, "custom": True, "id": "7d1c", "type": "pulumi:providers:aws"}
    provider["inputs"] = {"region": "us-east-1", "allowedAccountIds": json.dumps(["123456789012"])}
    stack = {"urn": STACK, "custom": False, "type": "pulumi:pulumi:Stack"}
    operations = [{"resource": entry, "type": kind} for kind, entry in pending]
    return {
        "version": 3,
        "deployment": {"manifest": {"magic": "m"}, "resources": [stack, provider, *entries], "pending_operations": operations},
    }


def test_pending_creates_are_those_that_reach_a_cloud():
    component = {"urn": "urn:c", "custom": False, "type": "gpu-clusters:aws:Network"}
    provider = {"urn": PROVIDER, "custom": True, "type": "pulumi:providers:aws"}
    pending = [
        ("creating", resource(VPC)),
        ("creating", component),
        ("creating", provider),
        ("updating", resource(SUBNET)),
        ("deleting", resource(SUBNET)),
    ]
    assert pending_creates(state(pending=pending)) == (resource(VPC),)


@pytest.mark.parametrize("empty", [{}, {"resources": None, "pending_operations": None}])
def test_a_stack_that_never_was_up(empty):
    never = {"version": 3, "deployment": empty}
    assert resources(never) == []
    assert pending_operations(never) == []
    assert resolved(never, ()) == {"version": 3, "deployment": {"resources": []}}


def test_adopted_comes_last_with_id_outputs_and_is_read_first():
    before = state(resource(SUBNET, id="subnet-1"), pending=[("creating", resource(VPC))])
    kept = copy.deepcopy(before)
    after = resolved(before, [Adoption(resource(VPC), "vpc-1")])
    assert before == kept
    assert resources(after)[:-1] == resources(before)
    assert resources(after)[-1] == resource(VPC, id="vpc-1", outputs={"name": "n"}, refreshBeforeUpdate=True)
    assert pending_operations(after) == []
    assert after["deployment"]["manifest"] == {"magic": "m"}


def test_nothing_found_leaves_only_what_was_there():
    before = state(resource(SUBNET, id="subnet-1"), pending=[("creating", resource(VPC))])
    assert resources(resolved(before, [])) == resources(before)


def test_pending_update_and_delete_are_read_before_the_next_step():
    before = state(
        resource(VPC, id="vpc-1"), resource(SUBNET, id="s-1"), pending=[("updating", resource(VPC)), ("deleting", resource(SUBNET))]
    )
    assert [entry["urn"] for entry in unread_resources(resolved(before, []))] == [VPC, SUBNET]


def test_half_a_replacement_stands_before_the_old_one_which_is_condemned():
    old = resource(VPC, id="vpc-old")
    after = resolved(state(old, resource(SUBNET), pending=[("creating", resource(VPC))]), [Adoption(resource(VPC), "vpc-new")])
    assert [(entry["urn"], entry.get("id"), entry.get("delete", False)) for entry in resources(after)[2:]] == [
        (VPC, "vpc-new", False),
        (VPC, "vpc-old", True),
        (SUBNET, None, False),
    ]


def test_one_that_is_in_the_state_already_is_not_condemned_as_its_own_predecessor():
    held = resource(VPC, id="vpc-1", outputs={"arn": "a"})
    after = resolved(state(held, pending=[("creating", resource(VPC, id="vpc-1"))]), [Adoption(resource(VPC, id="vpc-1"), "vpc-1")])
    assert resources(after)[2:] == [held | {"refreshBeforeUpdate": True}]


def test_outputs_that_had_arrived_are_kept():
    after = resolved(state(), [Adoption(resource(VPC, id="vpc-1", outputs={"arn": "a"}), "vpc-1")])
    assert resources(after)[-1]["outputs"] == {"arn": "a"}


def test_replacement_after_deletion_takes_the_old_ones_place():
    old = resource(VPC, id="vpc-old", pendingReplacement=True)
    after = resolved(state(old, resource(SUBNET), pending=[("creating", resource(VPC))]), [Adoption(resource(VPC), "vpc-new")])
    assert [(entry["urn"], entry.get("id")) for entry in resources(after)[2:]] == [(VPC, "vpc-new"), (SUBNET, None)]


def test_an_older_one_that_waits_for_its_deletion_goes_on_waiting():
    old = resource(VPC, id="vpc-old", delete=True)
    after = resolved(state(old, pending=[("creating", resource(VPC))]), [Adoption(resource(VPC), "vpc-new")])
    assert [(entry.get("id"), entry.get("delete", False)) for entry in resources(after)[2:]] == [("vpc-old", True), ("vpc-new", False)]


@pytest.mark.parametrize("failed", [True, False])
def test_failed_is_tainted_and_what_protects_stays(failed):
    pending = resource(VPC, protect=True, retainOnDelete=True)
    entry = resources(resolved(state(), [Adoption(pending, "i", failed=failed)]))[-1]
    assert (entry.get("taint", False), entry["protect"], entry["retainOnDelete"]) == (failed, True, True)


@pytest.mark.parametrize(
    ("pending", "kept"),
    [
        (resource(VPC), False),
        (resource(VPC, protect=True), True),
        (resource(VPC, retainOnDelete=True), True),
        (resource(VPC, protect=False, retainOnDelete=False), False),
        (resource("urn:pulumi:dev::gpu-clusters::aws:s3/bucket:Bucket::b"), False),
        *((resource(f"urn:pulumi:dev::gpu-clusters::{kind}::b"), True) for kind in sorted(BUCKET_SETTINGS)),
    ],
)
def test_kept_is_what_is_protected_retained_or_a_setting_of_a_bucket(pending, kept):
    assert is_kept(pending) is kept


def test_every_setting_of_a_bucket_that_has_a_look_up_is_one():
    assert {token for token in all_lookups() if token.startswith("aws:s3/")} == BUCKET_SETTINGS | {"aws:s3/bucket:Bucket"}


def test_kept_are_those_that_left_the_state_and_not_the_cloud():
    bucket, vpc = resource(SUBNET, retainOnDelete=True, id="b"), resource(VPC, id="vpc-1")
    assert kept_resources(state(bucket, vpc), state()) == (bucket,)
    assert kept_resources(state(bucket, vpc), state(bucket)) == ()


def test_ids_of_type():
    held = state(resource(VPC, id="vpc-1"), resource(VPC, id="vpc-0", delete=True), resource(SUBNET, id="subnet-1"), resource(VPC))
    assert ids_of_type(held, "aws:ec2/vpc:Vpc") == {"vpc-1", "vpc-0"}


def test_secrets_are_not_read():
    assert plain_inputs(resource(VPC, inputs={"a": "b", "key": {SIGNATURE_KEY: "1b47", "ciphertext": "x"}})) == {"a": "b"}


def test_provider_of_a_resource():
    assert provider_inputs(state(), resource(VPC))["region"] == "us-east-1"
    assert provider_inputs(state(), resource(VPC, provider="urn:other::1")) == {}


@pytest.mark.parametrize(
    ("inputs", "accounts"),
    [
        ({"allowedAccountIds": '["1", "2"]'}, {"1", "2"}),
        ({"allowedAccountIds": ["1"]}, {"1"}),
        ({}, set()),
        ({"allowedAccountIds": None}, set()),
    ],
)
def test_allowed_accounts(inputs, accounts):
    assert allowed_accounts(inputs) == accounts
