"""Tags that name nobody, or that the cloud refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, path_of
from declaration.rule import Facts, problem, rule

MAX_CHARACTERS = 256
"""Longest tag value in Unicode characters (EC2 user guide, tag restrictions)."""

_REFUSED = re.compile(r"[^\w +\-=.:/@]")
_PLACEHOLDERS = (
    "todo",
    "tbd",
    "fixme",
    "xxx",
    "none",
    "null",
    "n/a",
    "na",
    "unknown",
    "changeme",
    "change-me",
    "example",
    "placeholder",
    "-",
    "?",
)


@rule("cost-tags")
def cost_tags(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """Every cost tag names somebody, in characters that all services take, and leaves the prefix aws: to the cloud.

    A refused tag stops `up` halfway; a placeholder makes a bill that nobody owns. Source: EC2 user guide, tag restrictions.
    """
    tags = {path_of("tags", key): str(value) for key, value in cluster.tags.model_dump().items()}
    if cluster.run_id is not None:
        tags["run_id"] = cluster.run_id
    for path, value in tags.items():
        found = _wrong(value)
        if found is not None:
            limit, remedy = found
            yield problem(path, value, limit, "{field} is {value}; it must be {limit}", remedy, field=path)


def _wrong(value: str) -> tuple[str, str] | None:
    """What a tag value must be and how to put it right; None for a good one."""
    if not value or value != value.strip():
        return "text that neither is empty nor begins or ends with a space", "write the name without surrounding spaces"
    if len(value) > MAX_CHARACTERS:
        return f"at most {MAX_CHARACTERS} characters, not {len(value)}", "shorten it"
    refused = _REFUSED.search(value)
    if refused:
        character = refused.group()
        return "letters, digits, spaces and + - = . _ : / @", f"leave out character {refused.start() + 1}, U+{ord(character):04X}"
    if value.lower().startswith("aws:"):
        return "text without the prefix aws:, which is reserved for the cloud", "leave the prefix out"
    if value.lower().strip("<>[]") in _PLACEHOLDERS:
        return "the name of somebody or something, not a placeholder", "write who pays, or whom to ask"
    return None
