"""Turns each error of the typed model into a Problem that says where, what, what is allowed, and what to write instead."""

from __future__ import annotations

import difflib
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from declaration.capacity import CapacityKind
from declaration.cluster import ClusterDeclaration
from declaration.plain import RULE, show
from declaration.problems import Problem, in_order, one_of, path_of

Models = tuple[type[BaseModel], ...]

_TEXT_FOR_NUMBER = {"int_type", "int_from_float", "int_parsing", "bool_type"}


@dataclass(frozen=True)
class Place:
    """A place in the declaration: its path, the models that may stand there, and what the field is for."""

    steps: tuple[str | int, ...]
    models: Models
    description: str

    @property
    def path(self) -> str:
        """The place as a person writes it."""
        return path_of(*self.steps)


def explain_all(errors: Iterable[ErrorDetails]) -> tuple[Problem, ...]:
    """Turn the model's errors into problems, each once."""
    return in_order(dict.fromkeys(explain(error) for error in errors if not _is_echo(error)))


def _is_echo(error: ErrorDetails) -> bool:
    """A list whose items are all wrong is reported as too short besides, although nothing is missing from it."""
    return error["type"] == "too_short" and len(error["input"]) >= error["ctx"]["min_length"]


def explain(error: ErrorDetails) -> Problem:
    """Turn one model error into a Problem."""
    place = find_place(error["loc"])
    value = show(error["input"])
    kind, context = error["type"], error.get("ctx", {})
    if kind == "missing":
        return _missing(place)
    if kind == "extra_forbidden":
        return _unknown_key(find_place(error["loc"][:-1]), str(error["loc"][-1]))
    if kind == "gpu_clusters":
        return _said(place, value, str(context["limit"]), str(context["remedy"]))
    if kind in ("enum", "literal_error", "union_tag_invalid", "union_tag_not_found"):
        return _not_among(place, error["input"], str(context.get("expected", "")))
    if kind == "string_type":
        return _not_text(place, error["input"])
    return _of_wrong_form(place, error, value)


def did_you_mean(word: str, known: Sequence[str]) -> str | None:
    """The known word that a misspelt one comes closest to, if any is close."""
    for spelling in (word, word.lower().replace("-", "_")):
        matches = difflib.get_close_matches(spelling, known, n=1)
        if matches:
            return matches[0]
    return None


def closest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """All known words, those spelt most like a word first."""

    def unlikeness(other: str) -> tuple[float, str]:
        return (-difflib.SequenceMatcher(a=word, b=other).ratio(), other)

    return tuple(sorted(known, key=unlikeness))


def find_place(location: Sequence[str | int]) -> Place:
    """Follow an error's location, leaving out the steps that name a union's branch instead of a field."""
    steps: tuple[str | int, ...] = ()
    models: Models = (ClusterDeclaration,)
    description = "a declaration"
    for step in location:
        branch = tuple(model for model in models if _branch_name(model) == step)
        if len(models) > 1 and branch:
            models = branch
            continue
        steps = (*steps, step)
        if isinstance(step, str):
            fields = [model.model_fields[step] for model in models if step in model.model_fields]
            description = _brief(fields[0].description or description) if fields else description
            models = tuple(model for field in fields for model in _models_in(field.annotation))
    return Place(steps, models, description)


def _brief(description: str) -> str:
    """The part of a field's description that says what it is; reasons and defaults come after a semicolon."""
    return description.partition(";")[0]


def _branch_name(model: type[BaseModel]) -> str:
    kind = model.model_fields.get("kind")
    return str(kind.default) if kind is not None and isinstance(kind.default, CapacityKind) else model.__name__


def _models_in(annotation: object) -> Iterator[type[BaseModel]]:
    """All models that an annotation admits, through Annotated, unions and tuples."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    elif get_origin(annotation) is Annotated:
        yield from _models_in(get_args(annotation)[0])
    elif get_origin(annotation) in (Union, types.UnionType, tuple):
        for inner in get_args(annotation):
            yield from _models_in(inner)


def _said(place: Place, value: str, limit: str, remedy: str) -> Problem:
    return Problem(RULE, place.path, value, limit, f"{place.path} is {value}; it must be {limit}", remedy)


def _missing(place: Place) -> Problem:
    value, limit = "missing", place.description
    return Problem(RULE, place.path, value, limit, f"{place.path} is {value}: {limit}", f"add {place.steps[-1]}")


def _unknown_key(place: Place, key: str) -> Problem:
    known = sorted({name for model in place.models for name in model.model_fields})
    limit = ", ".join(known)
    path = path_of(*place.steps, key)
    meant = did_you_mean(key, known)
    remedy = f"did you mean {meant}?" if meant else f"leave {show(key)} out"
    return Problem(
        RULE,
        path,
        show(key),
        limit,
        f"{show(key)} is not a key of {place.path if place.steps else 'the declaration'}; known keys: {limit}",
        remedy,
    )


def _not_among(place: Place, written: object, expected: str) -> Problem:
    """A value outside a closed set; a union told apart by `kind` reports it at the item, the reader looks for it at its `kind`."""
    allowed = [word.strip("'") for word in expected.replace(" or ", ", ").split(", ")]
    if not expected:
        allowed = list(CapacityKind)
        place = Place((*place.steps, "kind"), place.models, place.description)
        written = written.get("kind", "missing") if isinstance(written, Mapping) else written
    limit = one_of(allowed)
    meant = did_you_mean(written, allowed) if isinstance(written, str) else None
    return _said(place, show(written), limit, f"did you mean {meant}?" if meant else f"write {limit}")


def _not_text(place: Place, written: object) -> Problem:
    """Numbers that YAML made of what looked like text lose digits: 1.30 becomes 1.3, 0123 becomes 83."""
    limit = f"text: {place.description}"
    number = f"{show(written)}, a number"
    if isinstance(written, float):
        return _said(place, number, limit, 'put it in quotes: "1.30" stays 1.30, which YAML reads as 1.3 without them')
    if isinstance(written, int) and not isinstance(written, bool):
        return _said(place, number, limit, "put it in quotes with all its digits: without them YAML drops leading zeros")
    return _said(place, show(written), limit, "write one text, in quotes if YAML reads it otherwise")


def _of_wrong_form(place: Place, error: ErrorDetails, value: str) -> Problem:
    """Whatever is left: numbers out of range, mappings and lists that are none, dates that do not parse."""
    kind, context = error["type"], error.get("ctx", {})
    if kind in ("model_type", "model_attributes_type", "dict_type"):
        keys = ", ".join(sorted({name for model in place.models for name in model.model_fields}))
        limit = f"{place.description}: a mapping with the keys {keys}"
        return _said(place, value, limit, "write a mapping: {key: value, …}, or one key a line, indented")
    if kind == "tuple_type":
        return _said(place, value, f"a list: {place.description}", "write it as a list, in [ ] or with a dash before each item")
    if kind == "too_short":
        limit = f"a list of at least {context['min_length']}: {place.description}"
        return _said(place, value, limit, f"write at least {context['min_length']}, or leave {place.steps[-1]} out")
    if kind == "too_long":
        limit = f"a list of at most {context['max_length']}: {place.description}"
        return _said(place, f"a list of {len(error['input'])}", limit, f"leave out {len(error['input']) - context['max_length']}")
    if kind in _TEXT_FOR_NUMBER:
        limit = "true or false" if kind == "bool_type" else "a whole number, without quotes"
        return _said(place, value, limit, f"write {limit}")
    if kind in ("greater_than_equal", "less_than_equal"):
        limit = f"at least {context['ge']}" if "ge" in context else f"at most {context['le']}"
        return _said(place, value, limit, f"write a number that is {limit}; {place.description}")
    limit = f"{place.description} ({error['msg']})"
    return _said(place, value, limit, f"write {place.description}")
