"""The name rule: a Pulumi property and an API member are the same when their letters are, or when an alias says so."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any

Aliases = Mapping[str, str]
Model = Any  # a botocore shape; what it holds depends on its type_name


def letters(name: str) -> str:
    """A name without case and punctuation."""
    return re.sub("[^a-z0-9]", "", name.lower())


def camel(name: str) -> str:
    """An API member in Pulumi's spelling: VpcId → vpcId, KMSMasterKeyID → kmsMasterKeyId, ARN → arn."""
    words = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name)
    words = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", words)
    first, *rest = words.split("_")
    return first.lower() + "".join(word.capitalize() for word in rest)


def candidates(key: str, aliases: Aliases) -> tuple[str, ...]:
    """The names under which the API may know a Pulumi property, best first."""
    alias = (aliases[key],) if key in aliases else ()
    return (*alias, key)


def member_for(key: str, members: Iterable[str], aliases: Aliases) -> str | None:
    """The member that a Pulumi property means, or None."""
    by_letters = {letters(member): member for member in members}
    return next((by_letters[letters(name)] for name in candidates(key, aliases) if letters(name) in by_letters), None)


def find_member(key: str, value: Mapping[str, Any], aliases: Aliases) -> object:
    """What a described object holds for a Pulumi property, or None."""
    name = member_for(key, value, aliases)
    return None if name is None else value[name]


def pulumi_name(member: str, aliases: Aliases) -> str:
    """The Pulumi property for an API member when nothing else tells its spelling."""
    return next((key for key, target in aliases.items() if target == member), camel(member))


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name that looks most like a wrong one, as a hint, or nothing."""
    close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""


def is_tag_list(shape: Model) -> bool:
    """Whether a list shape is a list of Key/Value pairs (TagKey/TagValue in KMS), a map in Pulumi."""
    if shape is None or shape.type_name != "list":
        return False
    member = shape.member
    return member.type_name == "structure" and {"key", "value"} == {name.lower().removeprefix("tag") for name in member.members}
