"""Starting a provider: a fresh object on a port of its own, in this process."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent import futures
from typing import NamedTuple

import grpc
from pulumi.runtime.proto import provider_pb2_grpc

from rehearsal.shim.cloud import EndpointError, Timing, require_loopback
from rehearsal.shim.provider import AwsProvider

ENDPOINT_VARIABLE = "GPUC_REHEARSAL_ENDPOINT"

_THREADS = 64  # the engine's parallel steps, each of which may wait for minutes
_MESSAGE_BYTES = 400 * 1024 * 1024  # what the engine itself allows


class ProviderServer:
    """A provider's gRPC server with the threads that are its own: in a long-lived process both have to end."""

    def __init__(self, server: grpc.Server, threads: futures.ThreadPoolExecutor) -> None:
        self._server, self._threads = server, threads

    def stop(self, grace: float | None) -> None:
        """Refuses all further calls, lets running ones take `grace` seconds, and gives the threads back."""
        self._server.stop(grace).wait()
        self._threads.shutdown(wait=False, cancel_futures=True)


class Served(NamedTuple):
    """A running provider: its server and the port it listens on."""

    server: ProviderServer
    port: int


def endpoint_from_environment() -> str:
    """The rehearsal cloud that this process belongs to; EndpointError outside a rehearsal."""
    endpoint = os.environ.get(ENDPOINT_VARIABLE, "")
    if not endpoint:
        raise EndpointError(
            f"this provider only works in a rehearsal ({ENDPOINT_VARIABLE} is not set): run the command through `gpuc rehearse`"
        )
    return require_loopback(endpoint)


def serve_provider(endpoint: str | None = None, *, alive: Callable[[], bool] | None = None, timing: Timing | None = None) -> Served:
    """Starts a fresh provider for the rehearsal cloud at `endpoint` (default: the environment's); it refuses calls once `alive` says no."""
    address = require_loopback(endpoint) if endpoint else endpoint_from_environment()
    options = [("grpc.max_receive_message_length", _MESSAGE_BYTES), ("grpc.max_send_message_length", _MESSAGE_BYTES)]
    threads = futures.ThreadPoolExecutor(_THREADS, thread_name_prefix="provider")
    server = grpc.server(threads, options=options)
    provider_pb2_grpc.add_ResourceProviderServicer_to_server(AwsProvider(address, alive=alive, timing=timing), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    return Served(ProviderServer(server, threads), port)
