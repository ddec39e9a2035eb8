"""Property values as the engine's wire format carries them, turned into plain Python."""

from collections.abc import Mapping
from typing import TypeAlias

from google.protobuf.struct_pb2 import Struct, Value
from pulumi.runtime import rpc

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"

UNKNOWN = "<unknown>"
"""What a value reads as that the engine knows only after the create."""

_SIGNATURE_KEY = "4dabf18193072939515e22adb298388d"
_SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270"
_RESOURCE_SIGNATURE = "5cf8f73096256a8f31e491e813e4eb8e"


def plain_struct(struct: Struct) -> dict[str, Plain]:
    """Turn a message of properties into a plain dict; secrets are unwrapped, unknowns read UNKNOWN, whole numbers are int."""
    return {key: _plain(value) for key, value in struct.fields.items()}


def secret_keys(struct: Struct) -> tuple[str, ...]:
    """Name the top-level properties that are marked as secret, sorted."""
    return tuple(sorted(key for key, value in struct.fields.items() if _signature(value) == _SECRET_SIGNATURE))


def as_plain(value: object) -> Plain:
    """Check and copy what a test gives as an answer; raises TypeError for what the wire format cannot carry."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return {str(key): as_plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [as_plain(item) for item in value]
    raise TypeError(f"{value!r} is a {type(value).__name__}: answers are made of dicts, lists, strings, numbers, booleans and None")


def _signature(value: Value) -> str:
    if value.WhichOneof("kind") != "struct_value":
        return ""
    return value.struct_value.fields[_SIGNATURE_KEY].string_value if _SIGNATURE_KEY in value.struct_value.fields else ""


def _plain(value: Value) -> Plain:
    kind = value.WhichOneof("kind")
    if kind == "struct_value":
        return _plain_object(value)
    if kind == "list_value":
        return [_plain(item) for item in value.list_value.values]
    if kind == "string_value":
        return UNKNOWN if value.string_value == rpc.UNKNOWN else value.string_value
    if kind == "number_value":
        number = value.number_value
        return int(number) if number.is_integer() else number
    return value.bool_value if kind == "bool_value" else None


def _plain_object(value: Value) -> Plain:
    signature = _signature(value)
    if signature == _SECRET_SIGNATURE:
        return _plain(value.struct_value.fields["value"])
    if signature == _RESOURCE_SIGNATURE:
        return _plain(value.struct_value.fields["urn"])
    return plain_struct(value.struct_value)
