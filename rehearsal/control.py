"""Typed client of the world's control API; nothing but the standard library, so that anybody may import it."""

import datetime
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

TIMEOUT_SECONDS: Final = 60.0
Json: TypeAlias = Any
"""An answer of the control API, whose form depends on the call."""


class WorldControlError(RuntimeError):
    """The world refused a control call or is not there; the message says what to do next."""


@dataclass(frozen=True)
class JournalEntry:
    """One API call that the world answered."""

    index: int
    service: str
    operation: str
    region: str
    params: Mapping[str, Any]
    status: int
    error: str
    changing: bool


@dataclass(frozen=True)
class Resource:
    """One thing that exists in the world beyond an empty account's defaults."""

    service: str
    kind: str
    id: str
    name: str
    region: str
    tags: Mapping[str, str]
    billing: bool
    """Whether it costs money while it exists."""
    detail: str


class WorldControl:
    """Faults, journal, clock, capacity and contents of one running world."""

    def __init__(self, endpoint: str) -> None:
        self._endpoint = endpoint.rstrip("/")
        # The world is on this machine: a proxy that HTTP_PROXY names would not find it.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def add_fault(
        self,
        service: str,
        operation: str,
        *,
        code: str = "",
        message: str = "",
        status: int = 0,
        times: int = 1,
        nth: int = 1,
        when: Literal["before", "after", "degraded"] = "before",
        delay_seconds: float = 0.0,
        match: Mapping[str, object] | None = None,
    ) -> None:
        """Make the nth and following calls (`times` of them) of an operation whose parameters hold `match` fail, or answer late."""
        given = {"service": service, "operation": operation, "code": code, "message": message, "status": status}
        fault = {**given, "times": times, "nth": nth, "when": when, "delay_seconds": delay_seconds, "match": dict(match or {})}
        self._call("POST", "faults", fault)

    def clear_faults(self) -> None:
        """Forget all faults."""
        self._call("DELETE", "faults")

    def faults(self) -> list[dict[str, Any]]:
        """All faults with how many calls each has seen."""
        return list(self._call("GET", "faults"))

    def journal(self, *, changing_only: bool = False) -> list[JournalEntry]:
        """The calls since the last clearing, oldest first."""
        query = "?changing_only=1" if changing_only else ""
        return [JournalEntry(**entry) for entry in self._call("GET", f"journal{query}")]

    def clear_journal(self) -> None:
        """Forget all calls."""
        self._call("DELETE", "journal")

    def snapshot(self) -> dict[str, Any]:
        """Everything that exists beyond an empty account's defaults: service → kind → things, in a stable order."""
        return dict(self._call("GET", "snapshot"))

    def inventory(self) -> list[Resource]:
        """The same as a flat list that says what bills."""
        return [Resource(**resource) for resource in self._call("GET", "inventory")]

    def reset(self) -> None:
        """Back to an empty account: no faults, no journal, wall time."""
        self._call("POST", "reset", {})

    def clock(self) -> datetime.datetime:
        """The world's time, in UTC."""
        return datetime.datetime.fromisoformat(self._call("GET", "clock")["now"])

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass in the world at once."""
        self._call("POST", "clock", {"seconds": seconds})

    def add_capacity_block(
        self,
        *,
        reservation_id: str,
        instance_type: str,
        zone_id: str,
        count: int,
        start: datetime.datetime,
        end: datetime.datetime,
        region: str,
        state: str = "",
    ) -> None:
        """Seed a capacity block that somebody bought (blocks are bought outside Pulumi); an empty state follows from the clock."""
        block = {"reservation_id": reservation_id, "instance_type": instance_type, "zone_id": zone_id, "count": count, "region": region}
        self._call("POST", "capacity-blocks", {**block, "start": start.isoformat(), "end": end.isoformat(), "state": state})

    def add_on_demand_reservation(self, *, reservation_id: str, instance_type: str, zone_id: str, count: int, region: str) -> None:
        """Seed an on-demand capacity reservation that somebody made for launches that name it; it has no end."""
        fields = {"reservation_id": reservation_id, "instance_type": instance_type, "zone_id": zone_id, "count": count, "region": region}
        self._call("POST", "on-demand-reservations", fields)

    def set_capacity(self, *, instance_type: str, count: int, zone_id: str | None = None) -> None:
        """Let at most `count` instances of a type run on demand or spot, in one zone or (None) in each zone."""
        self._call("POST", "capacity", {"instance_type": instance_type, "zone_id": zone_id, "count": count})

    def start_provider(self, pid: int) -> int:
        """Start a provider shim in the world's process for the launcher `pid`; returns its port."""
        return int(self._call("POST", "providers", {"pid": pid})["port"])

    def _call(self, method: str, what: str, fields: Mapping[str, object] | None = None) -> Json:
        body = None if fields is None else json.dumps(fields).encode()
        request = urllib.request.Request(f"{self._endpoint}/_world/{what}", data=body, method=method)
        try:
            with self._opener.open(request, timeout=TIMEOUT_SECONDS) as response:
                return json.loads(response.read())
        except urllib.error.HTTPError as problem:
            raise WorldControlError(json.loads(problem.read()).get("error", str(problem))) from problem
        except OSError as problem:
            raise WorldControlError(
                f"no world answers at {self._endpoint} ({problem}): start one with python -m rehearsal.world"
            ) from problem
