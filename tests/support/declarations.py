"""A whole declaration that all rules accept, ways to change one thing in it, and the tables that rules are tested by."""

import copy
import datetime
import gzip
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import moto.ec2
import pytest

from catalog.loading import Catalog, load_catalog
from catalog.machines import Accelerators, EksAmi, Machine, Network, NetworkCard, NvmeDisks
from declaration.problems import Problem
from declaration.reading import read_declaration
from declaration.rule import Facts, Rule

NOW = datetime.datetime(2026, 12, 1, tzinfo=datetime.UTC)
REMOVED = object()
MOTO = Path(moto.ec2.__file__).parent / "resources"

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


Table = tuple[Row, ...]


def problems_of(rule: Rule, row: Row) -> list[Problem]:
    reading = read_declaration(changed(row.changes))
    assert reading.cluster is not None, reading.problems
    return list(rule(reading.cluster, Facts(catalog_with(*row.machines), row.now)))


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


def recorded_types() -> dict[str, Any]:
    """DescribeInstanceTypes as moto recorded it."""
    return _recorded(MOTO / "instance_types.json.gz")


def recorded_zones(machine: str) -> dict[str, tuple[str, ...]]:
    """The zone IDs that offer a machine, by region, as moto recorded them."""
    found = {}
    for path in sorted((MOTO / "instance_type_offerings" / "availability-zone-id").glob("*.json.gz")):
        zones = tuple(sorted(offer["Location"] for offer in _recorded(path) if offer["InstanceType"] == machine))
        if zones:
            found[path.name.removesuffix(".json.gz")] = zones
    return found


def recorded_region_zones() -> dict[str, set[str]]:
    """All zone IDs of each region in which moto recorded an offer."""
    folder = MOTO / "instance_type_offerings" / "availability-zone-id"
    return {path.name.removesuffix(".json.gz"): {offer["Location"] for offer in _recorded(path)} for path in folder.glob("*.json.gz")}


@cache
def _recorded(path: Path) -> Any:
    return json.loads(gzip.decompress(path.read_bytes()))


@cache
def recorded_machine(name: str) -> Machine:
    """A machine made of moto's recorded data alone; it has no price."""
    raw = recorded_types()[name]
    network, gpus = raw["NetworkInfo"], raw.get("GpuInfo", {}).get("Gpus", [])
    disks = raw.get("InstanceStorageInfo", {}).get("Disks", [])
    own = load_catalog().machines["m7i.2xlarge"]
    return Machine(
        name=name,
        cloud="aws",
        architecture=raw["ProcessorInfo"]["SupportedArchitectures"][0],
        vcpus=raw["VCpuInfo"]["DefaultVCpus"],
        memory_gib=raw["MemoryInfo"]["SizeInMiB"] // 1024,
        accelerators=_accelerators(gpus),
        nvme=NvmeDisks(count=disks[0]["Count"], size_gb=disks[0]["SizeInGB"]) if disks else None,
        network=Network(
            cards=tuple(_cards(network)),
            efa_max=network.get("EfaInfo", {}).get("MaximumEfaInterfaces", 0),
            efa_cards=tuple(card["NetworkCardIndex"] for card in network["NetworkCards"] if "efa" in card["InterfaceTypes"]),
        ),
        usage_classes=tuple(sorted(raw["SupportedUsageClasses"])),
        placement_strategies=tuple(sorted(raw["PlacementGroupInfo"]["SupportedStrategies"])),
        zone_ids=recorded_zones(name),
        on_demand_price=None,
        eks_ami=EksAmi.ACCELERATED if gpus else EksAmi.STANDARD,
        sources=own.sources,
    )


def _accelerators(gpus: list[dict[str, Any]]) -> Accelerators | None:
    if not gpus:
        return None
    (gpu,) = gpus
    return Accelerators(vendor=gpu["Manufacturer"], model=gpu["Name"], count=gpu["Count"], memory_mib=gpu["MemoryInfo"]["SizeInMiB"])


def _cards(network: dict[str, Any]) -> Iterable[NetworkCard]:
    for card in network["NetworkCards"]:
        yield NetworkCard(
            index=card["NetworkCardIndex"],
            gbps=card["PeakBandwidthInGbps"],
            max_interfaces=card["MaximumNetworkInterfaces"],
            ipv4_per_interface=network["Ipv4AddressesPerInterface"],
        )


def catalog_with(*names: str) -> Catalog:
    """The project's catalogue and further machines of moto's recorded data."""
    own = load_catalog()
    return Catalog({**own.machines, **{name: recorded_machine(name) for name in names}}, own.regions) if names else own


def price_of(name: str) -> Decimal:
    """The list price of one of the catalogue's own machines."""
    price = load_catalog().machines[name].on_demand_price
    assert price is not None
    return price.usd_per_hour
