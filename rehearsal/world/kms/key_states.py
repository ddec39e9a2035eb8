"""What KMS refuses of a key in its state, and what moto does not keep or does by id alone."""

import datetime
import json
from typing import Final

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.kms.keys import find_key, forget_deleted
from rehearsal.world.registry import answers, follows, guards
from rehearsal.world.untyped import Untyped

ROTATION_DAYS: Final = 365
WINDOW_DAYS: Final = range(7, 31)
"""PendingWindowInDays that ScheduleKeyDeletion takes (KMS API reference)."""
PENDING: Final = "PendingDeletion"


@guards("kms", "DescribeKey", "ListKeys", "GetKeyPolicy", "GetKeyRotationStatus", "ListResourceTags", "CancelKeyDeletion", "ListAliases")
def let_time_pass(call: Call) -> None:
    """Keys whose waiting period is over are gone before anybody looks."""
    forget_deleted(call.state, call.region)


@guards(
    "kms",
    "CreateAlias",
    "DisableKey",
    "DisableKeyRotation",
    "EnableKey",
    "EnableKeyRotation",
    "PutKeyPolicy",
    "ScheduleKeyDeletion",
    "TagResource",
    "UntagResource",
    "UpdateAlias",
    "UpdateKeyDescription",
)
def not_pending(call: Call) -> None:
    """A key that waits for its deletion can't be changed (KMS developer guide, key states)."""
    key = find_key(call.state, call.region, call.params.get("KeyId") or call.params["TargetKeyId"])
    if key is not None and key.key_state == PENDING:
        raise Refusal("KMSInvalidStateException", f"{key.arn} is pending deletion.")


@guards("kms", "ScheduleKeyDeletion")
def check_window(call: Call) -> None:
    """The waiting period is 7 to 30 days."""
    days = call.params.get("PendingWindowInDays", 30)
    if days not in WINDOW_DAYS:
        raise Refusal("ValidationException", f"PendingWindowInDays must be between 7 and 30 (inclusive), not {days}.")


@guards("kms", "CreateKey", "PutKeyPolicy")
def check_policy(call: Call) -> None:
    """A key policy is a JSON object with statements."""
    policy = call.params.get("Policy")
    if policy is None:
        return
    try:
        statements = json.loads(policy)["Statement"]
    except (ValueError, KeyError, TypeError):
        statements = None
    if not statements:
        raise Refusal("MalformedPolicyDocumentException", "The request was rejected because the specified policy is not correct.")


@guards("kms", "EnableKeyRotation")
def can_rotate(call: Call) -> None:
    """Only a symmetric key that is enabled rotates."""
    key = find_key(call.state, call.region, call.params["KeyId"])
    if key is not None and key.key_spec != "SYMMETRIC_DEFAULT":
        raise Refusal("UnsupportedOperationException", f"{key.arn} is not a symmetric encryption key: it can't rotate by itself.")
    if key is not None and key.key_state == "Disabled":
        raise Refusal("DisabledException", f"{key.arn} is disabled.")


@follows("kms", "EnableKeyRotation")
def keep_period(call: Call) -> None:
    """The rotation period stays with the key."""
    key = find_key(call.state, call.region, call.params["KeyId"])
    key.rotation_days = call.params.get("RotationPeriodInDays", getattr(key, "rotation_days", ROTATION_DAYS))


def named_key(call: Call) -> Untyped:
    """Moto's key that a call names, by id or ARN."""
    key = find_key(call.state, call.region, call.params["KeyId"])
    if key is None:
        raise Refusal("NotFoundException", f"Key '{call.params['KeyId']}' does not exist")
    return key


@answers("kms", "EnableKey", "DisableKey")
def switch(call: Call) -> Untyped:
    """A key encrypts or not."""
    key = named_key(call)
    key.enabled = call.operation == "EnableKey"
    key.key_state = "Enabled" if key.enabled else "Disabled"
    return {}


@answers("kms", "ScheduleKeyDeletion")
def schedule_deletion(call: Call) -> Untyped:
    """A key encrypts no more, and is gone once its waiting period is over."""
    key, days = named_key(call), call.params.get("PendingWindowInDays", 30)
    key.enabled, key.key_state = False, PENDING
    key.deletion_date = call.state.clock.now().replace(tzinfo=None) + datetime.timedelta(days=days)
    return {"KeyId": key.arn, "DeletionDate": key.deletion_date, "KeyState": PENDING, "PendingWindowInDays": days}


@answers("kms", "CancelKeyDeletion")
def call_off_deletion(call: Call) -> Untyped:
    """A key that waits for its deletion stays, disabled."""
    key = named_key(call)
    if key.key_state != PENDING:
        raise Refusal("KMSInvalidStateException", f"{key.arn} is not pending deletion.")
    key.key_state, key.deletion_date = "Disabled", None
    return {"KeyId": key.arn}


@answers("kms", "GetKeyRotationStatus")
def rotation_status(call: Call) -> Untyped:
    """Whether and how often a key rotates."""
    key = named_key(call)
    if not key.key_rotation_status:
        return {"KeyId": key.id, "KeyRotationEnabled": False}
    return {"KeyId": key.id, "KeyRotationEnabled": True, "RotationPeriodInDays": getattr(key, "rotation_days", ROTATION_DAYS)}
