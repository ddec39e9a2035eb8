"""Tags that name nobody, or that the cloud refuses."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, path_of
from declaration.rule import Facts, problem, rule
from declaration.tag_texts import MAX_VALUE_CHARACTERS, wrong_tag_text

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
    if value.lower().strip("<>[]") in _PLACEHOLDERS:
        return "the name of somebody or something, not a placeholder", "write who pays, or whom to ask"
    return wrong_tag_text(value, MAX_VALUE_CHARACTERS)
