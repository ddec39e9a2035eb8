"""Physical names that the provider makes itself: the logical name, a dash and seven hexadecimal digits, within the type's limit."""

from __future__ import annotations

import random

from rehearsal.shim.kind import Kind, Props

_DIGITS = 7


def auto_name(kind: Kind, logical: str, prefix: str, seed: bytes) -> str:
    """A name from the logical one, or from the program's prefix; the same seed gives the same name."""
    suffix = "".join(random.Random(seed).choices("0123456789abcdef", k=_DIGITS))
    stem = prefix or f"{kind.name_start}{logical}-"
    name = f"{stem[: kind.name_limit - _DIGITS]}{suffix}"
    return name.lower() if kind.service == "s3" else name


def with_name(kind: Kind, news: Props, olds: Props, logical: str, seed: bytes) -> dict[str, object]:
    """The inputs with a name where the type has one and the program gives none; the old name stays."""
    if not kind.name or kind.name in news:
        return dict(news)
    prefix = str(news.get(kind.name_prefix) or "") if kind.name_prefix else ""
    kept = olds.get(kind.name) if not prefix or str(olds.get(kind.name, "")).startswith(prefix) else None
    return {**news, kind.name: kept or auto_name(kind, logical, prefix, seed), "__defaults": [kind.name]}
