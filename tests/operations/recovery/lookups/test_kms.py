"""KMS look-ups in an account that also holds look-alikes."""

import pytest

from operations.recovery.lookups.registry import Wanted, all_lookups

KEY, ALIAS = "aws:kms/key:Key", "aws:kms/alias:Alias"


def look(account, resource_type, **inputs):
    return [found.id for found in all_lookups()[resource_type](account, Wanted("urn:x", resource_type, inputs))]


@pytest.fixture
def create(account, unique):
    def make(name):
        tags = {"Name": f"{unique}-{name}", "cluster": unique}
        pairs = [{"TagKey": key, "TagValue": value} for key, value in tags.items()]
        return account.client("kms").create_key(Tags=pairs)["KeyMetadata"]["KeyId"], tags

    return make


def test_key_but_none_that_waits_for_its_deletion(account, create):
    (one, tags), (other, others) = create("x"), create("y")
    assert look(account, KEY, tags=tags) == [one]
    assert look(account, KEY, tags=tags | {"team": "a"}) == []
    account.client("kms").schedule_key_deletion(KeyId=other)
    assert look(account, KEY, tags=others) == []


def test_alias(account, create, unique):
    key, _ = create("x")
    account.client("kms").create_alias(AliasName=f"alias/{unique}", TargetKeyId=key)
    assert look(account, ALIAS, name=f"alias/{unique}") == [f"alias/{unique}"]
    assert look(account, ALIAS, name=f"alias/{unique}-2") == []
    for target in (key, f"arn:aws:kms:us-east-1:123456789012:key/{key}"):
        assert look(account, ALIAS, name=f"alias/{unique}", targetKeyId=target) == [f"alias/{unique}"]
    other, _ = create("y")
    assert look(account, ALIAS, name=f"alias/{unique}", targetKeyId=other) == [], "another stack's"
