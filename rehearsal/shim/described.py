"""What the cloud describes, as Pulumi properties: in the form of the input it should equal, or in Pulumi's own form when there is none."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime

import jmespath

from rehearsal.shim.comparing import same
from rehearsal.shim.kind import Kind, Props, Text, Value, fill_text
from rehearsal.shim.names import Aliases, Model, find_member, is_tag_list, member_for, pulumi_name


def to_property(value: Value, shape: Model, like: Value, aliases: Aliases) -> Value:
    """A described value as a Pulumi value; `shape` (of the request member) tells maps from structures, `like` the form and the names."""
    if isinstance(like, str):
        return _as_text(value, like)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Mapping) and shape is not None and shape.type_name == "string":
        return json.dumps(value)
    if is_tag_list(shape) and isinstance(value, list) and not isinstance(like, list):
        return _tag_map(value)
    if isinstance(value, list):
        if isinstance(like, Mapping):
            return to_property(value[0] if value else {}, getattr(shape, "member", shape), like, aliases)
        return _list(value, getattr(shape, "member", None), like, aliases)
    if isinstance(value, Mapping):
        return _object(value, shape, like, aliases)
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _tag_map(pairs: list[Value]) -> dict[str, str]:
    """Key/Value pairs as a map; tags that AWS itself sets are nobody's."""
    found = {}
    for pair in pairs:
        key, value = (pair[name] for name in sorted(pair))
        if not key.startswith("aws:"):
            found[key] = value
    return found


def _as_text(value: Value, like: str) -> Value:
    """A value whose Pulumi form is a text: tri-state booleans, numbers and documents, which keep the program's text if they mean it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (Mapping, list)):
        value = json.dumps(value)
    return like if same(like, str(value)) else str(value)


def _list(value: list[Value], member: Model, like: Value, aliases: Aliases) -> list[Value]:
    models = like if isinstance(like, list) else []
    if models and sorted(map(str, value)) == sorted(map(str, models)):  # the API keeps no order of its own
        return list(models)
    spare = models[-1] if models else None
    return [to_property(item, member, models[i] if i < len(models) else spare, aliases) for i, item in enumerate(value)]


def _object(value: Mapping[str, Value], shape: Model, like: Value, aliases: Aliases) -> dict[str, Value]:
    if shape is not None and shape.type_name == "map":
        return dict(value)
    members = shape.members if shape is not None and shape.type_name == "structure" else {}
    if isinstance(like, Mapping):
        pairs = ((key, member_for(key, value, aliases)) for key in like)
    else:
        pairs = ((pulumi_name(name, aliases), name) for name in value)
    found = {}
    for key, name in pairs:
        if name is not None and value[name] is not None:
            inner = members.get(name) if members else None
            model = like[key] if isinstance(like, Mapping) else None
            found[key] = to_property(value[name], inner, model, aliases)
    return found


def _shape_of(kind: Kind, key: str, shape: Model) -> Value:
    """The request member's shape for a property, None where the create call has none."""
    for members in (shape.members, shape.members[kind.nested].members if kind.nested else {}):
        name = member_for(key, members, kind.aliases)
        if name:
            return members[name]
    return None


def raw_property(kind: Kind, key: str, seen: Props) -> Value:
    """What was read for one property, in the API's form; None when nothing was."""
    source = kind.reads.get(key)
    if source is not None:
        return source(seen) if callable(source) else jmespath.search(source, seen)
    value = find_member(key, seen, kind.aliases)
    inner = seen.get(kind.nested) if kind.nested else None
    if value is None and isinstance(inner, Mapping):
        value = find_member(key, inner, kind.aliases)
    return value


def read_property(kind: Kind, key: str, seen: Props, like: Value, shape: Model) -> Value:
    """One input as the world has it, in the form of `like`; None when the world has none."""
    value = raw_property(kind, key, seen)
    if value is None or value in ("", [], {}):
        return {} if key == "tags" and like is not None else None
    if key in kind.singles and isinstance(value, list) and (like is None or isinstance(like, str)):
        value = value[0]
    if key == "tags":
        return _tag_map(value) if isinstance(value, list) else {k: v for k, v in value.items() if not k.startswith("aws:")}
    found = to_property(value, _shape_of(kind, key, shape), like, kind.aliases)
    if like is not None and same(like, found, key):
        return like
    return found if found not in ({}, []) else None


def refreshed_inputs(kind: Kind, inputs: Props, seen: Props, shape: Model) -> dict[str, Value]:
    """The program's inputs with the values that the world has now."""
    fresh: dict[str, Value] = {}
    for key, old in inputs.items():
        if key not in kind.inputs or key in kind.write_only or key in kind.local:
            fresh[key] = old
            continue
        value = read_property(kind, key, seen, old, shape)
        if value is not None:
            fresh[key] = value
        elif _means_nothing(old) or same(old, kind.defaults.get(key)):
            fresh[key] = old
    return fresh


def _means_nothing(value: Value) -> bool:
    """A value that the API does not show because it says what holds anyway."""
    return value in ("", [], {}, False, None)


def everything(kind: Kind, seen: Props, shape: Model) -> dict[str, Value]:
    """Every readable input of the type in Pulumi's own form: what an import finds, and what the state shows besides."""
    readable = (key for key in kind.inputs if key not in kind.write_only and key not in kind.local)
    found = {key: read_property(kind, key, seen, None, shape) for key in readable}
    return {key: value for key, value in found.items() if value is not None}


def imported_inputs(kind: Kind, found: Props) -> dict[str, Value]:
    """What a program has to say: all that was found but what holds without a word."""
    return {key: value for key, value in found.items() if not _goes_without_saying(kind, key, value)}


def _goes_without_saying(kind: Kind, key: str, value: Value) -> bool:
    return same(value, kind.defaults[key]) if key in kind.defaults else _means_nothing(value)


def overlay(seen: Value, given: Value) -> Value:
    """What was given, and beside it what only the cloud says."""
    if isinstance(seen, Mapping) and isinstance(given, Mapping):
        return {**seen, **{key: overlay(seen.get(key), value) for key, value in given.items()}}
    return given


def computed_outputs(kind: Kind, known: Props, seen: Props) -> dict[str, Value]:
    """The outputs that no input gives, from what was read."""
    found: dict[str, Value] = {}
    for key, source in kind.outputs.items():
        value = source.of(known) if isinstance(source, Text) else jmespath.search(fill_text(source, known), seen)
        found[key] = value.isoformat() if isinstance(value, datetime) else value
    return found
