"""Extra tags that the cloud refuses, or that would hide one of ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, path_of
from declaration.rule import Facts, problem, rule
from declaration.tag_texts import MAX_KEY_CHARACTERS, MAX_VALUE_CHARACTERS, wrong_tag_text
from declaration.tagging import STACK_TAG_KEY, TAG_KEYS

OUR_KEYS = (*TAG_KEYS, STACK_TAG_KEY, "Name")
"""Keys that this program writes; costs are booked and resources found by them."""


@rule("extra-tags")
def extra_tags(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """Extra tags have keys and values that every service takes, and keys that differ from ours and each other in more than case.

    A refused tag stops `up` halfway, and IAM tells keys apart without regard to case. Sources: EC2 user guide, tag restrictions; IAM user
    guide, tagging rules.
    """
    yield from _wrong_tags("extra_tags", cluster.extra_tags, {})
    for index, pool in enumerate(cluster.pools):
        yield from _wrong_tags(path_of("pools", index, "extra_tags"), pool.extra_tags, cluster.extra_tags)


def _wrong_tags(path: str, tags: Mapping[str, str], inherited: Mapping[str, str]) -> Iterator[Problem]:
    ours = {key.casefold(): key for key in OUR_KEYS}
    seen = {key.casefold(): key for key in inherited}
    for key, value in tags.items():
        at, twin = f"{path}.{key}", seen.setdefault(key.casefold(), key)
        if key.casefold() in ours:
            limit = f"a key beside those of this program: {', '.join(OUR_KEYS)}"
            remedy = "write its value under tags, or leave it out" if key.casefold() in TAG_KEYS else "leave it out, or write another key"
            yield problem(at, key, limit, "the tag key {value} must be {limit}", remedy)
        elif twin != key:
            limit = f"spelt in one way: {twin} is there too"
            yield problem(at, key, limit, "the tag key {value} must be {limit}", f"write {twin}, or leave one of the two out")
        for part, text, longest in (("key", key, MAX_KEY_CHARACTERS), ("value", value, MAX_VALUE_CHARACTERS)):
            found = wrong_tag_text(text, longest)
            if found is not None:
                yield problem(at, text, found[0], "the tag {part} {value} must be {limit}", found[1], part=part)
