"""How a program is started."""

import sys
from pathlib import Path

import pytest

from rehearsal.engine.programs import MissingVirtualenvError, program_command, python_of
from tests.support.tools import put_tool


def test_without_a_virtual_environment_it_is_the_hosts_own_python(tmp_path):
    assert python_of(str(tmp_path), {}) == sys.executable
    assert python_of(str(tmp_path), {"virtualenv": ""}) == sys.executable


@pytest.mark.parametrize("virtualenv", ["venv", "../beside/venv", "{absolute}"])
def test_a_virtual_environment_is_relative_to_the_project_file(tmp_path, virtualenv):
    root = tmp_path / "project"
    root.mkdir()
    named = virtualenv.format(absolute=tmp_path / "elsewhere")
    python = put_tool(root / named / "bin", "python", "exit 0")
    assert Path(python_of(str(root), {"virtualenv": named})) == python


def test_one_that_is_missing_is_named_with_what_to_do(tmp_path):
    with pytest.raises(MissingVirtualenvError, match=rf"{tmp_path}/venv/bin/python.*correct `virtualenv`"):
        python_of(str(tmp_path), {"virtualenv": "venv"})


def test_the_runner_gets_its_options_before_the_program_and_its_arguments():
    command = program_command("/v/bin/python", "/e/exec", {"project": "p", "dry_run": "true"}, Path("/p/__main__.py"), ["a", "b"])
    assert command == ["/v/bin/python", "-u", "/e/exec", "--project", "p", "--dry_run", "true", "/p/__main__.py", "a", "b"]
