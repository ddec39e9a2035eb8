"""What a rentable machine has: accelerators, disks, network cards, zones that offer it, and its dated list price."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from pydantic import BeforeValidator, Field

from catalog.facts import Fact, Source

_INDEX_RANGE = re.compile(r"(?P<first>[0-9]{1,2})-(?P<last>[0-9]{1,2})")


class Architecture(StrEnum):
    """Processor architecture, spelt as EC2's ProcessorInfo spells it."""

    X86_64 = "x86_64"
    ARM64 = "arm64"


class UsageClass(StrEnum):
    """How a machine may be bought, spelt as EC2's SupportedUsageClasses spells it."""

    ON_DEMAND = "on-demand"
    SPOT = "spot"
    CAPACITY_BLOCK = "capacity-block"


class PlacementStrategy(StrEnum):
    """How a placement group may lay the machine out; `cluster` is the one that keeps nodes on one fabric."""

    CLUSTER = "cluster"
    PARTITION = "partition"
    SPREAD = "spread"


class DeviceKind(StrEnum):
    """Which software drives an accelerator: image, device plugin and the name pods ask for it by follow from this."""

    NVIDIA = "nvidia"
    NEURON = "neuron"


class Accelerators(Fact):
    """The accelerators of one machine; all are alike."""

    kind: DeviceKind = Field(description="nvidia: GpuInfo of DescribeInstanceTypes; neuron: its NeuronInfo (Trainium, Inferentia)")
    vendor: str = Field(description="maker, as DescribeInstanceTypes names it; AWS for Neuron devices, whose maker it leaves out")
    model: str = Field(description="chip, as DescribeInstanceTypes names it")
    count: int = Field(ge=1, description="chips per machine")
    memory_mib: int = Field(ge=1, description="memory of each chip in MiB")


class UltraServer(Fact):
    """Machines sold as one, whose accelerators share one NVLink domain."""

    name: str = Field(min_length=3, description="the cloud's own name, such as u-p6e-gb200x72")
    machines: int = Field(ge=2, description="machines of this type in one of it")


class NvmeDisks(Fact):
    """Local NVMe disks of one machine; all are alike, and their data dies with the instance."""

    count: int = Field(ge=1, description="disks per machine")
    size_gb: int = Field(ge=1, description="size of each disk in GB (10^9 bytes)")


class NetworkCard(Fact):
    """One network card: the unit to which interfaces, and at most one EFA, attach."""

    index: int = Field(ge=0, description="NetworkCardIndex")
    gbps: float = Field(gt=0, description="peak bandwidth in Gbit/s")
    max_interfaces: int = Field(ge=1, description="interfaces the card holds; a device index is below this")
    ipv4_per_interface: int = Field(ge=1, description="IPv4 addresses an interface takes")


def _spelt_out(written: object) -> object:
    """Spell out index ranges: `0-3` and `[0-2, 3]` both stand for 0, 1, 2, 3; whatever is no range is left to the type."""
    if isinstance(written, list):
        return [index for item in written for index in _range(item)]
    return _range(written) if isinstance(written, str) else written


def _range(item: object) -> Iterable[object]:
    ends = _INDEX_RANGE.fullmatch(item) if isinstance(item, str) else None
    return range(int(ends["first"]), int(ends["last"]) + 1) if ends else (item,)


def _each_card(written: object) -> object:
    """Spell out cards that are alike: `{index: 0-31, …}` stands for 32 of them."""
    return [card for row in written for card in _cards_of(row)] if isinstance(written, list) else written


def _cards_of(row: object) -> Iterable[object]:
    if isinstance(row, Mapping) and "index" in row:
        return [{**row, "index": index} for index in _range(row["index"])]
    return (row,)


class Network(Fact):
    """The network cards of a machine and those of them that take an EFA."""

    cards: Annotated[tuple[NetworkCard, ...], BeforeValidator(_each_card)] = Field(
        min_length=1, description="cards by index; like cards are written once, with a range of indexes: {index: 0-31, …}"
    )
    efa_max: int = Field(ge=0, description="EFA interfaces the machine takes in all (EfaInfo.MaximumEfaInterfaces)")
    efa_cards: Annotated[tuple[int, ...], BeforeValidator(_spelt_out)] = Field(
        description="indexes of the cards that take an EFA, such as 0-31; on p6-b300 card 0 is not among them"
    )
    efa_default_cards: Annotated[tuple[int, ...], BeforeValidator(_spelt_out)] | None = Field(
        default=None, description="cards that get one where several share a NIC, as on p6e-gb200, and fewer fill it; null: all of efa_cards"
    )

    @property
    def fabric_cards(self) -> tuple[int, ...]:
        """The cards on which a node gets an EFA unless its pool lays the interfaces out itself."""
        return self.efa_default_cards if self.efa_default_cards is not None else self.efa_cards


class Price(Fact):
    """A dated list price; it holds for its region alone."""

    usd_per_hour: Decimal = Field(gt=0, description="US dollars per machine and hour, on demand, Linux")
    region: str = Field(description="region the price was listed for")
    as_of: datetime.date = Field(description="day of the price list, ISO 8601")
    source: str = Field(min_length=3, description="price list")


class Machine(Fact):
    """One machine type of one cloud."""

    name: str = Field(description="the cloud's own name; also the file's name")
    cloud: str = Field(description="cloud that rents it; also the folder's name")
    architecture: Architecture
    vcpus: int = Field(ge=1, description="virtual processors")
    memory_gib: int = Field(ge=1, description="main memory in GiB")
    accelerators: Accelerators | None = Field(description="null: none")
    nvlink_domain_gpus: int | None = Field(
        ge=2, description="GPUs that share one NVLink domain, over all machines of an UltraServer; null: one GPU, PCIe alone, or no GPUs"
    )
    ultraservers: tuple[UltraServer, ...] = Field(default=(), description="what the machine is sold in; none: it is sold by itself")
    nvme: NvmeDisks | None = Field(description="null: no local disk")
    network: Network
    usage_classes: tuple[UsageClass, ...] = Field(min_length=1)
    placement_strategies: tuple[PlacementStrategy, ...]
    zone_ids: Mapping[str, tuple[str, ...]] = Field(description="region: zone IDs that offer it; a region left out offers it nowhere")
    on_demand_price: Price | None = Field(description="null: unknown, and shown as unknown")
    sources: tuple[Source, ...] = Field(min_length=1)
    unverified: tuple[str, ...] = Field(default=(), description="fields that rest on no source that was read")

    @property
    def family(self) -> str:
        """The part of the name before the size: p5en of p5en.48xlarge."""
        return self.name.partition(".")[0]

    @property
    def device_kind(self) -> DeviceKind | None:
        """What drives the machine's accelerators; None where it has none."""
        return self.accelerators.kind if self.accelerators is not None else None

    @property
    def has_efa(self) -> bool:
        """Whether at least one card takes an Elastic Fabric Adapter."""
        return self.network.efa_max > 0

    def offered_in(self, region: str) -> tuple[str, ...]:
        """The zone IDs of a region that offer this machine; none when the region does not."""
        return self.zone_ids.get(region, ())

    def price_in(self, region: str) -> Price | None:
        """The on-demand list price in a region; None when it was listed for another one, since prices differ by region."""
        price = self.on_demand_price
        return price if price is not None and price.region == region else None
