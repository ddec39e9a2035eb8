"""Sessions as `gpuc rehearse` makes them: one world a checkout, nothing of the user's touched."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rehearsal.engine.build import engine_cache
from rehearsal.engine.choice import Engine
from rehearsal.session import Session, SessionError, prepare
from rehearsal.session.sessions import FIRST_CONTACT, WORLD_GONE
from rehearsal.session.upkeep import NONE_RUNS, describe, reset, stop
from tests.support.rehearsed import CHECKOUT

pytestmark = pytest.mark.engine

PROGRAM = "import os, pulumi\npulumi.export('key', os.environ['AWS_ACCESS_KEY_ID'])\n"


@pytest.fixture
def checkout(tmp_path: Path, engine: Engine) -> Iterator[Path]:
    """A user's folder with two stacks, one of them with a real stack's encryption."""
    folder = tmp_path / "checkout"
    (folder / "stacks").mkdir(parents=True)
    runtime = f"{{name: python, options: {{virtualenv: {CHECKOUT}/.venv}}}}"
    (folder / "Pulumi.yaml").write_text(f"name: mine\nmain: stacks/\nstackConfigDir: stacks/\nruntime: {runtime}\n")
    (folder / "stacks/__main__.py").write_text(PROGRAM)
    (folder / "stacks/Pulumi.one.yaml").write_text("config: {}\n")
    (folder / "stacks/Pulumi.two.yaml").write_text("secretsprovider: awskms://alias/x\nencryptedkey: AAAA\nconfig: {}\n")
    yield folder
    stop(folder, home=tmp_path / "home")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def up(session: Session, stack: str) -> subprocess.CompletedProcess[str]:
    return session.run(["pulumi", "up", "--yes", "--skip-preview", "-s", stack], merged=True)


def test_up_simply_works_and_touches_nothing_of_the_users(
    checkout: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIAREAL")
    monkeypatch.setenv("PULUMI_BACKEND_URL", "s3://production-state")
    before = files(checkout)
    for stack in ("one", "two"):
        done = up(prepare(checkout, home=home), stack)
        assert done.returncode == 0, done.stdout
        assert 'key: "rehearsal"' in done.stdout
        assert "AKIAREAL" not in done.stdout
    assert files(checkout) == before
    assert capsys.readouterr().err == f"{FIRST_CONTACT}\n"


def test_home_folder_stays_as_it_is(checkout: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(engine_cache(os.environ).parents[1]))
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    (tmp_path / "user").mkdir()
    assert up(prepare(checkout, home=home), "one").returncode == 0
    assert list((tmp_path / "user").rglob("*")) == []


def test_later_commands_find_the_same_world_and_stacks(checkout: Path, home: Path) -> None:
    first = prepare(checkout, home=home)
    up(first, "one")
    later = prepare(checkout / "stacks", home=home)
    assert later.endpoint == first.endpoint
    listed = json.loads(later.run(["pulumi", "stack", "ls", "--json"]).stdout)
    assert [stack["name"] for stack in listed] == ["one"]


def test_stacks_end_with_their_world(checkout: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = prepare(checkout, home=home)
    up(first, "one")
    world_pid = int(first.places.pid.read_text())
    os.kill(world_pid, 9)
    os.waitpid(world_pid, 0)
    capsys.readouterr()
    later = prepare(checkout, home=home)
    assert capsys.readouterr().err == f"{WORLD_GONE}\n"
    assert json.loads(later.run(["pulumi", "stack", "ls", "--json"]).stdout) == []
    assert not first.places.root.exists()


def test_reset_stop_and_what_is_said_of_them(checkout: Path, home: Path) -> None:
    assert describe(checkout, home=home) == NONE_RUNS
    assert reset(checkout, home=home) == NONE_RUNS
    session = prepare(checkout, home=home)
    up(session, "one")
    assert "0 resources" in describe(checkout, home=home)
    assert "its stacks are forgotten" in reset(checkout, home=home)
    assert json.loads(prepare(checkout, home=home).run(["pulumi", "stack", "ls", "--json"]).stdout) == []
    assert "has ended" in stop(checkout, home=home)
    assert describe(checkout, home=home) == NONE_RUNS


def test_stack_that_cannot_be_made_is_explained(checkout: Path, home: Path) -> None:
    (checkout / "stacks/Pulumi.one.yaml").write_text("config: [")
    with pytest.raises(SessionError, match=r"cannot make stack one:\n(.|\n)*Correct its file"):
        up(prepare(checkout, home=home), "one")


def test_become_passes_output_and_exit_code_on(checkout: Path, home: Path) -> None:
    prepare(checkout, home=home)
    code = f"from pathlib import Path; from rehearsal.session import prepare; prepare(Path({str(checkout)!r}), home=Path({str(home)!r}))"
    command = ["sh", "-c", "pwd; exit 7"]
    done = subprocess.run([sys.executable, "-c", f"{code}.become({command!r})"], capture_output=True, text=True, check=False)
    assert done.returncode == 7
    assert done.stdout.strip() == str(prepare(checkout, home=home).cwd)
    missing = subprocess.run([sys.executable, "-c", f"{code}.become(['no-such-command'])"], capture_output=True, text=True, check=False)
    assert "no-such-command cannot be run (No such file or directory)" in missing.stderr


def test_a_rehearsal_is_not_rehearsed(checkout: Path, home: Path) -> None:
    session = prepare(checkout, home=home)
    with pytest.raises(SessionError, match="rehearsal already: run the command itself"):
        prepare(checkout, home=home, environ=session.env)


def test_a_neighbour_that_cannot_be_read_matters_only_to_who_names_it(checkout: Path, home: Path) -> None:
    (checkout / "stacks/Pulumi.bad.yaml").write_bytes(b"\xff\x00")
    code = f"from pathlib import Path; from rehearsal.session import prepare; prepare(Path({str(checkout)!r}), home=Path({str(home)!r}))"
    done = subprocess.run([sys.executable, "-c", f"{code}.become(['true', 'one'])"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[1:] == ["Rehearsal: stack bad is left out: its file is no UTF-8 text."]
    with pytest.raises(SessionError, match=r"^Stack bad cannot be rehearsed: its file is no UTF-8 text\. Correct it and run again\.$"):
        up(prepare(checkout, home=home), "bad")


def test_a_state_folder_that_cannot_be_used_is_one_line(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    line = r"^The folder \S+ cannot be used \(Not a directory\): set XDG_STATE_HOME to a folder that you may write, and run again\.$"
    with pytest.raises(SessionError, match=line):
        prepare(checkout, home=tmp_path / "file")
