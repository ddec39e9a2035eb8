"""What a key refuses in its state, and how it is listed."""

import pytest

DAY = 24 * 3600


@pytest.fixture
def kms(account):
    return account.client("kms")


@pytest.fixture
def key(kms) -> str:
    return kms.create_key(Tags=[{"TagKey": "Name", "TagValue": "data"}])["KeyMetadata"]["KeyId"]


def test_a_key_that_waits_for_its_deletion_is_listed_and_costs_nothing(kms, key, control, refused) -> None:
    kms.create_alias(AliasName="alias/atlas", TargetKeyId=key)

    def listed():
        return {each.kind: (each.id, each.name, each.billing, each.detail) for each in control.inventory() if each.service == "kms"}

    assert listed() == {"aliases": ("alias/atlas", "alias/atlas", False, ""), "keys": (key, "data", True, "Enabled")}
    kms.schedule_key_deletion(KeyId=key, PendingWindowInDays=7)
    assert listed()["keys"] == (key, "data", False, "PendingDeletion")
    for change in (
        lambda: kms.schedule_key_deletion(KeyId=key),
        lambda: kms.create_alias(AliasName="alias/other", TargetKeyId=key),
        lambda: kms.enable_key_rotation(KeyId=key),
        lambda: kms.tag_resource(KeyId=key, Tags=[{"TagKey": "a", "TagValue": "b"}]),
    ):
        assert refused(change)[0] == "KMSInvalidStateException"
    control.advance(8 * DAY)
    assert listed() == {}
    assert refused(lambda: kms.describe_key(KeyId=key))[0] == "NotFoundException"


def test_a_deletion_can_be_called_off(kms, key) -> None:
    kms.schedule_key_deletion(KeyId=key)
    kms.cancel_key_deletion(KeyId=key)
    assert kms.describe_key(KeyId=key)["KeyMetadata"]["KeyState"] == "Disabled"


def test_rotation_and_its_period(kms, key, refused) -> None:
    assert kms.get_key_rotation_status(KeyId=key)["KeyRotationEnabled"] is False
    kms.enable_key_rotation(KeyId=key, RotationPeriodInDays=180)
    assert kms.get_key_rotation_status(KeyId=key)["RotationPeriodInDays"] == 180
    assert refused(lambda: kms.enable_key_rotation(KeyId=key, RotationPeriodInDays=30))[0] == "ValidationException"
    kms.disable_key(KeyId=key)
    assert refused(lambda: kms.enable_key_rotation(KeyId=key))[0] == "DisabledException"
    signing = kms.create_key(KeySpec="ECC_NIST_P256", KeyUsage="SIGN_VERIFY")["KeyMetadata"]["KeyId"]
    assert refused(lambda: kms.enable_key_rotation(KeyId=signing))[0] == "UnsupportedOperationException"


@pytest.mark.parametrize("days", [6, 31])
def test_window_of_a_deletion(kms, key, refused, days: int) -> None:
    assert refused(lambda: kms.schedule_key_deletion(KeyId=key, PendingWindowInDays=days))[0] == "ValidationException"


@pytest.mark.parametrize("policy", ["{", "[]", "{}"])
def test_policies_that_say_nothing(kms, key, refused, policy: str) -> None:
    code = "MalformedPolicyDocumentException"
    assert refused(lambda: kms.create_key(Policy=policy))[0] == code
    assert refused(lambda: kms.put_key_policy(KeyId=key, PolicyName="default", Policy=policy))[0] == code
