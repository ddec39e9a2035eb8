"""The world as a process: prints its port, is quiet, ends when told or idle."""

import signal
import socket
import subprocess
import sys

import pytest

from rehearsal.control import WorldControl


@pytest.fixture
def start(tmp_path):
    """Starts a world; returns the process and its endpoint."""
    processes = []

    def run(*arguments: str) -> tuple[subprocess.Popen[str], str]:
        command = [sys.executable, "-m", "rehearsal.world", "--port", "0", "--state", str(tmp_path), *arguments]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        processes.append(process)
        return process, f"http://127.0.0.1:{process.stdout.readline().strip()}"

    yield run
    for process in processes:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT])
def test_signal_ends_it_without_a_word(start, tmp_path, signum) -> None:
    process, endpoint = start()
    assert WorldControl(endpoint).snapshot() == {}
    assert (tmp_path / "port").read_text().strip() == endpoint.rpartition(":")[2]
    assert (tmp_path / "pid").read_text().strip() == str(process.pid)
    process.send_signal(signum)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (0, "", "")


def test_signal_while_it_starts_is_quiet_too(tmp_path) -> None:
    process = subprocess.Popen([sys.executable, "-m", "rehearsal.world"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=30)
    assert err == ""


def test_it_ends_when_nobody_calls(start) -> None:
    process, _ = start("--idle-minutes", "0.001")
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, "")


def test_it_listens_on_loopback_only(start) -> None:
    _, endpoint = start()
    port = int(endpoint.rpartition(":")[2])
    own = socket.gethostbyname(socket.gethostname())
    if own.startswith("127."):
        pytest.skip("this machine has no other address")
    with pytest.raises(ConnectionRefusedError), socket.create_connection((own, port), timeout=2):
        pass
