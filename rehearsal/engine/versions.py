"""Versions as the tools print them."""

import re
from dataclasses import dataclass

_NUMBERS = re.compile(r"(?:\bgo|\bv|\b)(\d+)\.(\d+)(?:\.(\d+))?")


@dataclass(frozen=True, order=True)
class Version:
    """A version as three numbers; a pre-release counts as the release that it leads to."""

    major: int
    minor: int
    patch: int = 0

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"


def parse_version(text: str) -> Version | None:
    """The first version in what a tool printed (`v3.274.1`, `go version go1.26.8 linux/amd64`); None if there is none."""
    found = _NUMBERS.search(text)
    if found is None:
        return None
    major, minor, patch = found.groups(default="0")
    return Version(int(major), int(minor), int(patch))
