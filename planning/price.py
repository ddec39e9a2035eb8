"""What a cluster's nodes cost an hour: nodes times dated list price, with what is unknown said to be unknown."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from catalog.loading import Catalog
from catalog.machines import Price
from declaration.capacity import CapacityKind
from declaration.cluster import ClusterDeclaration, Encryption
from declaration.network import BaseNetwork, Nat, OwnNetwork
from declaration.pools import Pool
from declaration.scratch import FsxLustre


class Billing(StrEnum):
    """How a line is paid."""

    HOURLY = "hourly"
    PREPAID = "prepaid"


@dataclass(frozen=True)
class PriceLine:
    """What the nodes of one capacity option cost."""

    pool: str
    capacity: CapacityKind
    machine: str
    nodes: int
    """Nodes that this option holds at the desired count."""
    usd_per_node_hour: Decimal | None
    """US dollars per node and hour; None: unknown."""
    usd_per_hour: Decimal | None
    """US dollars per hour for all nodes of the line; None: unknown."""
    billing: Billing
    as_of: datetime.date | None
    """Day of the price list; None where there is no price."""
    source: str | None
    """Price list; None where there is no price."""
    note: str


@dataclass(frozen=True)
class ClusterPrice:
    """All lines of a cluster, and sums that never count an unknown price as nothing."""

    lines: tuple[PriceLine, ...]
    not_counted: tuple[str, ...]
    """What else bills and has no line here."""

    @property
    def hourly_usd(self) -> Decimal:
        """US dollars per hour of all lines billed by the hour whose price is known."""
        return _sum(self.lines, Billing.HOURLY)

    @property
    def prepaid_list_usd(self) -> Decimal:
        """List price in US dollars per hour of the nodes that a capacity block has paid for already; for comparison."""
        return _sum(self.lines, Billing.PREPAID)

    @property
    def unknown_lines(self) -> tuple[PriceLine, ...]:
        """The lines that hold nodes and have no price; the sums leave them out."""
        return tuple(line for line in self.lines if line.usd_per_hour is None)


def price_cluster(cluster: ClusterDeclaration, catalog: Catalog) -> ClusterPrice:
    """Price a cluster at its desired node counts by the catalogue's list prices for its region."""
    lines = tuple(line for pool in cluster.pools for line in _pool_lines(cluster.region, pool, catalog))
    return ClusterPrice(lines, tuple(_not_counted(cluster)))


def _pool_lines(region: str, pool: Pool, catalog: Catalog) -> Iterator[PriceLine]:
    machine = catalog.machines.get(pool.machine)
    listed = machine.price_in(region) if machine is not None else None
    for index, option in enumerate(pool.capacity):
        yield _line(region, pool, option.kind, listed, nodes=pool.nodes.desired if index == 0 else 0)


def _line(region: str, pool: Pool, kind: CapacityKind, listed: Price | None, *, nodes: int) -> PriceLine:
    price = None if kind is CapacityKind.SPOT else listed
    known = price.usd_per_hour * nodes if price is not None else None
    return PriceLine(
        pool=pool.name,
        capacity=kind,
        machine=pool.machine,
        nodes=nodes,
        usd_per_node_hour=price.usd_per_hour if price is not None else None,
        usd_per_hour=known if nodes else Decimal(0),
        billing=Billing.PREPAID if kind is CapacityKind.CAPACITY_BLOCK else Billing.HOURLY,
        as_of=price.as_of if price is not None else None,
        source=price.source if price is not None else None,
        note=_note(region, kind, listed),
    )


def _note(region: str, kind: CapacityKind, listed: Price | None) -> str:
    if kind is CapacityKind.SPOT:
        compared = f"${listed.usd_per_hour} a node and hour" if listed is not None else "unknown too"
        return f"the spot price moves with the market and is not in the catalogue; the on-demand price is {compared}"
    if kind is CapacityKind.CAPACITY_BLOCK:
        return "the fee was paid up front with the block; the list price is for comparison"
    if listed is None:
        return f"the catalogue has no price for this machine in {region}"
    return "billed from the reservation's creation, used or not" if kind is CapacityKind.RESERVATION else "list price on demand"


def _not_counted(cluster: ClusterDeclaration) -> Iterator[str]:
    """Name what bills beside the nodes; no dated price of these is in the catalogue, and nothing is shown as free."""
    network, storage = cluster.network, cluster.storage
    if cluster.control_plane is not None:
        yield "control plane"
    if isinstance(network, OwnNetwork):
        yield from _network_parts(network)
    if cluster.pools:
        yield "root volumes"
    if storage is not None and isinstance(storage.scratch, FsxLustre):
        yield f"scratch file system of {storage.scratch.capacity_gib} GiB"
    if storage is not None and storage.checkpoints is not None and storage.checkpoints.from_stack is None:
        yield "checkpoint storage"
    if cluster.encryption is Encryption.OWN_KEY and not isinstance(network, BaseNetwork):
        yield "encryption key"
    yield "data transfer"


def _network_parts(network: OwnNetwork) -> Iterator[str]:
    if network.nat is Nat.GATEWAY:
        yield "NAT gateway"
    if network.endpoints:
        yield f"{len(network.endpoints)} interface endpoint{'s' if len(network.endpoints) > 1 else ''}"
    if network.flow_logs is not None:
        yield "flow logs"


def _sum(lines: tuple[PriceLine, ...], billing: Billing) -> Decimal:
    return sum((line.usd_per_hour for line in lines if line.billing is billing and line.usd_per_hour is not None), Decimal(0))
