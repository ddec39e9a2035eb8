"""Every request is judged by its botocore model, as the services do by theirs: required, enumeration, range, length, pattern.

botocore itself judges little more than types before it sends. What no model says is said nowhere here.
"""

import functools
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from rehearsal.world.calls import Refusal
from rehearsal.world.untyped import Untyped

VALIDATION_CODES: Final = {
    "ec2": "InvalidParameterValue",
    "eks": "InvalidParameterException",
    "iam": "ValidationError",
    "sts": "ValidationError",
    "logs": "InvalidParameterException",
    "s3": "InvalidArgument",
    "fsx": "BadRequest",
}
"""The code a service answers a request with that breaks its model; ValidationException where a service is not listed."""
MISSING_CODES: Final = {"ec2": "MissingParameter", "s3": "MalformedXML"}
"""The code for a missing member, where the service has another one for it."""
UNREADABLE: Final = re.compile(r"\\[pP]\{|\[\[:|&&")
"""What service models write in patterns and Python's `re` can't read: such a pattern is not judged."""


class Breach(NamedTuple):
    """One thing in a request that its model does not allow."""

    path: str
    value: object
    constraint: str
    missing: bool = False


def validate(service: str, shape: Untyped, params: dict[str, Any]) -> None:
    """Refuse a request that breaks its model, in the service's own words."""
    if shape is None:
        return
    breaches = list(of_structure(shape, params, ""))
    if breaches:
        code = VALIDATION_CODES.get(service, "ValidationException")
        if breaches[0].missing:
            code = MISSING_CODES.get(service, code)
        raise Refusal(code, worded(service, breaches), 400)


def worded(service: str, breaches: list[Breach]) -> str:
    """The refusal's text: EC2 names one parameter, the others list all of them."""
    first = breaches[0]
    if service == "ec2":
        if first.missing:
            return f"The request must contain the parameter {first.path}"
        return f"Value ({first.value}) for parameter {first.path} is invalid. {first.constraint}"
    plural = "error" if len(breaches) == 1 else "errors"
    each = "; ".join(f"Value '{b.value}' at '{b.path}' failed to satisfy constraint: {b.constraint}" for b in breaches)
    return f"{len(breaches)} validation {plural} detected: {each}"


def of_shape(shape: Untyped, value: Untyped, path: str) -> Iterator[Breach]:
    """The breaches of one value against its shape."""
    if shape.type_name == "structure":
        yield from of_structure(shape, value, path)
    elif shape.type_name == "list":
        yield from in_range(shape, len(value), path, "length")
        for index, member in enumerate(value, 1):
            yield from of_shape(shape.member, member, f"{path}.{index}.member")
    elif shape.type_name == "map":
        yield from in_range(shape, len(value), path, "length")
        for key, member in value.items():
            yield from of_shape(shape.key, key, f"{path}.key")
            yield from of_shape(shape.value, member, f"{path}.{key}")
    elif shape.type_name == "string":
        yield from of_text(shape, value, path)
    elif shape.type_name in ("integer", "long", "float", "double"):
        yield from in_range(shape, value, path, "value")


def of_structure(shape: Untyped, value: dict[str, Any], path: str) -> Iterator[Breach]:
    """The breaches of a structure: first what is missing, then what is wrong."""
    if shape.metadata.get("document") or not isinstance(value, dict):
        return
    streamed = shape.serialization.get("payload")
    for name in shape.required_members:
        if name not in value and name != streamed:
            yield Breach(join(path, name), "null", "Member must not be null", missing=True)
    for name, member in value.items():
        if name in shape.members:
            yield from of_shape(shape.members[name], member, join(path, name))


def join(path: str, name: str) -> str:
    """The path of a member."""
    return f"{path}.{name}" if path else name


def of_text(shape: Untyped, value: Untyped, path: str) -> Iterator[Breach]:
    """The breaches of a text: enumeration, length, pattern."""
    if not isinstance(value, str):
        return
    allowed = shape.metadata.get("enum")
    if allowed and value not in allowed:
        yield Breach(path, value, f"Member must satisfy enum value set: [{', '.join(allowed)}]")
    yield from in_range(shape, len(value), path, "length", value)
    pattern = compiled(shape.metadata.get("pattern", ""))
    if pattern and not pattern.fullmatch(value):
        yield Breach(path, value, f"Member must satisfy regular expression pattern: {shape.metadata['pattern']}")


def in_range(shape: Untyped, size: float, path: str, what: str, value: object = None) -> Iterator[Breach]:
    """The breach of a minimum or maximum, if there is one."""
    low, high = shape.metadata.get("min"), shape.metadata.get("max")
    if low is not None and size < low:
        yield Breach(path, size if value is None else value, f"Member must have {what} greater than or equal to {low}")
    if high is not None and size > high:
        yield Breach(path, size if value is None else value, f"Member must have {what} less than or equal to {high}")


@functools.cache
def compiled(pattern: str) -> re.Pattern[str] | None:
    """A model's pattern, where Python's `re` can read it."""
    if not pattern or UNREADABLE.search(pattern):
        return None
    try:
        return re.compile(pattern, re.DOTALL)
    except re.error:
        return None
