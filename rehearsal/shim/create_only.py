"""Replace or update: CloudFormation's create-only properties, and the listed differences of the real Pulumi provider."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from rehearsal.shim.kind import Kind
from rehearsal.shim.names import candidates, letters, pulumi_name

EXCEPTIONS_FILE = Path(__file__).with_name("exceptions.yaml")
_SCHEMA_REGION = "us-east-1"


class SchemaMissingError(RuntimeError):
    """The package cfn-lint, or a type's schema in it, is not there."""


@dataclass(frozen=True)
class Exceptions:
    """Where the real provider differs from CloudFormation, or CloudFormation has no word: property path → source."""

    replace: Mapping[str, str]
    in_place: Mapping[str, str]
    replace_when_less: Mapping[str, str]


@lru_cache(maxsize=1)
def _schema_folder() -> Path:
    found = importlib.util.find_spec("cfnlint")
    places = list(found.submodule_search_locations or []) if found else []
    if not places:
        raise SchemaMissingError(
            "the package cfn-lint is not installed: its CloudFormation schemas decide what replaces; install requirements.lock"
        )
    return Path(places[0]) / "data" / "schemas"


@lru_cache(maxsize=1)
def _schema_names() -> Mapping[str, str]:
    index = json.loads((_schema_folder() / "providers" / f"{_SCHEMA_REGION}.json").read_text())
    return {str(name): str(content) for name, content in index.items()}


@lru_cache(maxsize=64)
def cloudformation_schema(type_name: str) -> Mapping[str, Any]:
    """The resource schema that cfn-lint ships for a CloudFormation type."""
    if type_name not in _schema_names():
        raise SchemaMissingError(
            f"cfn-lint ships no schema of {type_name} for {_SCHEMA_REGION}: name another CloudFormation type in the table"
        )
    schema: Mapping[str, Any] = json.loads((_schema_folder() / "resources" / f"{_schema_names()[type_name]}.json").read_text())
    return schema


@lru_cache(maxsize=1)
def _exceptions() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    read: Mapping[str, Mapping[str, Mapping[str, str]]] = yaml.safe_load(EXCEPTIONS_FILE.read_text())
    return read


def exceptions(token: str) -> Exceptions:
    """The listed differences of a type."""
    listed = _exceptions().get(token, {})
    return Exceptions(listed.get("replace", {}), listed.get("in_place", {}), listed.get("replace_when_less", {}))


def schema_create_only(kind: Kind) -> frozenset[str]:
    """The type's inputs, as dotted paths, that CloudFormation calls create-only, conditionally or always."""
    if not kind.schema:
        return frozenset()
    schema = cloudformation_schema(kind.schema)
    pointers = [*schema.get("createOnlyProperties", ()), *schema.get("conditionalCreateOnlyProperties", ())]
    found = set()
    for pointer in pointers:
        first, *rest = pointer.removeprefix("/properties/").split("/")
        name = _input_for(kind, first)
        if name:
            found.add(".".join((name, *(pulumi_name(part, kind.aliases) for part in rest))))
    return frozenset(found)


def _input_for(kind: Kind, property_name: str) -> str | None:
    """The type's input that a CloudFormation property is."""
    wanted = letters(property_name)
    for name in kind.inputs:
        if any(letters(candidate) == wanted for candidate in candidates(name, kind.aliases)):
            return name
    return None


def replacing(token: str, kind: Kind) -> frozenset[str]:
    """Paths of inputs whose change replaces the resource."""
    listed = exceptions(token)
    return (schema_create_only(kind) - frozenset(listed.in_place)) | frozenset(listed.replace)


def replaces(path: str, paths: frozenset[str]) -> bool:
    """Whether a changed part is, or lies in, or holds something that replaces."""
    plain = path.replace("[", ".").replace('"', "").replace("]", "")
    return any(plain == whole or plain.startswith(f"{whole}.") or whole.startswith(f"{plain}.") for whole in paths)
