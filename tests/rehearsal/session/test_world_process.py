import errno
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from rehearsal.session.environment import isolated
from rehearsal.session.errors import StateFolderError, WorldStartError
from rehearsal.session.places import CheckoutPlaces, usable
from rehearsal.session.world_process import discard_dead, find_world, live_world, start_world, stop_world, why_not_started
from tests.support.engine import wait_until

pytestmark = pytest.mark.engine


@pytest.fixture
def places(tmp_path: Path) -> CheckoutPlaces:
    return CheckoutPlaces(tmp_path)


def test_started_found_again_and_stopped(places: CheckoutPlaces) -> None:
    world = start_world(places, isolated(os.environ))
    try:
        assert live_world(places) == world == find_world(world.places)
        assert discard_dead(places) == []
    finally:
        stop_world(world)
    assert live_world(places) is None
    assert not world.places.root.exists()


def test_killed_world_is_told_from_a_live_one(places: CheckoutPlaces) -> None:
    world = start_world(places, isolated(os.environ))
    os.kill(world.pid, signal.SIGKILL)
    os.waitpid(world.pid, 0)
    assert live_world(places) is None
    assert discard_dead(places) == [world.id]
    assert places.worlds() == []


@pytest.mark.parametrize("arguments", [[], ["-m", "rehearsal.world", "--state", "/another/checkouts/world"]])
def test_a_stranger_with_the_worlds_number_is_left_alone(places: CheckoutPlaces, arguments: list[str]) -> None:
    world = places.world("earlier")
    world.make()
    stranger = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)", *arguments])
    try:
        world.pid.write_text(str(stranger.pid))
        with socket.create_server(("127.0.0.1", 0)) as listener:
            world.port.write_text(f"{listener.getsockname()[1]}\n")
            assert live_world(places) is None
            assert discard_dead(places) == ["earlier"]
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


def test_a_world_that_cannot_start_shows_its_log_and_leaves_no_folder(places: CheckoutPlaces) -> None:
    broken = places.root / "broken" / "rehearsal"
    (broken / "world").mkdir(parents=True)
    (broken / "__init__.py").touch()
    (broken / "world" / "__init__.py").write_text("raise SystemExit('no room for a world')")
    env = isolated(os.environ) | {"PYTHONPATH": str(broken.parent)}
    with pytest.raises(WorldStartError, match=r"did not start:\nno room for a world\nMend that"):
        start_world(places, env)
    shutil.rmtree(broken.parent)
    assert places.worlds() == []


def test_world_ends_by_itself_with_nobody_to_stop_it(places: CheckoutPlaces) -> None:
    world = start_world(places, isolated(os.environ))
    os.kill(world.pid, signal.SIGTERM)
    os.waitpid(world.pid, 0)
    wait_until(lambda: live_world(places) is None, "a terminated world is gone")
    assert world.places.log.read_text() == ""
    discard_dead(places)


@pytest.mark.parametrize(
    ("code", "log", "free_mib", "words"),
    [
        (1, "", 2000, r"did not start:\nIt ended with code 1 and said nothing\.\nMend that and run again\.$"),
        (None, "", 2000, r"\nIt was not ready after 60 s\.\n"),
        (1, "no port left", 2000, r"\nno port left\nMend that"),
        (
            1,
            "",
            3,
            r"\nIt ended with code 1 and said nothing\.\n3 MiB are free for \S+: free some, or set XDG_STATE_HOME to .* larger disk",
        ),
        (1, "OSError: [Errno 28] No space left on device", 900, r"left on device\n900 MiB are free for \S+: free some"),
    ],
)
def test_why_a_world_did_not_start(
    places: CheckoutPlaces, monkeypatch: pytest.MonkeyPatch, code: int | None, log: str, free_mib: int, words: str
) -> None:
    world = places.world("w")
    world.make()
    world.log.write_text(log)
    monkeypatch.setattr("rehearsal.session.world_process.shutil.disk_usage", lambda path: SimpleNamespace(free=free_mib * 2**20))
    assert re.search(words, why_not_started(code, world))


def test_a_disk_that_is_full_when_the_world_starts_leaves_no_process_behind(
    places: CheckoutPlaces, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = []

    def full(child: "subprocess.Popen[bytes]", world: object) -> None:
        started.append(child)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("rehearsal.session.world_process._await_port", full)
    with (
        pytest.raises(StateFolderError, match=r"cannot be used \(No space left on device\): free some space, or set XDG_STATE_HOME"),
        usable(places),
    ):
        start_world(places, isolated(os.environ))
    assert started[0].returncode is not None
    assert places.worlds() == []
