"""Calls on the rehearsal cloud: clients shared by a process, waits that end on a cancel, errors in the real provider's words."""

from __future__ import annotations

import ipaddress
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import boto3
from botocore import xform_name
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from botocore.parsers import ResponseParserError

from rehearsal.shim.kind import Call, Props, Value
from rehearsal.shim.names import Model
from rehearsal.shim.requests import call_request

Client = Any  # a boto3 client: its methods are made from the service's model
SessionLike = Any  # a boto3 session whose service names are data here
WaiterConfig = Any  # what botocore knows of a waiter: operation and acceptors

# Codes by which the services say "not now": the real provider retries these for minutes, we for `Timing.retry_seconds`.
IN_USE = ("DependencyViolation", "InUse", "ResourceInUseException", "DeleteConflict", "OperationAborted", "IncorrectState")

_NO_ANSWER = (BotoCoreError, ResponseParserError)  # the call did not get as far as an answer in the service's form


class EndpointError(ValueError):
    """The endpoint is not the rehearsal cloud's: raised before anything is served; start through `gpuc rehearse`."""


class CloudError(RuntimeError):
    """A call, or what it started, failed; the message is fit for the user's screen."""

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.code = code


class CancelledError(CloudError):
    """The engine asked to stop while something was awaited."""


@dataclass(frozen=True)
class Timing:
    """How long to wait, in seconds; a resource's own custom timeout goes first."""

    wait_seconds: float = 120.0
    poll_seconds: float = 0.2
    retry_seconds: float = 5.0


def require_loopback(endpoint: str) -> str:
    """The endpoint, if it is http on a loopback address; this provider must never reach a real cloud."""
    parts = urlsplit(endpoint)
    host = parts.hostname or ""
    try:
        inside = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        inside = False
    if parts.scheme != "http" or not inside:
        raise EndpointError(f"the rehearsal provider only talks to a loopback address, not to {endpoint!r}: run it through `gpuc rehearse`")
    return endpoint


class Clients:
    """One boto3 client per service and region; making one is locked because sessions are not thread-safe, using one is not."""

    def __init__(self, endpoint: str) -> None:
        self._endpoint = require_loopback(endpoint)
        self._lock = threading.Lock()
        self._session: SessionLike = boto3.session.Session(aws_access_key_id="rehearsal", aws_secret_access_key="rehearsal")
        self._clients: dict[tuple[str, str], Client] = {}
        self._config = Config(
            retries={"mode": "standard", "max_attempts": 5},
            max_pool_connections=50,
            proxies={},
            s3={"addressing_style": "path"},
        )

    def get(self, service: str, region: str) -> Client:
        """The client of a service in a region."""
        with self._lock:
            if (service, region) not in self._clients:
                self._clients[service, region] = self._session.client(
                    service, region_name=region, endpoint_url=self._endpoint, config=self._config
                )
            return self._clients[service, region]

    def regions(self) -> list[str]:
        """Every region that the service models know, all partitions."""
        with self._lock:
            partitions = self._session.get_available_partitions()
            return [region for partition in partitions for region in self._session.get_available_regions("ec2", partition)]

    def partition(self, region: str) -> str:
        """The partition of a region: aws, aws-us-gov, aws-cn …"""
        with self._lock:
            return str(self._session.get_partition_for_region(region))


@lru_cache(maxsize=16)
def shared_clients(endpoint: str) -> Clients:
    """The process's clients of an endpoint: loading a service model costs more than all of a provider's other work."""
    return Clients(endpoint)


@dataclass(frozen=True)
class Waiting:
    """What is waited for: botocore's waiter of that name, and the states that it gives up on but the real provider does not."""

    service: str
    region: str
    waiter: str
    arguments: Props
    known: Props
    patience: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cloud:
    """The calls of one provider on one endpoint."""

    clients: Clients
    timing: Timing
    cancelled: threading.Event
    alive: Callable[[], bool] = lambda: True

    def shape(self, service: str, region: str, operation: str) -> Model:
        """The input shape of an operation."""
        return self.clients.get(service, region).meta.service_model.operation_model(operation).input_shape

    def send(self, service: str, region: str, operation: str, request: Props) -> dict[str, Value]:
        """One call; what the cloud refuses becomes a CloudError with operation, code and message."""
        self.require_alive(operation)
        client = self.clients.get(service, region)
        try:
            answer: dict[str, Value] = getattr(client, xform_name(operation))(**request)
        except ClientError as problem:
            raise _refused(problem, service, operation) from problem
        except _NO_ANSWER as problem:
            raise CloudError(f"operation error {service.upper()}: {operation}, {problem}", type(problem).__name__) from problem
        return answer

    def call(self, service: str, region: str, call: Call, known: Props, aliases: Mapping[str, str]) -> dict[str, Value]:
        """A call from the table with its properties put in."""
        request, problems = call_request(call, self.shape(service, region, call.operation), known, aliases)
        if problems:
            told = "; ".join(f"{problem.property}: {problem.reason}" for problem in problems)
            raise CloudError(f"operation error {service.upper()}: {call.operation}, {told}", "ValidationError")
        try:
            return self.send(service, region, call.operation, request)
        except CloudError as problem:
            if problem.code in call.tolerate:
                return {}
            raise

    def retrying(self, service: str, region: str, call: Call, known: Props, aliases: Mapping[str, str]) -> dict[str, Value]:
        """A call that is repeated for a short while as long as something else still holds its target."""
        deadline = time.monotonic() + self.timing.retry_seconds
        while True:
            try:
                return self.call(service, region, call, known, aliases)
            except CloudError as problem:
                if not any(code in problem.code for code in IN_USE) or time.monotonic() >= deadline:
                    raise
            self.pause(call.operation)

    def pause(self, what: str) -> None:
        """Sleeps one poll interval, or raises when the engine cancels."""
        self.require_alive(what)
        if self.cancelled.wait(self.timing.poll_seconds):
            raise CancelledError(f"{what}: cancelled")

    def require_alive(self, what: str) -> None:
        """Raises once the engine is gone: like a provider that was killed with it, this one makes no further call."""
        if not self.alive():
            raise CancelledError(f"{what}: the engine that started this provider is gone")

    def wait(self, waiting: Waiting, seconds: float) -> None:
        """Polls until botocore's waiter is content, in the rehearsal's own rhythm."""
        client = self.clients.get(waiting.service, waiting.region)
        config = client.get_waiter(waiting.waiter).config
        call = Call(config.operation, waiting.arguments)
        request, _ = call_request(call, self.shape(waiting.service, waiting.region, config.operation), waiting.known, {})
        what = f"waiting for {waiting.service.upper()} {config.operation}"
        for _ in self.polls(what, seconds):
            self.require_alive(what)
            state, status = _waiter_state(client, config, request, waiting.service)
            if state == "success":
                return
            if state == "failure" and status not in waiting.patience:
                raise CloudError(f"{what}: unexpected state '{status}'", "UnexpectedState")

    def polls(self, what: str, seconds: float) -> Iterator[None]:
        """One turn per poll interval, until the time is over, the engine cancels, or the caller has what it waits for."""
        limit = seconds or self.timing.wait_seconds
        deadline = time.monotonic() + limit
        while True:
            yield
            if time.monotonic() >= deadline:
                raise CloudError(f"{what}: timeout after {limit:g} s", "Timeout")
            self.pause(what)


def _waiter_state(client: Client, config: WaiterConfig, request: Props, service: str) -> tuple[str, str]:
    """What botocore's acceptors make of the next answer (success, failure or retry), and the state that decided it."""
    try:
        answer = getattr(client, xform_name(config.operation))(**request)
    except ClientError as problem:
        for acceptor in config.acceptors:
            if acceptor.matcher_func(problem.response):
                return str(acceptor.state), ""
        raise _refused(problem, service, config.operation) from problem
    except _NO_ANSWER as problem:
        raise CloudError(f"operation error {service.upper()}: {config.operation}, {problem}", type(problem).__name__) from problem
    decided = next((acceptor for acceptor in config.acceptors if acceptor.matcher_func(answer)), None)
    return (str(decided.state), str(decided.expected)) if decided else ("retry", "")


def _refused(problem: ClientError, service: str, operation: str) -> CloudError:
    """A refusal in the words of the real provider's SDK."""
    error: Mapping[str, Value] = dict(problem.response.get("Error", {}))
    meta: Mapping[str, Value] = dict(problem.response.get("ResponseMetadata", {}))
    code, message = error.get("Code", "Unknown"), error.get("Message", "")
    told = (
        f"operation error {service.upper()}: {operation}, https response error StatusCode: {meta.get('HTTPStatusCode', 0)}, "
        f"RequestID: {meta.get('RequestId', '')}, api error {code}: {message}"
    )
    return CloudError(told, code)
