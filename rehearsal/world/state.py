"""What the simulated cloud holds beside moto's stores: own records, clock, capacity."""

import datetime
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from moto.backends import get_backend
from moto.core import DEFAULT_ACCOUNT_ID
from moto.core.base_backend import BackendDict

from rehearsal.world.untyped import Untyped

Record = dict[str, Any]
Records = dict[str, Record]

PARTITION_SERVICES = frozenset({"iam", "s3", "sts"})
"""Services whose moto store belongs to the partition, not to a region."""


class Clock:
    """Wall time plus what a test advanced it by."""

    def __init__(self) -> None:
        self._ahead = datetime.timedelta()

    def now(self) -> datetime.datetime:
        """The world's time, in UTC."""
        return datetime.datetime.now(datetime.UTC) + self._ahead

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass at once."""
        self._ahead += datetime.timedelta(seconds=seconds)


@dataclass
class WorldState:
    """One empty account, and what handlers keep in it."""

    clock: Clock = field(default_factory=Clock)
    capacity: dict[tuple[str, str], int] = field(default_factory=dict)
    """(instance type, zone id or "" for every zone) → instances that on-demand and spot launches may have running; absent = no limit."""
    regions: set[str] = field(default_factory=set)
    """Regions that some call was made in."""
    _records: dict[tuple[str, str], Records] = field(default_factory=lambda: defaultdict(dict))

    def records(self, region: str, kind: str) -> Records:
        """The records of one kind in one region: id → record in the shape that the API describes it."""
        return self._records[region, kind]

    def kinds(self) -> dict[tuple[str, str], Records]:
        """Every store that holds something: (region, kind) → records."""
        return {key: records for key, records in self._records.items() if records}

    def backend(self, service: str, region: str) -> Untyped:
        """Moto's store of a service in a region."""
        where = "aws" if service in PARTITION_SERVICES else region
        return get_backend(service)[DEFAULT_ACCOUNT_ID][where]

    def reset(self) -> None:
        """Back to an empty account; only stores that were used are made anew (moto's own reset makes all of them: 2 s)."""
        for backends in list(BackendDict._instances):
            for of_account in list(backends.values()):
                of_account.reset()
        self.clock = Clock()
        self.capacity.clear()
        self.regions.clear()
        self._records.clear()
