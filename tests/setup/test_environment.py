"""The set-up script, on a bare machine's terms: nothing but a shell and whatever Python the test puts on PATH."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.tools import put_tool

CHECKOUT = Path(__file__).parents[2]
TOOLS = ("sh", "cat", "pwd", "rm", "dirname", "mkdir", "chmod", "uname")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone with the script and its inputs, and beside it a `bin` with the shell's own tools."""
    folder = tmp_path / "clone"
    (folder / "setup").mkdir(parents=True)
    shutil.copy(CHECKOUT / "setup/environment.sh", folder / "setup")
    (folder / "requirements.lock").write_text("pulumi==3.272.0\n")
    (folder / "pyproject.toml").write_text("[project]\n")
    (tmp_path / "bin").mkdir()
    for tool in TOOLS:
        (tmp_path / "bin" / tool).symlink_to(shutil.which(tool) or f"/bin/{tool}")
    return folder


def set_up(clone: Path) -> subprocess.CompletedProcess[str]:
    env = {"PATH": str(clone.parent / "bin")}
    return subprocess.run([clone / "setup/environment.sh"], env=env, capture_output=True, text=True, check=False)


def put_python(clone: Path, name: str = "python3", *, venv_made: str = "", has_venv: bool = True) -> None:
    """A Python that is this one for questions, and for `-m venv` makes a folder whose `pip` calls are logged."""
    refuse_venv = "" if has_venv else 'case "$2" in *ensurepip*) exit 1;; esac'
    put_tool(
        clone.parent / "bin",
        name,
        f"""{refuse_venv}
case "$1 $2" in
"-m venv") echo made >> {clone.parent}/venvs; mkdir -p .venv/bin
    printf '#!/bin/sh\\n{venv_made}[ "$1" = -c ] && exec {sys.executable} "$@"; echo "$@" >> {clone.parent}/pips\\n' > .venv/bin/python
    chmod +x .venv/bin/python;;
*) exec {sys.executable} "$@";;
esac""",
    )


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def test_no_python(clone: Path) -> None:
    done = set_up(clone)
    assert done.returncode == 1
    assert "No Python 3.11 or newer on PATH. Install one" in done.stderr


def test_python_too_old(clone: Path) -> None:
    put_tool(clone.parent / "bin", "python3", "exit 1")
    assert "No Python 3.11 or newer" in set_up(clone).stderr


def test_python_without_venv_names_the_package(clone: Path) -> None:
    put_python(clone, has_venv=False)
    done = set_up(clone)
    assert done.returncode == 1
    assert "apt install python3-venv (or python3." in done.stderr


def test_made_once_from_the_lock_and_the_users_own_index(clone: Path) -> None:
    put_python(clone)
    first = set_up(clone)
    assert first.returncode == 0, first.stderr
    installed = lines(clone.parent / "pips")
    assert [call.partition("install ")[2] for call in installed] == ["-r requirements.lock", "--no-deps --no-build-isolation -e ."]
    assert not any("index" in call for call in installed)
    second = set_up(clone)
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    assert lines(clone.parent / "pips") == installed


@pytest.mark.parametrize("name", ["requirements.lock", "pyproject.toml"])
def test_made_again_when_an_input_changes(clone: Path, name: str) -> None:
    put_python(clone)
    set_up(clone)
    with (clone / name).open("a") as file:
        file.write("# changed\n")
    assert set_up(clone).returncode == 0
    assert len(lines(clone.parent / "pips")) == 4


def test_a_failed_install_is_not_taken_for_done(clone: Path) -> None:
    put_python(clone, venv_made='case "$*" in *requirements.lock*) exit 1;; esac; ')
    done = set_up(clone)
    assert done.returncode == 1
    assert "could not be installed (see above). Mend that" in done.stderr
    assert not (clone / ".venv/.made-from").exists()


def test_an_input_that_changes_keeps_the_environment_and_a_folder_that_moves_does_not(clone: Path) -> None:
    put_python(clone)
    set_up(clone)
    (clone / "requirements.lock").write_text("pulumi==3.273.0\n")
    set_up(clone)
    assert lines(clone.parent / "venvs") == ["made"]
    moved = clone.rename(clone.parent / "moved")
    assert set_up(moved).returncode == 0
    assert lines(clone.parent / "venvs") == ["made", "made"]
