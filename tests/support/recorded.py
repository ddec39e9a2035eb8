"""What moto recorded of DescribeInstanceTypes and DescribeInstanceTypeOfferings, as machines of the catalogue."""

import datetime
import gzip
import importlib.metadata
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import moto.ec2

from catalog.facts import Source
from catalog.machines import Accelerators, DeviceKind, Machine, Network, NetworkCard, NvmeDisks

RESOURCES = Path(moto.ec2.__file__).parent / "resources"
ZONE_OFFERS = RESOURCES / "instance_type_offerings" / "availability-zone-id"
READ_ON = datetime.date(2026, 11, 30)
"""The day this version of moto was read; raise it with the version that requirements.lock pins."""
NOT_RECORDED = ("nvlink_domain_gpus", "ultraservers", "on_demand_price")
"""Facts of a machine that no recorded answer holds."""
PARTS = {"sources", "unverified"}
"""Fields that say where the facts come from."""


def recorded_types() -> dict[str, Any]:
    """DescribeInstanceTypes as moto recorded it."""
    return _recorded(RESOURCES / "instance_types.json.gz")


def recorded_zones(machine: str) -> dict[str, tuple[str, ...]]:
    """The zone IDs that offer a machine, by region, as moto recorded them."""
    found = {}
    for path in sorted(ZONE_OFFERS.glob("*.json.gz")):
        zones = tuple(sorted(offer["Location"] for offer in _recorded(path) if offer["InstanceType"] == machine))
        if zones:
            found[path.name.removesuffix(".json.gz")] = zones
    return found


def recorded_region_zones() -> dict[str, set[str]]:
    """All zone IDs of each region in which moto recorded an offer."""
    return {path.name.removesuffix(".json.gz"): {offer["Location"] for offer in _recorded(path)} for path in ZONE_OFFERS.glob("*.json.gz")}


@cache
def _recorded(path: Path) -> Any:
    return json.loads(gzip.decompress(path.read_bytes()))


@cache
def recorded_machine(name: str) -> Machine:
    """A machine made of moto's recorded data alone: it has no price, and nobody knows its NVLink domain."""
    raw = recorded_types()[name]
    disks = raw.get("InstanceStorageInfo", {}).get("Disks", [])
    return Machine(
        name=name,
        cloud="aws",
        architecture=raw["ProcessorInfo"]["SupportedArchitectures"][0],
        vcpus=raw["VCpuInfo"]["DefaultVCpus"],
        memory_gib=raw["MemoryInfo"]["SizeInMiB"] // 1024,
        accelerators=_accelerators(raw),
        nvlink_domain_gpus=None,
        nvme=NvmeDisks(count=disks[0]["Count"], size_gb=disks[0]["SizeInGB"]) if disks else None,
        network=_network(raw["NetworkInfo"]),
        usage_classes=tuple(sorted(raw["SupportedUsageClasses"])),
        placement_strategies=tuple(sorted(raw["PlacementGroupInfo"]["SupportedStrategies"])),
        zone_ids=recorded_zones(name),
        on_demand_price=None,
        sources=_sources(),
    )


def _sources() -> tuple[Source, ...]:
    moto_version = importlib.metadata.version("moto")
    types = f"moto {moto_version}, ec2/resources/instance_types.json.gz (recorded DescribeInstanceTypes)"
    offers = f"moto {moto_version}, ec2/resources/instance_type_offerings/availability-zone-id (recorded DescribeInstanceTypeOfferings)"
    return (
        Source(name=types, as_of=READ_ON, covers=f"all but zone_ids, {', '.join(NOT_RECORDED)}"),
        Source(name=offers, as_of=READ_ON, covers="zone_ids"),
    )


def _accelerators(raw: dict[str, Any]) -> Accelerators | None:
    """GPUs are in GpuInfo, Trainium and Inferentia in NeuronInfo, whose maker the answer leaves out."""
    if "GpuInfo" in raw:
        (device,), kind = raw["GpuInfo"]["Gpus"], DeviceKind.NVIDIA
        assert device["Manufacturer"] == "NVIDIA", f"{raw['InstanceType']}: no image of EKS drives GPUs of {device['Manufacturer']}"
    elif "NeuronInfo" in raw:
        (device,), kind = raw["NeuronInfo"]["NeuronDevices"], DeviceKind.NEURON
    else:
        return None
    vendor, memory_mib = device.get("Manufacturer", "AWS"), device["MemoryInfo"]["SizeInMiB"]
    return Accelerators(kind=kind, vendor=vendor, model=device["Name"], count=device["Count"], memory_mib=memory_mib)


def _network(raw: dict[str, Any]) -> Network:
    return Network(
        cards=tuple(_cards(raw)),
        efa_max=raw.get("EfaInfo", {}).get("MaximumEfaInterfaces", 0),
        efa_cards=tuple(card["NetworkCardIndex"] for card in raw["NetworkCards"] if "efa" in card["InterfaceTypes"]),
    )


def _cards(network: dict[str, Any]) -> Iterator[NetworkCard]:
    for card in network["NetworkCards"]:
        yield NetworkCard(
            index=card["NetworkCardIndex"],
            gbps=card["PeakBandwidthInGbps"],
            max_interfaces=card["MaximumNetworkInterfaces"],
            ipv4_per_interface=network["Ipv4AddressesPerInterface"],
        )
