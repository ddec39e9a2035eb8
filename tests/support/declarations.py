"""A whole declaration that all rules accept, ways to change one thing in it, and the tables that rules are tested by."""

import copy
import dataclasses
import datetime
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import pytest

from catalog.loading import Catalog, load_catalog
from declaration.problems import Problem
from declaration.reading import read_declaration
from declaration.rule import Facts, Rule
from tests.support.recorded import recorded_machine

NOW = datetime.datetime(2026, 12, 1, tzinfo=datetime.UTC)
REMOVED = object()

WHOLE: dict[str, Any] = {
    "name": "atlas",
    "cloud": "aws",
    "account": "123456789012",
    "region": "us-east-1",
    "zone": "use1-az2",
    "tags": {"team": "foundation", "project": "atlas", "owner": "atlas@mail.test", "cost_center": "cc-42", "environment": "production"},
    "expires_at": "2026-12-24T00:00:00Z",
    "run_id": "run-7",
    "network": {"cidr": "10.40.0.0/16", "control_plane_zones": ["use1-az2", "use1-az4"], "nat": "gateway"},
    "control_plane": {
        "kind": "eks",
        "version": "1.34",
        "endpoint": {"public_cidrs": ["203.0.113.0/24"]},
        "admins": ["arn:aws:iam::123456789012:role/platform"],
    },
    "image": {"eks_release": "1.34.1-20261105"},
    "pools": [
        {"name": "system", "purpose": "system", "machine": "m7i.2xlarge", "nodes": 2},
        {
            "name": "train",
            "purpose": "training",
            "machine": "p5en.48xlarge",
            "nodes": {"min": 0, "desired": 16, "max": 16},
            "capacity": [{"kind": "capacity_block", "reservation": "cr-0123456789abcdef0"}, {"kind": "spot"}],
        },
        {"name": "serve", "purpose": "inference", "machine": "g6e.12xlarge", "nodes": 2},
    ],
    "storage": {"checkpoints": {"kind": "bucket"}, "node_cache": {"kind": "nvme", "layout": "raid0"}},
}


def changed(changes: Mapping[str, object]) -> dict[str, Any]:
    """WHOLE with some fields changed, each named by its path; REMOVED takes a field out."""
    raw = copy.deepcopy(WHOLE)
    for path, value in changes.items():
        *parents, last = [int(step) if step.isdecimal() else step for step in re.findall(r"[^.\[\]]+", path)]
        here: Any = raw
        for step in parents:
            here = here[step]
        if value is REMOVED:
            del here[last]
        elif isinstance(here, list) and last == len(here):
            here.append(value)
        else:
            here[last] = value
    return raw


@dataclass(frozen=True)
class Row:
    """One row of a rule's table: what differs from WHOLE, and for a refusal where it is found and which words it holds."""

    name: str
    changes: Mapping[str, object]
    path: str = ""
    says: tuple[str, ...] = ()
    machines: tuple[str, ...] = ()
    """Further machines of the catalogue, taken from moto's recorded data."""
    now: datetime.datetime | None = field(default=NOW)
    stack: str | None = None


Table = tuple[Row, ...]


def problems_of(rule: Rule, row: Row) -> list[Problem]:
    reading = read_declaration(changed(row.changes))
    assert reading.cluster is not None, reading.problems
    return list(rule(reading.cluster, Facts(catalog_with(*row.machines), row.now, row.stack)))


def table_tests(rule: Rule, accepts: Table, refuses: Table) -> tuple[Callable[[Row], None], Callable[[Row], None]]:
    """The two tests that every rule has: it yields nothing for its accepting rows, and what each refusing row says."""

    @pytest.mark.parametrize("row", accepts, ids=lambda row: row.name)
    def test_accepts(row: Row) -> None:
        assert problems_of(rule, row) == []

    @pytest.mark.parametrize("row", refuses, ids=lambda row: row.name)
    def test_refuses(row: Row) -> None:
        found = problems_of(rule, row)
        assert row.path in [problem.path for problem in found]
        text = " ".join(f"{problem.message} {problem.remedy}" for problem in found)
        assert [words for words in row.says if words not in text] == [], text

    return test_accepts, test_refuses


def catalog_with(*names: str) -> Catalog:
    """The project's catalogue and, where it lacks them, further machines of moto's recorded data."""
    own = load_catalog()
    further = {name: recorded_machine(name) for name in names if name not in own.machines}
    return dataclasses.replace(own, machines={**own.machines, **further}) if further else own


def price_of(name: str) -> Decimal:
    """The list price of one of the catalogue's own machines."""
    price = load_catalog().machines[name].on_demand_price
    assert price is not None
    return price.usd_per_hour
