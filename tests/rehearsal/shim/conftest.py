"""A world of its own for the provider's tests, and a stand-in for the engine that calls the provider's methods."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from google.rpc import status_pb2
from pulumi.runtime.proto import provider_pb2

from rehearsal.control import WorldControl
from rehearsal.shim.cloud import Timing
from rehearsal.shim.provider import AwsProvider
from rehearsal.shim.wire import to_dict, to_struct

ACCOUNT, REGION = "123456789012", "us-east-1"


class RefusedError(Exception):
    """What a gRPC abort looks like to the engine: a message and, of a half-made resource, its details."""

    def __init__(self, code: Any, message: str, half_made: Any) -> None:
        super().__init__(message)
        self.code, self.half_made = code, half_made


class Context:
    """A gRPC context that records."""

    def __init__(self) -> None:
        self.half_made = None

    def set_trailing_metadata(self, metadata: Any) -> None:
        status = status_pb2.Status()
        status.ParseFromString(dict(metadata)["grpc-status-details-bin"])
        self.half_made = provider_pb2.ErrorResourceInitFailed()
        status.details[0].Unpack(self.half_made)

    def abort(self, code: Any, message: str) -> None:
        raise RefusedError(code, message, self.half_made)


@dataclass
class Made:
    """A resource in the stand-in's state."""

    token: str
    id: str
    inputs: dict[str, Any]
    state: dict[str, Any]


@dataclass
class Driver:
    """Plays the engine's part for one provider."""

    provider: AwsProvider
    control: WorldControl
    made: list[Made] = field(default_factory=list)
    context = Context

    def configure(self, **settings: Any) -> None:
        self.provider.Configure(provider_pb2.ConfigureRequest(args=to_struct({"region": REGION, **settings})), Context())

    def check(self, token: str, props: dict[str, Any], *, olds: dict[str, Any] | None = None, name: str = "thing") -> Any:
        request = provider_pb2.CheckRequest(type=token, name=name, news=to_struct(props), olds=to_struct(olds or {}), randomSeed=b"seed")
        return self.provider.Check(request, Context())

    def checked(self, token: str, props: dict[str, Any], **more: Any) -> dict[str, Any]:
        response = self.check(token, props, **more)
        assert not response.failures, response.failures
        return to_dict(response.inputs)

    def create(self, token: str, props: dict[str, Any], *, preview: bool = False, name: str = "thing") -> Made:
        inputs = self.checked(token, props, name=name)
        request = provider_pb2.CreateRequest(type=token, name=name, properties=to_struct(inputs), preview=preview)
        response = self.provider.Create(request, Context())
        made = Made(token, response.id, inputs, to_dict(response.properties))
        if not preview:
            self.made.append(made)
        return made

    def read(self, made: Made) -> Any:
        request = provider_pb2.ReadRequest(type=made.token, id=made.id, inputs=to_struct(made.inputs), properties=to_struct(made.state))
        return self.provider.Read(request, Context())

    def read_by_id(self, token: str, identity: str) -> Any:
        return self.provider.Read(provider_pb2.ReadRequest(type=token, id=identity), Context())

    def diff(self, made: Made, news: dict[str, Any]) -> Any:
        request = provider_pb2.DiffRequest(
            type=made.token, id=made.id, old_inputs=to_struct(made.inputs), olds=to_struct(made.state), news=to_struct(news)
        )
        return self.provider.Diff(request, Context())

    def update(self, made: Made, news: dict[str, Any], *, preview: bool = False) -> Made:
        request = provider_pb2.UpdateRequest(
            type=made.token,
            id=made.id,
            old_inputs=to_struct(made.inputs),
            olds=to_struct(made.state),
            news=to_struct(news),
            preview=preview,
        )
        response = self.provider.Update(request, Context())
        updated = Made(made.token, made.id, news, to_dict(response.properties))
        if not preview and made in self.made:
            self.made[self.made.index(made)] = updated
        return updated

    def delete(self, made: Made) -> None:
        request = provider_pb2.DeleteRequest(
            type=made.token, id=made.id, old_inputs=to_struct(made.inputs), properties=to_struct(made.state)
        )
        self.provider.Delete(request, Context())
        if made in self.made:
            self.made.remove(made)

    def delete_all(self) -> None:
        for made in reversed(list(self.made)):
            self.delete(made)


@pytest.fixture(scope="session")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A world in a process of its own."""
    state = tmp_path_factory.mktemp("world")
    command = [sys.executable, "-m", "rehearsal.world", "--port", "0", "--state", str(state)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
    process.terminate()
    process.wait()


@pytest.fixture
def driver(endpoint: str) -> Driver:
    """A configured provider on an empty world."""
    control = WorldControl(endpoint)
    if control.inventory():
        control.reset()  # seconds: only where a test left something
    control.clear_faults()
    made = Driver(AwsProvider(endpoint, timing=Timing(wait_seconds=20, poll_seconds=0.05, retry_seconds=0.3)), control)
    made.configure()
    control.clear_journal()
    return made
