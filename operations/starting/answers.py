"""What a first declaration is made from, and what the catalogue proposes for it."""

from __future__ import annotations

from dataclasses import dataclass

from catalog.loading import Catalog
from catalog.machines import Machine, UsageClass
from declaration.capacity import CapacityKind
from declaration.pools import Purpose

SYSTEM_MACHINES = ("m7i.2xlarge", "m7a.2xlarge", "m7g.2xlarge", "m7i.xlarge", "m7g.xlarge")
"""Machines for cluster DNS and the like, most preferred first; the first that the zone offers is taken."""

RESERVED = (CapacityKind.CAPACITY_BLOCK, CapacityKind.RESERVATION)
"""Kinds of capacity that name a reservation."""


@dataclass(frozen=True)
class Answers:
    """Everything that a first declaration says; all other fields keep their defaults."""

    name: str
    account: str
    region: str
    zone: str
    machine: str
    nodes: int
    capacity: CapacityKind
    reservation: str | None
    """Id of the capacity block or reservation; None with the other kinds."""
    purpose: Purpose
    team: str
    project: str
    owner: str
    cost_center: str
    environment: str
    version: str
    """Kubernetes minor version."""
    release: str
    """Release of the EKS-optimised image."""
    base: str | None
    """Base stack that the cluster stands on; None: it has a network of its own."""
    admin: str | None = None
    """ARN of the IAM role that administers the cluster; None: nobody yet, of which the check warns."""


def proposed_zone(catalog: Catalog, region: str, machine: str) -> str | None:
    """The first zone ID of a region that offers a machine; None where no zone does, or one of the two is unknown."""
    known = catalog.machines.get(machine)
    return next(iter(known.offered_in(region)), None) if known is not None else None


def proposed_capacity(catalog: Catalog, machine: str) -> CapacityKind:
    """On demand where the machine is sold so, else a capacity block."""
    known = catalog.machines.get(machine)
    is_on_demand = known is None or UsageClass.ON_DEMAND in known.usage_classes
    return CapacityKind.ON_DEMAND if is_on_demand else CapacityKind.CAPACITY_BLOCK


def system_machine(catalog: Catalog, region: str, zone: str) -> str:
    """The machine of the system pool: the first of the preferred ones that the zone offers, else any without accelerators."""

    def fits(machine: Machine) -> bool:
        return zone in machine.offered_in(region) and machine.accelerators is None

    known = [name for name in SYSTEM_MACHINES if name in catalog.machines]
    others = sorted(set(catalog.machines) - set(known))
    return next((name for name in (*known, *others) if fits(catalog.machines[name])), SYSTEM_MACHINES[0])


def control_plane_zones(catalog: Catalog, region: str, zone: str) -> tuple[str, ...]:
    """Two zones in which EKS places a control plane, the nodes' own first where it is one; fewer in an unknown region."""
    known = catalog.regions.get(region)
    zones = known.control_plane_zone_ids if known is not None else ()
    return tuple(sorted(zones, key=lambda each: each != zone)[:2])
