"""The key that encrypts the states in the bucket and the secrets within them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import boto3

from operations.bootstrap.backend import OWN_TAGS, StateBackend
from operations.bootstrap.errors import UnusableKeyError
from operations.bootstrap.steps import Step, answer_unless

if TYPE_CHECKING:
    from mypy_boto3_kms.type_defs import TagTypeDef

ABSENT = frozenset({"NotFoundException"})
# A key whose own policy shuts us out is none that we made.
NOT_OURS = frozenset({"AccessDeniedException", "NotFoundException"})
ENABLED = "Enabled"


@dataclass(frozen=True)
class Key:
    """A key of KMS, by its ARN, and whether it can encrypt."""

    arn: str
    state: str


class StateKey:
    """The key of a state back end, looked up anew at each question."""

    def __init__(self, session: boto3.Session, backend: StateBackend) -> None:
        self._kms = session.client("kms", region_name=backend.region)  # not in the installed stubs: every answer is taken apart here
        self._backend = backend
        self._new: Key | None = None  # KMS may list a new key, or resolve a new alias, only seconds later

    def steps(self) -> tuple[Step, ...]:
        """What should be so of the key, in the order of making it."""
        alias = self._backend.alias
        return (
            Step("a KMS key for states and their secrets, which only this account's IAM policies open", self._exists, self._create),
            Step(f"{alias} leads to the key", self._is_named, self._name),
            Step("the key is rotated every year", self._rotates, self._rotate),
            Step("the key carries its tags", self._is_tagged, self._tag),
        )

    def arn(self) -> str | None:
        """The key's ARN, once there is one; raises UnusableKeyError where it can't encrypt."""
        key = self._named() or self._new or next(self._unnamed(), None)
        if key is not None and key.state != ENABLED:
            raise UnusableKeyError(
                f"The key {key.arn} of {self._backend.alias} is {key.state}: enable it (or cancel its deletion), or name another --alias."
            )
        return key.arn if key else None

    def _named(self) -> Key | None:
        answer = answer_unless(ABSENT, lambda: self._kms.describe_key(KeyId=self._backend.alias))
        return Key(str(answer["KeyMetadata"]["Arn"]), str(answer["KeyMetadata"]["KeyState"])) if answer else None

    def _unnamed(self) -> Iterator[Key]:
        """A key with our tags and without an alias: an earlier run ended between the two, and a second key would bill beside it."""
        aliased = {one.get("TargetKeyId") for page in self._kms.get_paginator("list_aliases").paginate() for one in page["Aliases"]}
        for page in self._kms.get_paginator("list_keys").paginate():
            for listed in page["Keys"]:
                if listed["KeyId"] not in aliased and OWN_TAGS.items() <= self._tags_of(listed["KeyId"]).items():
                    answer = self._kms.describe_key(KeyId=listed["KeyId"])["KeyMetadata"]
                    if answer["KeyState"] == ENABLED:
                        yield Key(str(answer["Arn"]), ENABLED)

    def _tags_of(self, key: str) -> dict[str, str]:
        pages = self._kms.get_paginator("list_resource_tags").paginate(KeyId=key)
        found = answer_unless(NOT_OURS, lambda: [tag for page in pages for tag in page["Tags"]])
        return {str(tag["TagKey"]): str(tag["TagValue"]) for tag in found or ()}

    def _made(self) -> str:
        arn = self.arn()
        if arn is None:
            raise UnusableKeyError("The key was deleted meanwhile: run again to make another.")
        return arn

    def _exists(self) -> bool:
        return self.arn() is not None

    def _create(self) -> None:
        answer = self._kms.create_key(
            Description="States of Pulumi and their secrets",
            Policy=key_policy(self._backend.partition, self._backend.account),
            Tags=[{"TagKey": key, "TagValue": value} for key, value in self._backend.tags.items()],
        )
        self._new = Key(str(answer["KeyMetadata"]["Arn"]), ENABLED)

    def _is_named(self) -> bool:
        return self._named() is not None

    def _name(self) -> None:
        self._kms.create_alias(AliasName=self._backend.alias, TargetKeyId=self._made())

    def _rotates(self) -> bool:
        arn = self.arn()
        return arn is not None and bool(self._kms.get_key_rotation_status(KeyId=arn)["KeyRotationEnabled"])

    def _rotate(self) -> None:
        self._kms.enable_key_rotation(KeyId=self._made())

    def _is_tagged(self) -> bool:
        arn = self.arn()
        return arn is not None and self._backend.tags.items() <= self._tags_of(arn).items()

    def _tag(self) -> None:
        tags: list[TagTypeDef] = [{"TagKey": key, "TagValue": value} for key, value in self._backend.tags.items()]
        self._kms.tag_resource(KeyId=self._made(), Tags=tags)


def key_policy(partition: str, account: str) -> str:
    """Leaves it to the account's IAM policies who may use the key; without its root nobody could ever change the policy again."""
    statement = {
        "Sid": "AccountDecides",
        "Effect": "Allow",
        "Principal": {"AWS": f"arn:{partition}:iam::{account}:root"},
        "Action": "kms:*",
        "Resource": "*",
    }
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]})
