"""The launcher as the engine sees it: a process of its own, against a socket that plays the world."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from rehearsal.session import provider_launcher
from rehearsal.session.provider_launcher import NoRehearsalError, loopback_address, provider_port
from tests.support.engine import wait_until

LAUNCHER = provider_launcher.__file__


class OneAnswer:
    """Answers one request with fixed bytes and keeps what was asked."""

    def __init__(self, body: bytes, status: bytes = b"200 OK") -> None:
        self.request = b""
        self._answer = b"HTTP/1.0 %s\r\nContent-Type: application/json\r\n\r\n%s" % (status, body)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.endpoint = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        connection, _ = self._listener.accept()
        with connection:
            while not self.request.endswith(b"}"):
                self.request += connection.recv(65536)
            connection.sendall(self._answer)


@pytest.fixture
def launcher() -> Iterator[subprocess.Popen[str]]:
    world = OneAnswer(b'{"port": 4321}')
    command = [sys.executable, "-S", "-E", LAUNCHER, "127.0.0.1:1"]
    child = subprocess.Popen(
        command, env={"GPUC_REHEARSAL_ENDPOINT": world.endpoint}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    yield child
    child.kill()
    child.communicate()


@pytest.mark.parametrize("answer", [b'{"port":4321}\n', b'f\r\n{"port": 4321}\r\n0\r\n\r\n'])
def test_asks_for_a_provider_that_lives_as_long_as_this_process(answer: bytes) -> None:
    world = OneAnswer(answer)
    assert provider_port(world.endpoint, 77) == 4321
    head, _, body = world.request.partition(b"\r\n\r\n")
    assert head.startswith(b"POST /_world/providers HTTP/1.0")
    assert json.loads(body) == {"pid": 77}


@pytest.mark.parametrize(
    "endpoint", ["https://ec2.us-east-1.amazonaws.com", "http://10.0.0.1:80", "http://127.0.0.1:x", "http://127.0.0.1.evil.example:80", ""]
)
def test_only_this_machine_is_ever_called(endpoint: str) -> None:
    with pytest.raises(NoRehearsalError, match=r"is not a port of this machine: run the command with `gpuc rehearse"):
        loopback_address(endpoint)


def test_refusal_of_the_world_is_shown() -> None:
    world = OneAnswer(b'{"error": "no provider for this"}', b"501 Not Implemented")
    with pytest.raises(NoRehearsalError, match=r"501 Not Implemented.*no provider for this"):
        provider_port(world.endpoint, 1)


def test_world_gone() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        endpoint = f"http://127.0.0.1:{listener.getsockname()[1]}"
    with pytest.raises(NoRehearsalError, match=r"does not answer .*run the command with `gpuc rehearse"):
        provider_port(endpoint, 1)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_prints_the_port_and_ends_quietly_when_the_engine_closes_it(launcher: subprocess.Popen[str], number: signal.Signals) -> None:
    assert launcher.stdout is not None
    assert launcher.stdout.readline() == "4321\n"
    launcher.send_signal(number)
    _, complaint = launcher.communicate(timeout=10)
    assert launcher.returncode == -number
    assert complaint == ""


def test_ends_when_the_engine_is_gone(tmp_path: Path) -> None:
    world = OneAnswer(b'{"port": 4321}')
    script = f'"{sys.executable}" -S -E "{LAUNCHER}" & echo $! > {tmp_path}/pid; wait'
    engine = subprocess.Popen(["/bin/sh", "-c", script], env={"GPUC_REHEARSAL_ENDPOINT": world.endpoint}, stdout=subprocess.PIPE, text=True)
    assert engine.stdout is not None
    assert engine.stdout.readline() == "4321\n"
    launcher = int((tmp_path / "pid").read_text())
    engine.kill()
    engine.wait()
    wait_until(lambda: not Path(f"/proc/{launcher}").exists(), "the launcher ends after its engine")


def test_without_a_rehearsal_it_says_so_and_fails() -> None:
    env = {name: value for name, value in os.environ.items() if name != "GPUC_REHEARSAL_ENDPOINT"}
    done = subprocess.run([sys.executable, "-S", "-E", LAUNCHER], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "run the command with `gpuc rehearse" in done.stderr
    assert "Traceback" not in done.stderr
