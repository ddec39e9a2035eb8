"""What the clouds take as a tag's key or value."""

from __future__ import annotations

import re

MAX_KEY_CHARACTERS = 128
"""Longest tag key in Unicode characters (EC2 user guide, tag restrictions)."""

MAX_VALUE_CHARACTERS = 256
"""Longest tag value in Unicode characters (EC2 user guide, tag restrictions)."""

MAX_TAGS = 50
"""Tags of one resource, those of the cloud's own prefix aws: not counted (EC2 user guide, tag restrictions)."""

_REFUSED = re.compile(r"[^\w +\-=.:/@]")
_RESERVED = "aws:"


def wrong_tag_text(text: str, longest: int) -> tuple[str, str] | None:
    """What a tag's key or value must be and how to put it right; None for a good one."""
    if not text or text != text.strip():
        return "text that neither is empty nor begins or ends with a space", "write it without surrounding spaces"
    if len(text) > longest:
        return f"at most {longest} characters, not {len(text)}", "shorten it"
    refused = _REFUSED.search(text)
    if refused:
        character = refused.group()
        return "letters, digits, spaces and + - = . _ : / @", f"leave out character {refused.start() + 1}, U+{ord(character):04X}"
    if text.lower().startswith(_RESERVED):
        return f"text without the prefix {_RESERVED}, which is reserved for the cloud", "leave the prefix out"
    return None
