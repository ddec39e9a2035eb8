"""The cloud's own account of what exists, added up for a reader: by team, by kind, and what outlived a destroy."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol

UNTAGGED = "(no team tag)"


class Billed(Protocol):
    """What the account needs to know of a resource: its kind, its tags, whether the cloud bills it."""

    @property
    def kind(self) -> str:
        """The kind in the cloud's words, such as `instance`."""

    @property
    def tags(self) -> Mapping[str, str]:
        """The tags that the bill will carry."""

    @property
    def billing(self) -> bool:
        """Whether its existence costs money."""


def by_team(resources: Iterable[Billed]) -> dict[str, Counter[str]]:
    """Kinds of billed resources for each `team` tag; what carries none stands under its own heading."""
    teams: dict[str, Counter[str]] = {}
    for resource in resources:
        if resource.billing:
            teams.setdefault(resource.tags.get("team", UNTAGGED), Counter())[resource.kind] += 1
    return dict(sorted(teams.items()))


def in_words(kinds: Counter[str]) -> str:
    """`16 instance, 16 volume`, the most frequent first."""
    return ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items(), key=lambda item: (-item[1], item[0])))
