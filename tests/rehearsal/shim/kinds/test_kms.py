"""What keys and aliases say to KMS."""

import pytest

from rehearsal.shim.comparing import same
from tests.rehearsal.shim.kinds.scripted import creation, deletion, life, update

KEY, ALIAS = "aws:kms/key:Key", "aws:kms/alias:Alias"


def test_rotation_follows_the_create_and_tags_have_kms_names() -> None:
    answers = {"CreateKey": {"KeyMetadata": {"KeyId": "k"}}}
    identity, _, calls = creation(KEY, {"enableKeyRotation": True, "rotationPeriodInDays": 90, "tags": {"Name": "x"}}, answers)
    (made, request), rotated = calls
    assert (identity, made, request["Tags"]) == ("k", "CreateKey", [{"TagKey": "Name", "TagValue": "x"}])
    assert rotated == ("EnableKeyRotation", {"KeyId": "k", "RotationPeriodInDays": 90})


@pytest.mark.parametrize(
    ("olds", "news", "operations"),
    [
        ({}, {"isEnabled": False, "description": "d"}, ["UpdateKeyDescription", "DisableKey"]),
        ({"isEnabled": False}, {"description": "d"}, ["EnableKey", "UpdateKeyDescription"]),
        ({"enableKeyRotation": True}, {}, ["DisableKeyRotation"]),
    ],
)
def test_a_key_is_enabled_before_and_disabled_after_its_changes(olds, news, operations) -> None:
    assert [sent for sent, _ in update(KEY, olds, news, "k")] == operations


def test_a_key_that_waits_for_its_deletion_is_gone() -> None:
    answers = {"DescribeKey": {"KeyMetadata": {"KeyId": "k", "KeyState": "PendingDeletion"}}}
    assert life(KEY, answers).observe("k", {}, {}) is None
    assert deletion(KEY, {"deletionWindowInDays": 7}, "k") == [("ScheduleKeyDeletion", {"KeyId": "k", "PendingWindowInDays": 7})]


def test_a_key_is_the_same_by_id_and_arn() -> None:
    assert same("k", "arn:aws:kms:us-east-1:123456789012:key/k", "targetKeyId")
    assert not same("k", "arn:aws:kms:us-east-1:123456789012:key/l", "targetKeyId")
    _, _, calls = creation(ALIAS, {"name": "alias/atlas", "targetKeyId": "k"})
    assert calls == [("CreateAlias", {"AliasName": "alias/atlas", "TargetKeyId": "k"})]
