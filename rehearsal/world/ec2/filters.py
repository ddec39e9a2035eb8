"""EC2's filters on our own records."""

import fnmatch
from collections.abc import Iterable, Mapping
from typing import Any

from rehearsal.world.calls import Refusal
from rehearsal.world.state import Record


def tag_map(record: Record) -> dict[str, str]:
    """The tags of a record in EC2's form."""
    return {tag["Key"]: tag.get("Value", "") for tag in record.get("Tags") or ()}


def values_of(record: Record, name: str, members: Mapping[str, str]) -> list[str]:
    """What a filter looks at in a record."""
    if name.startswith("tag:"):
        tags = tag_map(record)
        key = name.removeprefix("tag:")
        return [tags[key]] if key in tags else []
    if name == "tag-key":
        return list(tag_map(record))
    if name not in members:
        raise Refusal("InvalidParameterValue", f"The filter '{name}' is invalid")
    return [str(record.get(members[name], ""))]


def filtered(records: Iterable[Record], filters: list[dict[str, Any]] | None, members: Mapping[str, str]) -> list[Record]:
    """The records that every filter lets through; `members` maps filter names to members of a record."""
    found = []
    for record in records:
        seen = [(values_of(record, each["Name"], members), each.get("Values") or []) for each in filters or ()]
        if all(any(fnmatch.fnmatchcase(value, pattern) for value in values for pattern in patterns) for values, patterns in seen):
            found.append(record)
    return found


def tags_given(params: Mapping[str, Any], kind: str) -> list[dict[str, str]]:
    """The tags that a create call gives to things of one kind."""
    tags = {
        tag["Key"]: tag.get("Value", "")
        for spec in params.get("TagSpecifications") or ()
        if spec["ResourceType"] == kind
        for tag in spec["Tags"]
    }
    return [{"Key": key, "Value": value} for key, value in tags.items()]
