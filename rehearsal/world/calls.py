"""What one API call of the simulated cloud is, and how it is refused."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rehearsal.world.state import WorldState
from rehearsal.world.untyped import Untyped

ACCOUNT_ID: Final = "123456789012"
"""The one account of the simulated cloud (moto's own)."""

HTTP_NOT_IMPLEMENTED: Final = 501
"""Answered for what nobody implements: boto retries a 500 for long, a 501 not at all."""

READING_PREFIXES: Final = ("Describe", "List", "Get", "Head", "AssumeRole", "Batch", "Select", "Lookup", "Simulate", "Search")
"""Operations whose names begin so change nothing."""


class Refusal(Exception):  # noqa: N818 - it is what the cloud answers, not what went wrong in here
    """An error answer of a service: its code and its message; `status` 0 leaves the HTTP status to the service's model."""

    def __init__(self, code: str, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status


@dataclass
class Call:
    """One API call as the handlers see it: parameters are named as in boto3, absent ones left out."""

    service: str
    operation: str
    region: str
    params: dict[str, Any]
    state: WorldState
    token: str = ""
    """Operation and client token of an idempotent operation; empty without one."""

    @property
    def changing(self) -> bool:
        """Whether the operation can change something (by its name)."""
        return not self.operation.startswith(READING_PREFIXES)

    def backend(self, service: str = "") -> Untyped:
        """Moto's store of a service in the call's region."""
        return self.state.backend(service or self.service, self.region)

    def records(self, kind: str) -> dict[str, dict[str, Any]]:
        """Our own store of one kind of thing in the call's region: id → record."""
        return self.state.records(self.region, kind)

    def arn(self, tail: str) -> str:
        """The ARN of something of the call's service in the call's region."""
        return f"arn:aws:{self.service}:{self.region}:{ACCOUNT_ID}:{tail}"


def picked(params: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Those of the named parameters that were given."""
    return {name: params[name] for name in names if name in params}


def contains(params: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether parameters hold everything wanted: nested mappings by their members, everything else by equality."""
    for key, value in wanted.items():
        have = params.get(key)
        if isinstance(value, Mapping) and isinstance(have, Mapping):
            if not contains(have, value):
                return False
        elif have != value:
            return False
    return True
