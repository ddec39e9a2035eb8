"""Property values on the wire: protobuf structs, secrets and the unknowns of a preview."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from google.protobuf import json_format, struct_pb2

from rehearsal.shim.kind import Props, Value

Message = Any  # a protobuf message of the engine's protocol

UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"  # the engine's stand-in for a value that is known only after `up`
SIGNATURE, SECRET = "4dabf18193072939515e22adb298388d", "1b47061264138c4ac30d75fd1eb44270"  # marks a wrapped secret


def to_dict(message: Message) -> dict[str, Value]:
    """A struct as plain Python, secrets still wrapped."""
    return dict(json_format.MessageToDict(message))


def to_struct(values: Props) -> struct_pb2.Struct:
    """Plain Python as a struct; values that are None are left out."""
    struct = struct_pb2.Struct()
    json_format.ParseDict({key: value for key, value in values.items() if value is not None}, struct)
    return struct


def unwrap(value: Value) -> Value:
    """The value with every secret opened."""
    if isinstance(value, dict):
        if value.get(SIGNATURE) == SECRET:
            return unwrap(value.get("value"))
        return {key: unwrap(item) for key, item in value.items()}
    return [unwrap(item) for item in value] if isinstance(value, list) else value


def is_secret(value: Value) -> bool:
    """Whether a secret lies anywhere in the value."""
    if isinstance(value, dict):
        return value.get(SIGNATURE) == SECRET or any(map(is_secret, value.values()))
    return isinstance(value, list) and any(map(is_secret, value))


def with_secrets(values: Props, *sources: Props) -> dict[str, Value]:
    """What came in secret in one of the sources goes out secret, by top-level property."""
    secret = {key for source in sources for key, value in source.items() if is_secret(value)}
    return {key: {SIGNATURE: SECRET, "value": value} if key in secret else value for key, value in values.items()}


def has_unknown(value: Value) -> bool:
    """Whether the value, or anything in it, is known only after `up`."""
    if isinstance(value, Mapping):
        return any(map(has_unknown, value.values()))
    if isinstance(value, list):
        return any(map(has_unknown, value))
    return isinstance(value, str) and value == UNKNOWN
