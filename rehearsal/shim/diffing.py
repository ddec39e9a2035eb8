"""What a change of inputs means: nothing, an update in place, or a replacement, and in which order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rehearsal.shim.comparing import Difference, Edit, differences
from rehearsal.shim.create_only import exceptions, replaces, replacing
from rehearsal.shim.kind import META, Kind, Props, Text, look_up
from rehearsal.shim.lifecycle import BROKEN, UNFINISHED
from rehearsal.shim.wire import has_unknown

STABLE = ("id", "arn")


@dataclass(frozen=True)
class Verdict:
    """The differences, which of them replace, and whether the old resource must go first."""

    parts: tuple[Difference, ...]
    replacing: frozenset[Difference]
    delete_first: bool
    unfinished: bool

    @property
    def changed(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.parts) or self.unfinished


def judge(token: str, kind: Kind, olds: Props, news: Props, state: Props) -> Verdict:
    """Compares what was asked for with what is asked for now; a resource that cannot heal is replaced."""
    old, new = _comparable(kind, olds, news)
    found = (part for key in sorted(old.keys() | new.keys()) for part in differences(old.get(key), new.get(key), key, key))
    parts = [part for part in found if not (part.edit is Edit.DELETE and part.path in kind.computed)]
    paths = replacing(token, kind)
    forcing = {part for part in parts if replaces(part.path, paths)}
    forcing |= {part for part in parts if part.path in exceptions(token).replace_when_less and _less(part.path, old, new)}
    if {name for name in kind.one_of if old.get(name)} != {name for name in kind.one_of if new.get(name)}:
        forcing |= {part for part in parts if part.path in kind.one_of}
    if state.get(BROKEN):
        broken = Difference("status", Edit.UPDATE)
        parts.append(broken)
        forcing.add(broken)
    first = bool(forcing) and _would_clash(kind, olds, news)
    return Verdict(tuple(parts), frozenset(forcing), first, bool(state.get(UNFINISHED)))


def _less(path: str, old: Mapping[str, object], new: Mapping[str, object]) -> bool:
    """Whether a number became smaller."""
    before, after = look_up(old, path), look_up(new, path)
    return isinstance(before, int | float) and isinstance(after, int | float) and after < before


def _comparable(kind: Kind, olds: Props, news: Props) -> tuple[Mapping[str, object], Mapping[str, object]]:
    """Both sides with the provider's defaults, without what the cloud fills in where the program says nothing."""
    keys = (olds.keys() | news.keys()) - (META - {"region"})
    silent = {key for key in keys if key in (kind.computed | {"region"}) and (key not in news or (key == "region" and key not in olds))}
    told = keys - silent
    old = {key: olds.get(key, kind.defaults.get(key)) for key in told}
    return old, {key: news.get(key, kind.defaults.get(key)) for key in told}


def _would_clash(kind: Kind, olds: Props, news: Props) -> bool:
    """Whether the replacement would carry the identity of the old one: a fixed name, or an id of unchanged properties."""
    if kind.name:
        fixed = kind.name not in (news.get("__defaults") or [])
        return fixed and news.get(kind.name) == olds.get(kind.name) and not has_unknown(news.get(kind.name))
    if kind.unique:
        return all(olds.get(name) == news.get(name) for name in kind.unique)
    return isinstance(kind.id, Text) and kind.id.of(olds) == kind.id.of(news)
