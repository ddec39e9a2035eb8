"""Reads a declaration from plain data or from a file: mistakes of its author come back as problems, never as exceptions."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml
from pydantic import ValidationError

from declaration.cluster import ClusterDeclaration
from declaration.explaining import explain_all
from declaration.plain import MAX_PARTS, OVERSIZE_REMEDY, too_large, unplain
from declaration.problems import Problem, Report, in_order

CONFIG_KEY = "gpu-clusters:cluster"
"""The key of a stack file's `config` under which the declaration stands."""


MAX_CHARACTERS = 1_000_000
"""Characters of a file that is read, far more than a declaration of the most pools has."""


class DeclarationFileError(Exception):
    """Raised when a file holds no declaration that could be judged; the message names the file and what to do."""


@dataclass(frozen=True)
class Reading:
    """What came of reading a declaration: the typed tree where it stands, and every problem found."""

    cluster: ClusterDeclaration | None
    problems: tuple[Problem, ...]

    @property
    def report(self) -> Report:
        """The problems, told apart by level."""
        return Report(self.problems)


def read_declaration(raw: Mapping[str, object]) -> Reading:
    """Read plain data into the typed tree; no input raises, since whatever a YAML file may hold can arrive here."""
    oversize = too_large(raw)
    strange = in_order(unplain(raw)) if oversize is None else (oversize,)
    if strange:
        return Reading(None, strange)
    try:
        # JSON in strict mode is the one reading in which "2" is no number, true is no 1, and yet names become enums and lists tuples.
        cluster = ClusterDeclaration.model_validate_json(json.dumps(raw, default=dict), strict=True)
    except ValidationError as error:
        return Reading(None, explain_all(error.errors(include_url=False)))
    return Reading(cluster, ())


def read_stack_file(path: Path) -> Mapping[str, object]:
    """Take the declaration from a Pulumi stack file, as plain data."""
    content = _read_yaml(path)
    config = content.get("config")
    if not isinstance(config, Mapping) or CONFIG_KEY not in config:
        raise DeclarationFileError(f"{path} has no {CONFIG_KEY} under config; write the declaration there")
    return _mapping(config[CONFIG_KEY], f"{path}: config: {CONFIG_KEY}")


def read_declaration_file(path: Path) -> Mapping[str, object]:
    """Take the declaration from a stack file, or from a file that holds nothing else, as plain data."""
    content = _read_yaml(path)
    return read_stack_file(path) if "config" in content else content


def _read_yaml(path: Path) -> Mapping[str, object]:
    try:
        content = _load(path)
    except FileNotFoundError:
        raise DeclarationFileError(f"{path} does not exist; name a stack of this project or a YAML file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise DeclarationFileError(f"{path} cannot be read ({_one_line(error)}); name a readable UTF-8 file") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise DeclarationFileError(f"{path} is not valid YAML: {_one_line(error)}; correct it there") from error
    return _mapping(content, str(path))


def _load(path: Path) -> object:
    """Parse a file whose size is bounded, as written and with its aliases spelt out."""
    with path.open(encoding="utf-8") as file:
        text = file.read(MAX_CHARACTERS + 1)
    if len(text) > MAX_CHARACTERS:
        limit = f"more than {MAX_CHARACTERS} characters; it must be at most {MAX_CHARACTERS}"
        raise DeclarationFileError(f"{path} has {limit}: write only what one cluster needs")
    loader = _UniqueKeyLoader(text)
    try:
        root = loader.get_single_node()
        if root is not None and _spelt_out(root, {}) > MAX_PARTS:
            raise DeclarationFileError(f"{path} holds more than {MAX_PARTS} values; it must hold at most {MAX_PARTS}: {OVERSIZE_REMEDY}")
        return loader.construct_document(root) if root is not None else None
    finally:
        loader.dispose()


def _spelt_out(node: yaml.Node, counted: dict[int, int]) -> int:
    """How many values a node stands for once each alias is spelt out; an alias of what it stands in counts as one.

    Counted before anything is built, since merge keys multiply while they are built.
    """
    if id(node) not in counted:
        counted[id(node)] = 1
        inner = [value for _, value in node.value] if isinstance(node, yaml.MappingNode) else node.value
        if not isinstance(node, yaml.ScalarNode):
            counted[id(node)] += sum(_spelt_out(each, counted) for each in inner)
    return counted[id(node)]


def _mapping(content: object, where: str) -> Mapping[str, object]:
    if not isinstance(content, dict):
        raise DeclarationFileError(
            f"{where} holds {'nothing' if content is None else type(content).__name__}; write a mapping that begins with name:"
        )
    return content


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


class _UniqueKeyLoader(yaml.CSafeLoader):
    """Refuses a key that is written twice, of which YAML readers silently keep the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, object]:
        """Build a mapping after looking for keys that are written twice."""
        seen: set[tuple[str, str]] = set()
        for key_node, _ in node.value:
            key = (key_node.tag, str(key_node.value))
            if key in seen and key_node.tag != "tag:yaml.org,2002:merge":
                raise yaml.constructor.ConstructorError(None, None, f"the key {key_node.value} is written twice", key_node.start_mark)
            seen.add(key)
        mapping: dict[Hashable, object] = super().construct_mapping(node, deep)
        return mapping
