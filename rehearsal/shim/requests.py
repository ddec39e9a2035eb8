"""Pulumi values to API requests, led by botocore's models; every mistake the model can show is reported under its property's name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from rehearsal.shim.kind import META, Call, Given, Kind, Props, Value, fill, references
from rehearsal.shim.names import Aliases, Model, is_tag_list, letters, member_for, nearest, pulumi_name
from rehearsal.shim.wire import UNKNOWN

_OMIT = object()  # an unknown structure or a value with a mistake: nothing to send


@dataclass(frozen=True)
class Problem:
    """A mistake in one property, as `Check` reports it."""

    property: str
    reason: str


@lru_cache(maxsize=512)
def _pattern(text: str) -> re.Pattern[str] | None:
    """A model's pattern; None where it is written for another dialect of regular expressions."""
    try:
        return re.compile(text, re.DOTALL)
    except re.error:
        return None


@dataclass
class Converter:
    """Turns values into the members of a shape and collects what is wrong with them."""

    aliases: Aliases
    problems: list[Problem] = field(default_factory=list)

    def refuse(self, path: str, reason: str) -> Value:
        """Notes a mistake; the value is left out."""
        self.problems.append(Problem(path, reason))
        return _OMIT

    def convert(self, value: Value, shape: Model, path: str, own: bool) -> Value:
        """The value in the API's form. `own` values come from the table and use the API's names."""
        if isinstance(value, Given):
            return self.convert(value.value, shape, value.path, own=False)
        if value == UNKNOWN:
            return value
        match shape.type_name:
            case "structure":
                return self._structure(value, shape, path, own)
            case "list":
                return self._list(value, shape, path, own)
            case "map":
                return self._map(value, shape, path)
            case _:
                return self._scalar(value, shape, path)

    def _structure(self, value: Value, shape: Model, path: str, own: bool) -> Value:
        if isinstance(value, list) and len(value) == 1:  # a single block of the real provider
            value = value[0]
        if not isinstance(value, Mapping):
            return self.refuse(path, f"expected an object, got {value!r}")
        made: dict[str, Value] = {}
        for key, item in value.items():
            if item is None:
                continue
            name = key if own else self._pulumi_member(key, shape)
            inner = key if not path else f"{path}.{key}"
            if name is None:
                known = [pulumi_name(member, self.aliases) for member in shape.members]
                self.refuse(inner, f"unknown property{nearest(key, known)}")
                continue
            converted = self.convert(item, shape.members[name], inner, own)
            if converted is not _OMIT:
                made[name] = converted
        self._require(made, shape, path)
        return made

    def _pulumi_member(self, key: str, shape: Model) -> str | None:
        """The member of a Pulumi property; the API's own name doesn't do where Pulumi uses another."""
        renamed = {letters(target) for source, target in self.aliases.items() if letters(source) != letters(target)}
        if "_" in key or (letters(key) in renamed and key not in self.aliases):
            return None
        return member_for(key, shape.members, self.aliases)

    def _require(self, made: Mapping[str, Value], shape: Model, path: str) -> None:
        for name in shape.required_members:
            if name not in made:
                missing = pulumi_name(name, self.aliases)
                where = f"{path}.{missing}" if path else missing
                if not any(problem.property.startswith(where) for problem in self.problems):
                    self.refuse(where, "missing required property")

    def _list(self, value: Value, shape: Model, path: str, own: bool) -> Value:
        if isinstance(value, Mapping) and is_tag_list(shape):
            key, content = (name for name in sorted(shape.member.members))
            value = [{key: k, content: v} for k, v in value.items()]
            own = True
        items = value if isinstance(value, list) else [value]
        self._limits(len(items), shape, path, "items")
        made = [self.convert(item, shape.member, f"{path}[{index}]", own) for index, item in enumerate(items)]
        return [item for item in made if item is not _OMIT]

    def _map(self, value: Value, shape: Model, path: str) -> Value:
        if not isinstance(value, Mapping):
            return self.refuse(path, f"expected a map, got {value!r}")
        made = {key: self.convert(item, shape.value, f"{path}.{key}", own=False) for key, item in value.items()}
        return {key: item for key, item in made.items() if item is not _OMIT}

    def _scalar(self, value: Value, shape: Model, path: str) -> Value:
        match shape.type_name:
            case "integer" | "long":
                return self._integer(value, shape, path)
            case "boolean":
                return self._boolean(value, path)
            case "string":
                return self._string(value, shape, path)
            case _:
                return value

    def _integer(self, value: Value, shape: Model, path: str) -> Value:
        try:
            number = float(value)
        except (TypeError, ValueError):
            return self.refuse(path, f"expected an integer, got {value!r}")
        if isinstance(value, bool) or not number.is_integer():
            return self.refuse(path, f"expected an integer, got {value!r}")
        self._limits(int(number), shape, path, "")
        return int(number)

    def _boolean(self, value: Value, path: str) -> Value:
        if value not in (True, False, "true", "false") or isinstance(value, (int, float)) is not isinstance(value, bool):
            return self.refuse(path, f"expected a boolean, got {value!r}")
        return value in (True, "true")

    def _string(self, value: Value, shape: Model, path: str) -> Value:
        if isinstance(value, (Mapping, list)):
            return self.refuse(path, f"expected a string, got {value!r}")
        if isinstance(value, bool):
            value = str(value).lower()
        text = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
        allowed = shape.metadata.get("enum")
        if allowed and text not in allowed:
            return self.refuse(path, f"expected one of {', '.join(allowed)}, got {text!r}")
        self._limits(len(text), shape, path, "characters")
        pattern = _pattern(shape.metadata["pattern"]) if "pattern" in shape.metadata else None
        if pattern and not pattern.fullmatch(text):
            return self.refuse(path, f"{text!r} does not match the pattern {pattern.pattern}")
        return text

    def _limits(self, number: int, shape: Model, path: str, unit: str) -> None:
        low, high = shape.metadata.get("min"), shape.metadata.get("max")
        measured = f"{number} {unit}".strip()
        if low is not None and number < int(low):
            self.refuse(path, f"expected at least {low}, got {measured}")
        if high is not None and number > int(high):
            self.refuse(path, f"expected at most {high}, got {measured}")


def create_template(kind: Kind, shape: Model, props: Props) -> dict[str, Value]:
    """The create call's arguments: the table's template, and by the name rule every other property that the call takes."""
    template = dict(fill(kind.create.arguments, props) or {})
    later = {name for setter in kind.after_create() for name in setter.properties}
    spoken_for = set(references(kind.create.arguments)) | later | kind.local | META
    nested: dict[str, Value] = {}
    for key, value in props.items():
        if key in spoken_for or key not in kind.inputs or value is None:
            continue
        if key == "tags" and kind.tag_type:
            template |= {"TagSpecifications": [{"ResourceType": kind.tag_type, "Tags": Given("tags", value)}]} if value else {}
            continue
        inner = member_for(key, shape.members[kind.nested].members, kind.aliases) if kind.nested else None
        member = member_for(key, shape.members, kind.aliases)
        if inner:
            nested[inner] = Given(key, value)
        elif member:
            template[member] = Given(key, value)
    if kind.nested:
        template[kind.nested] = nested
    return template


def create_request(kind: Kind, shape: Model, props: Props, place: Props) -> tuple[dict[str, Value], list[Problem]]:
    """The create call's request and every mistake in the properties; with mistakes, or unknowns, it is not fit to send."""
    converter = Converter(kind.aliases)
    known = {**kind.defaults, **place, **props}
    for key in props:
        if key not in kind.inputs and key not in META:
            converter.refuse(key, f"unknown property{nearest(key, kind.inputs)}")
    request = converter.convert(create_template(kind, shape, known), shape, "", own=True)
    return request, converter.problems


def call_request(call: Call, shape: Model, known: Props, aliases: Aliases) -> tuple[dict[str, Value], list[Problem]]:
    """The request of any other call, and what is wrong with the properties in it."""
    converter = Converter(aliases)
    return converter.convert(fill(call.arguments, known) or {}, shape, "", own=True), converter.problems
