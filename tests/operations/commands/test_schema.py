"""`gpuc schema` as an editor's owner meets it."""

import json

import pytest
from typer.testing import CliRunner

from declaration.schema import declaration_schema, stack_file_schema
from operations.cli import app_for


def schema(*words: str):
    return CliRunner().invoke(app_for(["schema"]), ["schema", *words])


@pytest.mark.parametrize(("words", "expected"), [((), declaration_schema()), (("--stack-file",), stack_file_schema())])
def test_the_schema_is_printed(words, expected):
    done = schema(*words)
    assert done.exit_code == 0
    assert json.loads(done.stdout) == expected


def test_the_schema_is_written_to_a_file(tmp_path):
    file = tmp_path / "cluster.schema.json"
    done = schema("--output", str(file))
    assert (done.exit_code, done.output) == (0, "")
    assert json.loads(file.read_text()) == declaration_schema()


def test_a_file_that_cannot_be_written_is_one_line(tmp_path):
    done = schema("--output", str(tmp_path / "none" / "x.json"))
    assert done.exit_code == 2
    assert "cannot be written" in done.stderr
    assert len(done.stderr.splitlines()) == 1
