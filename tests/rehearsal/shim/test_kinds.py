"""The table against the SDK whose types it plays: every input and output exists there under that name."""

import ast
import importlib.util
import re
from pathlib import Path

import pytest

from rehearsal.shim.kinds import KINDS
from rehearsal.shim.provider import VERSION

SDK = Path(importlib.util.find_spec("pulumi_aws").submodule_search_locations[0])


def sdk_names(token: str) -> tuple[set[str], set[str]]:
    """Inputs and outputs of a type, as its SDK class declares them."""
    _, module, name = token.split(":")
    folder, file = module.split("/")
    source = SDK / folder / f"{re.sub('([A-Z])', lambda match: '_' + match[1].lower(), file)}.py"
    outputs: set[str] = set()
    inputs: set[str] = set()
    for node in ast.parse(source.read_text()).body:
        if isinstance(node, ast.ClassDef) and node.name in (f"{name}Args", f"{name}InitArgs"):
            inputs |= wire_names(node)
        if isinstance(node, ast.ClassDef) and node.name == name:
            outputs |= wire_names(node)
    return inputs, outputs


def wire_names(node: ast.ClassDef) -> set[str]:
    """Properties of a class: `@pulumi.getter(name="cidrBlock")`, or the method's own name."""
    found = set()
    for item in node.body:
        if isinstance(item, ast.FunctionDef):
            for decorator in item.decorator_list:
                text = ast.unparse(decorator)
                if text.startswith("pulumi.getter"):
                    found.add(match[1] if (match := re.search(r"name='(\w+)'", text)) else item.name)
    return found


@pytest.mark.parametrize("token", KINDS)
def test_inputs_and_outputs_are_the_sdks(token: str) -> None:
    inputs, outputs = sdk_names(token)
    assert set(KINDS[token].inputs) <= inputs
    assert set(KINDS[token].outputs) <= outputs | inputs


@pytest.mark.parametrize("token", KINDS)
def test_every_reference_in_the_table_is_an_input(token: str) -> None:
    kind = KINDS[token]
    named = kind.local | kind.write_only | set(kind.reads) | set(kind.defaults) | set(kind.unique) | set(kind.one_of)
    named |= {path.split(".")[0] for path in kind.computed} | {name for setter in kind.setters for name in setter.properties}
    assert named <= set(kind.inputs)


def test_the_version_is_the_installed_sdks() -> None:
    assert (SDK.parent / f"pulumi_aws-{VERSION}.dist-info").is_dir()
