"""The key: made once, found again by alias or by tags, refused where it can't encrypt."""

import json

import pytest

from operations.bootstrap.errors import UnusableKeyError
from operations.bootstrap.keys import StateKey, key_policy

ALIAS = "alias/gpu-clusters-state"


@pytest.fixture
def kms(session):
    return session.client("kms")


def made(session, backend, steps=4):
    for step in StateKey(session, backend).steps()[:steps]:
        if not step.is_so():
            step.make()


def test_a_key_that_only_the_account_opens_rotated_and_tagged(session, backend, kms):
    made(session, backend)
    key = kms.describe_key(KeyId=ALIAS)["KeyMetadata"]["KeyId"]
    assert json.loads(kms.get_key_policy(KeyId=key, PolicyName="default")["Policy"]) == json.loads(key_policy("aws", "123456789012"))
    assert kms.get_key_rotation_status(KeyId=key)["KeyRotationEnabled"]
    tags = {tag["TagKey"]: tag["TagValue"] for tag in kms.list_resource_tags(KeyId=key)["Tags"]}
    assert tags == {"team": "foundation", "managed-by": "gpu-clusters", "purpose": "pulumi-state"}


def test_a_key_without_an_alias_is_found_by_its_tags_and_not_made_twice(session, backend, kms):
    kms.create_key(Tags=[{"TagKey": "purpose", "TagValue": "other"}])
    made(session, backend, steps=1)
    assert len(kms.list_keys()["Keys"]) == 2
    made(session, backend)
    assert len(kms.list_keys()["Keys"]) == 2
    assert StateKey(session, backend).arn() == kms.describe_key(KeyId=ALIAS)["KeyMetadata"]["Arn"]


def test_a_key_of_ours_under_another_alias_is_left_to_that_one(session, backend, kms):
    made(session, backend)
    other = type(backend)(backend.account, backend.region, backend.bucket, "alias/second", tags=backend.tags)
    assert StateKey(session, other).arn() is None
    made(session, other)
    assert len(kms.list_keys()["Keys"]) == 2


def test_a_new_key_that_kms_does_not_show_yet_is_remembered(session, backend, kms, monkeypatch):
    key = StateKey(session, backend)
    key.steps()[0].make()
    monkeypatch.setattr(key, "_unnamed", lambda: iter(()))
    key.steps()[1].make()
    assert kms.describe_key(KeyId=ALIAS)["KeyMetadata"]["Arn"] == key.arn()


def test_a_key_that_is_about_to_be_deleted_is_refused(session, backend, kms):
    made(session, backend)
    kms.schedule_key_deletion(KeyId=kms.describe_key(KeyId=ALIAS)["KeyMetadata"]["KeyId"], PendingWindowInDays=7)
    with pytest.raises(UnusableKeyError, match=r"is PendingDeletion: enable it \(or cancel its deletion\)"):
        StateKey(session, backend).arn()
