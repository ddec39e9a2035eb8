"""Providers in the world's process live as long as their launcher."""

import subprocess
import sys
import threading

import pytest

from rehearsal.world.providers import Providers, ProviderStartError, is_alive, load_shim


class Server:
    """A provider's server that notes its end."""

    def __init__(self) -> None:
        self.stopped = threading.Event()

    def stop(self, grace: float | None) -> None:
        self.stopped.set()


@pytest.fixture
def launcher():
    process = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
    yield process
    process.kill()
    process.communicate()


def test_provider_ends_with_its_launcher_even_before_that_is_reaped(launcher) -> None:
    server = Server()
    assert Providers(lambda: lambda alive: (server, 4711)).start(launcher.pid) == 4711
    assert not server.stopped.wait(0.5)
    launcher.kill()
    assert server.stopped.wait(10)


def test_provider_is_told_whether_its_launcher_lives(launcher) -> None:
    told = []
    Providers(lambda: lambda alive: told.append(alive) or (Server(), 1)).start(launcher.pid)
    assert told[0]()
    launcher.kill()
    launcher.wait()
    assert not told[0]()


def test_each_launcher_has_a_provider_of_its_own(launcher) -> None:
    ports = iter((1, 2))
    providers = Providers(lambda: lambda alive: (Server(), next(ports)))
    assert [providers.start(launcher.pid), providers.start(launcher.pid)] == [1, 2]


def test_launcher_that_is_gone(launcher) -> None:
    launcher.kill()
    launcher.wait()
    assert not is_alive(launcher.pid)
    with pytest.raises(ProviderStartError, match=str(launcher.pid)):
        Providers(lambda: lambda alive: (Server(), 1)).start(launcher.pid)


def test_shim_is_found_by_name() -> None:
    assert callable(load_shim())


def test_shim_that_is_not_there_is_said(monkeypatch) -> None:
    monkeypatch.setattr("rehearsal.world.providers.SHIM", ("rehearsal.nowhere", "serve"))
    with pytest.raises(ProviderStartError, match="install the requirements"):
        load_shim()
