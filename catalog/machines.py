"""What a rentable machine has: accelerators, disks, network cards, zones that offer it, and its dated list price."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum

from pydantic import Field

from catalog.facts import Fact, Source


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


class EksAmi(StrEnum):
    """Which family of EKS-optimised images the machine boots: with the accelerator's driver, or without any."""

    ACCELERATED = "accelerated"
    STANDARD = "standard"


class Accelerators(Fact):
    """The accelerators of one machine; all are alike."""

    vendor: str = Field(description="maker, as DescribeInstanceTypes names it")
    model: str = Field(description="chip, as DescribeInstanceTypes names it")
    count: int = Field(ge=1, description="chips per machine")
    memory_mib: int = Field(ge=1, description="memory of each chip in MiB")


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


class Network(Fact):
    """The network cards of a machine and those of them that take an EFA."""

    cards: tuple[NetworkCard, ...] = Field(min_length=1, description="cards by index")
    efa_max: int = Field(ge=0, description="EFA interfaces the machine takes in all (EfaInfo.MaximumEfaInterfaces)")
    efa_cards: tuple[int, ...] = Field(description="indexes of the cards that take an EFA; on p6-b300 card 0 is not among them")


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
    nvme: NvmeDisks | None = Field(description="null: no local disk")
    network: Network
    usage_classes: tuple[UsageClass, ...] = Field(min_length=1)
    placement_strategies: tuple[PlacementStrategy, ...]
    zone_ids: Mapping[str, tuple[str, ...]] = Field(description="region: zone IDs that offer it; a region left out offers it nowhere")
    on_demand_price: Price | None = Field(description="null: unknown, and shown as unknown")
    eks_ami: EksAmi
    sources: tuple[Source, ...] = Field(min_length=1)
    unverified: tuple[str, ...] = Field(default=(), description="fields that rest on no source that was read")

    @property
    def family(self) -> str:
        """The part of the name before the size: p5en of p5en.48xlarge."""
        return self.name.partition(".")[0]

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
