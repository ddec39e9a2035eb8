"""The JSON Schema: good declarations pass, wrong ones do not, and every field says what it is."""

from pathlib import Path

import jsonschema
import pytest
import yaml

from declaration.reading import read_stack_file
from declaration.schema import declaration_schema, stack_file_schema
from tests.support.declarations import REMOVED, WHOLE, changed

STACK_FILES = sorted((Path(__file__).parents[2] / "stacks").glob("Pulumi.*.yaml"))


def validator(schema):
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("file", STACK_FILES, ids=lambda file: file.stem)
def test_the_example_stacks_are_valid(file):
    validator(declaration_schema()).validate(read_stack_file(file))
    validator(stack_file_schema()).validate(yaml.safe_load(file.read_text()))


def test_there_are_example_stacks():
    assert len(STACK_FILES) >= 2


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"pools[0].nodes": {"min": 0, "desired": 1, "max": 2}},
        {"network": {"from_stack": "aws-base"}},
        {"network.endpoints": "needed", "network.flow_logs": {"retention_days": 90}},
        {"image": {"id": "ami-0123456789abcdef0", "architecture": "arm64"}, "extra_tags": {"queue": "a"}, "encryption": "account_default"},
        {"storage.scratch": {"kind": "fsx_lustre", "deployment": "scratch_2", "capacity_gib": 1200, "import_from": "s3://a-b"}},
        {"storage.scratch": {"from_stack": "aws-base"}},
        {"expires_at": REMOVED, "run_id": REMOVED, "pools": REMOVED, "control_plane": REMOVED},
    ],
)
def test_every_form_of_a_declaration_is_valid(changes):
    validator(declaration_schema()).validate(changed(changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"regoin": "x"},
        {"name": "A"},
        {"zone": "us-east-1a"},
        {"account": 123456789012},
        {"cloud": "azure"},
        {"pools[0].nodes": "2"},
        {"pools[1].capacity[0]": {"kind": "capacity_block"}},
        {"pools[1].capacity[0].kind": "spott"},
        {"control_plane.version": "1.34.1"},
        {"control_plane.log_retention_days": 91},
        {"tags.owner": REMOVED},
        {"network": {"cidr": "10.0.0.0/16"}},
        {"network": {"existing": {"vpc_id": "vpc-1"}}},
        {"image": {"id": "ami-latest", "architecture": "arm64"}},
        {"storage.scratch": {"kind": "fsx_lustre", "deployment": "scratch_1", "capacity_gib": 1200}},
        {"extra_tags": {"queue": 1}},
    ],
)
def test_an_editor_marks_what_reading_refuses(changes):
    assert not validator(declaration_schema()).is_valid(changed(changes))


def test_every_field_says_what_it_is():
    schema = declaration_schema()
    fields = [schema, *schema["$defs"].values()]
    silent = [
        f"{part.get('title')}.{name}"
        for part in fields
        for name, field in part.get("properties", {}).items()
        if "const" not in field and "description" not in field
    ]
    assert silent == []
    assert WHOLE.keys() <= schema["properties"].keys()
