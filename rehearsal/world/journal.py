"""The record of every API call."""

from dataclasses import asdict, dataclass
from typing import Any

from rehearsal.world.calls import Call


@dataclass
class Entry:
    """One call: what was asked and how it was answered."""

    index: int
    service: str
    operation: str
    region: str
    params: dict[str, Any]
    changing: bool
    status: int = 0
    error: str = ""


class Journal:
    """All calls since the last clearing, in order of arrival; the index goes on counting."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._count = 0

    def record(self, call: Call) -> Entry:
        """Note a call; the answer is filled in by the caller."""
        self._count += 1
        entry = Entry(self._count, call.service, call.operation, call.region, call.params, call.changing)
        self._entries.append(entry)
        return entry

    def clear(self) -> None:
        """Forget all calls."""
        self._entries.clear()

    def listed(self, *, changing_only: bool) -> list[dict[str, Any]]:
        """The calls as plain data."""
        return [asdict(entry) for entry in self._entries if entry.changing or not changing_only]
