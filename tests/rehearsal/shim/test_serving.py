"""A provider's process: its port on the first line, quiet ends, one clear line outside a rehearsal."""

import os
import signal
import subprocess
import sys
import threading

import grpc
import pytest
from google.protobuf.empty_pb2 import Empty
from pulumi.runtime.proto import provider_pb2_grpc

from rehearsal.shim.cloud import EndpointError
from rehearsal.shim.serving import ENDPOINT_VARIABLE, serve_provider

COMMAND = [sys.executable, "-m", "rehearsal.shim"]


def environment(**more: str) -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if key != ENDPOINT_VARIABLE} | more


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_standalone_provider_prints_its_port_and_ends_quietly(number: int) -> None:
    process = subprocess.Popen(
        COMMAND, env=environment(**{ENDPOINT_VARIABLE: "http://127.0.0.1:9"}), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert int(process.stdout.readline()) > 0
    process.send_signal(number)
    out, err = process.communicate()
    assert (out, err, process.returncode) == ("", "", 0)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({}, f"{ENDPOINT_VARIABLE} is not set"),
        ({ENDPOINT_VARIABLE: "https://ec2.us-east-1.amazonaws.com"}, "only talks to a loopback address"),
    ],
)
def test_outside_a_rehearsal_one_line_says_so(more: dict[str, str], says: str) -> None:
    ended = subprocess.run(COMMAND, env=environment(**more), capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert says in ended.stderr
    assert "gpuc rehearse" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_every_start_is_a_provider_of_its_own(endpoint: str) -> None:
    one, two = serve_provider(endpoint), serve_provider(endpoint)
    assert one.port != two.port
    for served in (one, two):
        stub = provider_pb2_grpc.ResourceProviderStub(grpc.insecure_channel(f"127.0.0.1:{served.port}"))
        assert stub.GetPluginInfo(Empty()).version
        served.server.stop(0)


def test_a_stopped_provider_leaves_no_thread(endpoint: str) -> None:
    before = set(threading.enumerate())
    served = serve_provider(endpoint)
    stub = provider_pb2_grpc.ResourceProviderStub(grpc.insecure_channel(f"127.0.0.1:{served.port}"))
    stub.GetPluginInfo(Empty())
    own = {thread for thread in threading.enumerate() if thread.name.startswith("provider")} - before
    assert own
    served.server.stop(0)
    for thread in own:
        thread.join(timeout=10)
        assert not thread.is_alive()
    with pytest.raises(grpc.RpcError):
        stub.GetPluginInfo(Empty())


def test_no_endpoint_no_provider(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ENDPOINT_VARIABLE, raising=False)
    with pytest.raises(EndpointError, match="gpuc rehearse"):
        serve_provider()
