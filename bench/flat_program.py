"""Write the resources of a recording as a flat Pulumi program, as somebody would write them by hand: the peer of our components.

Outputs are found by markers: a recording whose computed outputs are markers shows where a program uses which output of which resource.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gpu_cluster_testing import AWS_COMPUTED, Computed, CreateRequest, Plain, RecordedResource, Recording

BASE_VARIABLE = "base"
_MARKER = re.compile(r"«([^|»]*)\|([^|»]*)\|([^»]*)»")
_DEFAULTED_BY_PROVIDER = {"skipCredentialsValidation", "skipRegionValidation"}
_INDENT = "    "


def marker(type_token: str, name: str, path: str) -> str:
    """Return the text that stands for an output (`path` in Python's spelling) of a resource."""
    return f"«{type_token}|{name}|{path}»"


def marked_base(outputs: Mapping[str, Plain]) -> dict[str, Plain]:
    """Replace the identifiers of a base stack's output by markers; what a program checks keeps its value."""
    kept = {"version", "name", "account", "region", "zone", "checkpoint_bucket"}
    marked: dict[str, Plain] = {}
    for key, value in outputs.items():
        if key in kept or value is None:
            marked[key] = value
        elif isinstance(value, list):
            marked[key] = [marker(BASE_VARIABLE, key, str(index)) for index in range(len(value))]
        elif isinstance(value, dict):
            marked[key] = {inner: marker(BASE_VARIABLE, key, repr(inner)) for inner in value}
        else:
            marked[key] = marker(BASE_VARIABLE, key, "")
    return marked


def marking(recording: Recording) -> dict[str, Computed]:
    """Return computed outputs that are markers, for every type of a recording."""
    return {token: _marked_outputs for token in recording.types() if token.startswith("aws:")}


def _marked_outputs(request: CreateRequest) -> Mapping[str, Plain]:
    known = AWS_COMPUTED.get(request.type)
    outputs = {"id": "", "arn": "", "name": ""} | dict(known(request) if known is not None else {})
    return {key: _marked(request, key, _snake(key), value) for key, value in outputs.items()}


def _marked(request: CreateRequest, key: str, path: str, value: Plain) -> Plain:
    if isinstance(value, dict):
        given = request.inputs.get(key)
        echoed = given if isinstance(given, dict) else {}
        return {inner: echoed.get(inner) or _marked(request, inner, f"{path}.{_snake(inner)}", item) for inner, item in value.items()}
    return value if isinstance(value, list) else marker(request.type, request.name, path)


@dataclass(frozen=True)
class _Writer:
    """Names each resource's variable and writes values and options in terms of them."""

    variables: Mapping[str, str]
    """Variable by URN."""
    by_key: Mapping[tuple[str, str], str]
    """Variable by type and name."""

    def value(self, value: Plain) -> str:
        if isinstance(value, dict):
            return "{" + ", ".join(f"{key!r}: {self.value(item)}" for key, item in value.items()) + "}"
        if isinstance(value, list):
            return "[" + ", ".join(self.value(item) for item in value) + "]"
        return self.text(value) if isinstance(value, str) else repr(value)

    def text(self, text: str) -> str:
        whole = _MARKER.fullmatch(text)
        if whole is not None:
            return self.output(*whole.groups())
        if not _MARKER.search(text):
            return repr(text)
        pieces = [self.output(*found.groups()) if (found := _MARKER.fullmatch(piece)) else repr(piece) for piece in _split(text)]
        return f"pulumi.Output.concat({', '.join(pieces)})"

    def output(self, type_token: str, name: str, path: str) -> str:
        if type_token == BASE_VARIABLE:
            return f"{BASE_VARIABLE}[{name!r}]" + (f"[{path}]" if path else "")
        text = f"{self.by_key[type_token, name]}.{path}"
        return f"{text}.apply(str)" if path == "latest_version" else text

    def options(self, one: RecordedResource) -> str:
        referred = set(_referred(one))
        after = sorted(self.variables[urn] for urn in one.dependencies if urn in self.variables and urn not in referred)
        found = [
            f"depends_on=[{', '.join(after)}]" if after else "",
            f"provider={self.variables[one.provider]}" if one.provider else "",
            f"ignore_changes={list(one.ignore_changes)!r}" if one.ignore_changes else "",
            f"delete_before_replace={one.delete_before_replace}" if one.delete_before_replace is not None else "",
            "retain_on_delete=True" if one.retain_on_delete else "",
            f"custom_timeouts=pulumi.CustomTimeouts({_timeouts(one)})" if _timeouts(one) else "",
        ]
        return f"pulumi.ResourceOptions({', '.join(part for part in found if part)})"


def _referred(one: RecordedResource) -> Iterator[str]:
    for urns in (one.property_dependencies or {}).values():
        yield from urns


def _timeouts(one: RecordedResource) -> str:
    return ", ".join(f"{key}={value!r}" for key, value in vars(one.custom_timeouts).items() if value)


def _split(text: str) -> list[str]:
    pieces: list[str] = []
    end = 0
    for found in _MARKER.finditer(text):
        pieces += [text[end : found.start()], found.group()]
        end = found.end()
    return [piece for piece in (*pieces, text[end:]) if piece]


def _snake(key: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", key).lower()


def flat_program(recording: Recording, exports: str, base_stack: str | None = None) -> str:
    """Return the program's text; `recording` was made with `marking`, `exports` is the name of the output that is kept."""
    resources = [one for one in recording.resources if one.is_cloud_resource or one.type.startswith("pulumi:providers:")]
    variables = {one.urn: f"r{index}" for index, one in enumerate(_in_order(resources))}
    writer = _Writer(variables, {(one.type, one.name): variables[one.urn] for one in resources})
    lines = ["import pulumi", "import pulumi_aws as aws", ""]
    if base_stack is not None:
        lines.append(f"{BASE_VARIABLE} = pulumi.StackReference({base_stack!r}).require_output('base')")
    lines += [_statement(writer, one) for one in _in_order(resources)]
    lines.append(f"pulumi.export({exports!r}, {writer.value(recording.outputs[exports])})")
    return "\n".join(lines) + "\n"


def _in_order(resources: list[RecordedResource]) -> list[RecordedResource]:
    """Sort so that each resource follows what it uses; a recording is in order of registration, which may differ from it by chance."""
    by_urn = {one.urn: one for one in resources}
    done: dict[str, RecordedResource] = {}

    def place(one: RecordedResource) -> None:
        if one.urn not in done:
            for urn in (one.provider, *one.dependencies):
                if urn in by_urn:
                    place(by_urn[urn])
            done[one.urn] = one

    for one in resources:
        place(one)
    return list(done.values())


def _statement(writer: _Writer, one: RecordedResource) -> str:
    if one.type.startswith("pulumi:providers:"):
        constructor = "aws.Provider"
        inputs = {key: _decoded(value) for key, value in one.inputs.items() if key not in _DEFAULTED_BY_PROVIDER}
    else:
        _, module, name = one.type.split(":")
        constructor, inputs = f"aws.{module.split('/')[0]}.{name}", dict(one.inputs)
    arguments = [f"{_snake(key)}={writer.value(value)}" for key, value in sorted(inputs.items())]
    arguments.append(f"opts={writer.options(one)}")
    body = "".join(f"\n{_INDENT}{argument}," for argument in arguments)
    return f"{writer.variables[one.urn]} = {constructor}(\n{_INDENT}{one.name!r},{body}\n)"


def _decoded(value: Plain) -> Plain:
    """Providers carry nested inputs as JSON text."""
    if isinstance(value, str) and value[:1] in ("[", "{"):
        decoded: Plain = json.loads(value)
        return decoded
    return value
