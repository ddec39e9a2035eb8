"""Brings whatever a YAML reader or a program hands over down to plain data, or says where it is none."""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from declaration.problems import Problem, path_of

RULE = "declaration"
MAX_DEPTH = 24
"""Levels of nesting; the deepest field of a declaration is at six, and YAML aliases can nest without end."""

MAX_PARTS = 10_000
"""Values of a whole declaration: 60 for each of the most pools that there may be; a page of YAML aliases can stand for billions."""

MAX_INTEGER = 2**63 - 1
"""Largest whole number that every reader of JSON holds."""

SHOWN_CHARACTERS = 96
"""Characters of a value that a message shows."""

Steps = tuple[str | int, ...]


def show(value: object) -> str:
    """Spell a value for a message: one line, printable, cut where it grows long."""
    if isinstance(value, str) and value.strip() == value and value:
        text = value
    elif isinstance(value, datetime.datetime | datetime.date):
        text = value.isoformat()
    else:
        text = _as_json(value)
    text = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[: SHOWN_CHARACTERS - 1]}…"


def _as_json(value: object) -> str:
    """JSON where there is one; else the type's name, since the text of an unknown object may hold anything."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return f"a {type(value).__name__}"


def too_large(value: object) -> Problem | None:
    """The problem of data that holds more values than any declaration, counted as a reader meets them: a shared part counts each time."""
    ahead: list[tuple[int, Iterator[object]]] = [(0, iter((value,)))]
    counted = 0
    while ahead:
        depth, values = ahead[-1]
        for inner in values:
            counted += 1
            if counted > MAX_PARTS:
                return _problem((), f"more than {MAX_PARTS} values", f"at most {MAX_PARTS} values", OVERSIZE_REMEDY)
            if depth <= MAX_DEPTH and (parts := _parts(inner)) is not None:
                ahead.append((depth + 1, iter(parts)))
                break
        else:
            ahead.pop()
    return None


OVERSIZE_REMEDY = "write only what one cluster needs, without YAML aliases that multiply each other"


def _parts(value: object) -> Iterable[object] | None:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray) else None


def unplain(value: object, steps: Steps = ()) -> Iterator[Problem]:
    """Yield a problem for each part of a value that is not plain data: text, numbers, true, false, null, lists and mappings of text."""
    if len(steps) > MAX_DEPTH:
        yield _problem(
            steps[:6],
            f"nested {len(steps)} levels deep",
            f"at most {MAX_DEPTH} levels",
            "write it flat, without YAML aliases that contain themselves",
        )
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _unplain_key(key, steps)
            yield from unplain(inner, (*steps, show(key)))
    elif isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray):
        for index, inner in enumerate(value):
            yield from unplain(inner, (*steps, index))
    else:
        yield from _unplain_leaf(value, steps)


def _unplain_key(key: object, steps: Steps) -> Iterator[Problem]:
    if not isinstance(key, str) or not _encodable(key):
        yield _problem(
            (*steps, show(key)), show(key), "keys that are text", "write the key as a word, in quotes if YAML reads it otherwise"
        )


def _unplain_leaf(value: object, steps: Steps) -> Iterator[Problem]:
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, datetime.datetime | datetime.date):
        yield _problem(
            steps, show(value), "text", f'put it in quotes, with its offset from UTC: "{show(value)}" read without them is a YAML date'
        )
    elif isinstance(value, int):
        if abs(value) > MAX_INTEGER:
            yield _problem(steps, "a number beyond 2^63", "whole numbers below 2^63", "write the number that is meant")
    elif isinstance(value, float):
        if not math.isfinite(value):
            yield _problem(steps, show(value), "a finite number", "write a number")
    elif not isinstance(value, str):
        yield _problem(steps, show(value), "text, a number, true, false, a list or a mapping", "write it as plain YAML, without a !!tag")
    elif not _encodable(value):
        yield _problem(steps, show(value), "text that UTF-8 can hold", "type the text again")


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _problem(steps: Steps, value: str, limit: str, remedy: str) -> Problem:
    path = path_of(*steps)
    return Problem(RULE, path, value, limit, f"{path} is {value}; it must be {limit}", remedy)
