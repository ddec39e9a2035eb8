"""Which AWS resource types take tags, and in which shape, from policies/data/taggable_aws.yaml (`python -m policies.taggable` writes it).

Asking the SDK itself would import 1,748 types (7.5 s, 450 MiB) at each start of the pack, so the generator reads its source text instead.
"""

import functools
import importlib.metadata
import importlib.util
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path

import yaml

DATA_FILE = Path(__file__).parent / "data" / "taggable_aws.yaml"

_TYPE_TOKEN = re.compile(r'^@pulumi\.type_token\("(aws:[^"]+)"\)', re.MULTILINE)
_CONSTRUCTOR = re.compile(r"def _internal_init\(__self__,(.*?)__props__=None\)", re.DOTALL)
_TAGS_INPUT = re.compile(r"^\s+tags: (.*?) = None,$", re.MULTILINE)


class TagShape(StrEnum):
    """How a type takes its tags: one mapping, or a list of {key, value, propagateAtLaunch}."""

    MAP = "map"
    LIST = "list"


class SdkNotFoundError(Exception):
    """The pulumi-aws SDK is not installed, so that its types can't be read; install requirements.lock first."""


@functools.cache
def taggable_types() -> Mapping[str, TagShape]:
    """Type token → shape of its `tags` input, from the data file."""
    data = yaml.safe_load(DATA_FILE.read_text(encoding="utf-8"))
    return {token: shape for shape in TagShape for token in data[shape.value]}


def taggable_types_of_sdk() -> dict[str, TagShape]:
    """The same, read from the source text of the installed pulumi-aws."""
    return dict(sorted(pair for path in sorted(_sdk_folder().rglob("*.py")) for pair in _taggable_in(path.read_text(encoding="utf-8"))))


def sdk_version() -> str:
    """Version of the installed pulumi-aws."""
    return importlib.metadata.version("pulumi-aws")


def render(types: Mapping[str, TagShape], version: str) -> str:
    """Text of the data file: types under their shape, with the SDK they were read from."""
    head = f'# Written by `python -m policies.taggable`; do not edit.\nsource: "pulumi-aws {version}, inputs of each resource class"\n'
    return head + "".join(
        f"{shape.value}:\n" + "".join(f"  - {token}\n" for token, its in sorted(types.items()) if its is shape) for shape in TagShape
    )


def _sdk_folder() -> Path:
    spec = importlib.util.find_spec("pulumi_aws")
    if spec is None or spec.origin is None:
        raise SdkNotFoundError("pulumi-aws is not installed: run `pip install -r requirements.lock` first.")
    return Path(spec.origin).parent


def _taggable_in(source: str) -> Iterator[tuple[str, TagShape]]:
    """Type and tag shape of the resource class in a module of the SDK; `tags` of another shape are no cost tags (devopsguru filters)."""
    token, constructor = _TYPE_TOKEN.search(source), _CONSTRUCTOR.search(source)
    tags = _TAGS_INPUT.search(constructor[1]) if constructor else None
    if token is None or tags is None:
        return
    if "[Mapping[str, " in tags[1]:
        yield token[1], TagShape.MAP
    elif "[Sequence[" in tags[1]:
        yield token[1], TagShape.LIST


if __name__ == "__main__":
    DATA_FILE.write_text(render(taggable_types_of_sdk(), sdk_version()), encoding="utf-8")
