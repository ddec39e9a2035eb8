"""A cloud that notes what is asked of it and answers from a table: a type's requests on plain data, by botocore's models alone."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import botocore.session

from rehearsal.shim.kind import Call, Change
from rehearsal.shim.kinds import KINDS
from rehearsal.shim.lifecycle import Lifecycle, Place
from rehearsal.shim.requests import call_request

READING = ("Describe", "Get", "List", "Head")


@cache
def model(service: str) -> Any:
    return botocore.session.get_session().get_service_model(service)


class Scripted:
    """Stands for `rehearsal.shim.cloud.Cloud`."""

    def __init__(self, answers: Mapping[str, dict[str, Any]]) -> None:
        self.answers, self.sent, self.awaited = answers, [], []

    def shape(self, service: str, region: str, operation: str) -> Any:
        return model(service).operation_model(operation).input_shape

    def send(self, service: str, region: str, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        self.sent.append((operation, request))
        return self.answers.get(operation, {})

    def call(self, service: str, region: str, call: Call, known: Mapping[str, Any], aliases: Mapping[str, str]) -> dict[str, Any]:
        request, problems = call_request(call, self.shape(service, region, call.operation), known, aliases)
        assert not problems, problems
        return self.send(service, region, call.operation, request)

    retrying = call

    def wait(self, waiting: Any, seconds: float) -> None:
        self.awaited.append(waiting.waiter)

    def polls(self, what: str, seconds: float) -> Iterator[None]:
        yield

    def changing(self) -> list[tuple[str, dict[str, Any]]]:
        return [(operation, request) for operation, request in self.sent if not operation.startswith(READING)]


def life(token: str, answers: Mapping[str, dict[str, Any]] | None = None, region: str = "us-east-1") -> Lifecycle:
    """The operations of one type over a scripted cloud, found as `.cloud`."""
    return Lifecycle(KINDS[token], Scripted(answers or {}), Place(region, "123456789012", "aws"))


def creation(token: str, inputs: dict[str, Any], answers: Mapping[str, dict[str, Any]] | None = None, **place: str) -> Any:
    """Id, state and changing calls of a create."""
    made = life(token, answers, **place)
    identity, state = made.create(inputs, 0)
    return identity, state, made.cloud.changing()


def update(token: str, olds: dict[str, Any], news: dict[str, Any], identity: str = "thing-1", state: dict[str, Any] | None = None) -> Any:
    """The changing calls of an update; its updates end at once."""
    made = life(token, {"DescribeUpdate": {"update": {"status": "Successful"}}})
    made.update(identity, olds, news, state or {}, 0)
    return made.cloud.changing()


def deletion(token: str, inputs: dict[str, Any], identity: str = "thing-1", state: dict[str, Any] | None = None) -> Any:
    """The changing calls of a delete."""
    made = life(token)
    made.delete(identity, inputs, state or {}, 0)
    return made.cloud.changing()


def requests_of(setter: Any, olds: dict[str, Any], news: dict[str, Any]) -> list[Call]:
    """The calls of one setter as the table writes them."""
    return list(setter.calls(Change("thing-1", olds, news, {})))
