"""KMS keys and their aliases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rehearsal.shim.kind import Call, Change, Kind, Props, Reading, Setter, Text, sets
from rehearsal.shim.kinds.tagging import key_tags

_KEY: Props = {"KeyId": "$id"}
_ALIAS: Props = {"AliasName": "$name", "TargetKeyId": "$targetKeyId"}


def _rotation(change: Change) -> Iterator[Call]:
    """Rotation is on or off; a changed period is told again."""
    if change.news.get("enableKeyRotation"):
        yield Call("EnableKeyRotation", {**_KEY, "RotationPeriodInDays": "$rotationPeriodInDays"})
    elif change.olds.get("enableKeyRotation"):
        yield Call("DisableKeyRotation", _KEY)


def _enabled(wanted: bool) -> Setter:
    """A key is enabled before its other changes and disabled after them, as in the real provider."""

    def calls(change: Change) -> Iterator[Call]:
        was, now = (side.get("isEnabled", True) is not False for side in (change.olds, change.news))
        if was is not now and now is wanted:
            yield Call("EnableKey" if wanted else "DisableKey", _KEY)

    return Setter(("isEnabled",), calls, after_create=True)


KINDS: Mapping[str, Kind] = {
    "aws:kms/key:Key": Kind(
        service="kms",
        label="KMS Key",
        schema="AWS::KMS::Key",
        takes="description keyUsage customerMasterKeySpec policy bypassPolicyLockoutSafetyCheck multiRegion isEnabled enableKeyRotation"
        " rotationPeriodInDays deletionWindowInDays tags",
        create=Call("CreateKey"),
        id="KeyMetadata.KeyId",
        # A key that waits for its deletion is gone to the real provider (kms/key.go).
        read=Reading("DescribeKey", _KEY, "KeyMetadata.KeyState != 'PendingDeletion' && KeyMetadata"),
        delete=(
            Call(
                "ScheduleKeyDeletion",
                {**_KEY, "PendingWindowInDays": "$deletionWindowInDays"},
                tolerate=("KMSInvalidStateException",),
            ),
        ),
        more=(
            Reading("GetKeyPolicy", {**_KEY, "PolicyName": "default"}, "{Policy: Policy}"),
            Reading("GetKeyRotationStatus", _KEY, "{enableKeyRotation: KeyRotationEnabled, rotationPeriodInDays: RotationPeriodInDays}"),
            Reading("ListResourceTags", _KEY, "{tags: Tags}"),
        ),
        reads={"isEnabled": "Enabled"},
        outputs={"arn": "Arn", "keyId": "KeyId"},
        setters=(
            _enabled(True),
            Setter(("enableKeyRotation", "rotationPeriodInDays"), _rotation, after_create=True),
            sets("description", Call("UpdateKeyDescription", {**_KEY, "Description": "$description"})),
            sets(
                "policy",
                Call(
                    "PutKeyPolicy",
                    {
                        **_KEY,
                        "PolicyName": "default",
                        "Policy": "$policy",
                        "BypassPolicyLockoutSafetyCheck": "$bypassPolicyLockoutSafetyCheck",
                    },
                ),
            ),
            key_tags(),
            _enabled(False),
        ),
        local=frozenset({"bypassPolicyLockoutSafetyCheck", "deletionWindowInDays"}),
        defaults={
            "customerMasterKeySpec": "SYMMETRIC_DEFAULT",
            "keyUsage": "ENCRYPT_DECRYPT",
            "isEnabled": True,
            "enableKeyRotation": False,
            "bypassPolicyLockoutSafetyCheck": False,
        },
        computed=frozenset({"description", "multiRegion", "policy", "rotationPeriodInDays"}),
    ),
    "aws:kms/alias:Alias": Kind(
        service="kms",
        label="KMS Alias",
        schema="AWS::KMS::Alias",
        takes="name namePrefix targetKeyId",
        create=Call("CreateAlias"),
        id=Text("$name"),
        read=Reading("ListAliases", {}, "Aliases[?AliasName=='$name'] | [0]"),
        delete=(Call("DeleteAlias", {"AliasName": "$name"}),),
        aliases={"name": "AliasName"},
        outputs={"arn": "AliasArn", "targetKeyArn": Text("arn:$partition:kms:$region:$account:key/$targetKeyId")},
        setters=(sets("targetKeyId", Call("UpdateAlias", _ALIAS)),),
        moving=frozenset({"targetKeyArn"}),
        name="name",
        name_prefix="namePrefix",
        name_start="alias/",
        name_limit=256,
        local=frozenset({"namePrefix"}),
    ),
}
