"""Faults that a test seeds: which calls they hit, and what they do to them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any, Final

from rehearsal.world.calls import Call, Refusal, contains

THROTTLING_STATUS: Final = {
    "Throttling": 400,
    "ThrottlingException": 400,
    "TooManyRequestsException": 429,
    "RequestLimitExceeded": 503,
    "SlowDown": 503,
    "ServiceUnavailable": 503,
}
"""The HTTP status that goes with a throttling code, so that boto retries as it does on the cloud."""
INTERNAL_CODES: Final = ("Internal", "Server")
"""A code that begins so is the service's own failure: HTTP 500."""


class FaultError(ValueError):
    """A fault that can't be seeded; the message says what to write instead."""


class When(StrEnum):
    """At which moment a fault hits."""

    BEFORE = "before"
    """Nothing is made."""
    AFTER = "after"
    """It is made, the answer is lost."""
    DEGRADED = "degraded"
    """It is made, but comes up unhealthy."""


@dataclass
class Fault:
    """The nth and the following calls (`times` of them) of service.operation whose parameters hold `match` fail, or answer late."""

    service: str
    operation: str
    code: str = ""
    message: str = ""
    status: int = 0
    times: int = 1
    nth: int = 1
    when: When = When.BEFORE
    delay_seconds: float = 0.0
    match: dict[str, Any] = field(default_factory=dict)
    seen: int = 0
    """Calls that matched so far."""

    def __post_init__(self) -> None:
        try:
            self.when = When(self.when)
        except ValueError:
            raise FaultError(f"when={self.when!r}: write one of {[str(when) for when in When]}") from None
        if not self.code and not self.delay_seconds and self.when is not When.DEGRADED:
            raise FaultError("a fault needs a code or delay_seconds: without both it does nothing")
        if not self.message:
            self.message = f"The rehearsal cloud was told to answer {self.code}."

    def hits(self, call: Call) -> bool:
        """Whether this call is one of those to fail; every matching call counts."""
        if (self.service, self.operation) != (call.service, call.operation) or not contains(call.params, self.match):
            return False
        self.seen += 1
        return self.nth <= self.seen < self.nth + self.times

    def refusal(self) -> Refusal:
        """The error answer of this fault."""
        internal = 500 if self.code.startswith(INTERNAL_CODES) else 0
        return Refusal(self.code, self.message, self.status or THROTTLING_STATUS.get(self.code, internal))


class FaultBook:
    """The seeded faults, in the order they were added."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []

    def add(self, fields: Mapping[str, Any]) -> None:
        """Seed one fault."""
        try:
            self._faults.append(Fault(**fields))
        except TypeError as problem:
            raise FaultError(f"{problem}: a fault has the fields {sorted(Fault.__dataclass_fields__)}") from problem

    def clear(self) -> None:
        """Forget all faults."""
        self._faults.clear()

    def listed(self) -> list[dict[str, Any]]:
        """All faults as plain data."""
        return [asdict(fault) for fault in self._faults]

    def hitting(self, call: Call) -> Fault | None:
        """The first fault that hits this call."""
        return next((fault for fault in self._faults if fault.hits(call)), None)
