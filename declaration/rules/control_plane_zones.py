"""A control plane in one zone, or in a zone that EKS does not support."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.network import ExistingNetwork, OwnNetwork
from declaration.problems import Problem, one_of, path_of
from declaration.rule import Facts, problem, rule

MIN_ZONES = 2
"""Zones of a control plane's subnets (EKS user guide, network requirements)."""


@rule("control-plane-zones")
def control_plane_zones(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """A network offers the control plane at least two different zones, none of them one that EKS refuses.

    EKS answers UnsupportedAvailabilityZoneException otherwise; the nodes may still sit in one zone.
    Source: EKS user guide, network requirements: subnets.
    """
    if isinstance(cluster.network, ExistingNetwork):
        yield from _too_few_subnets(cluster.network)
        return
    region = facts.catalog.regions.get(cluster.region)
    if region is None or not isinstance(cluster.network, OwnNetwork):
        return
    zones, allowed = cluster.network.control_plane_zones, one_of(region.control_plane_zone_ids)
    path = path_of("network", "control_plane_zones")
    if len(set(zones)) < MIN_ZONES or len(set(zones)) < len(zones):
        limit = f"at least {MIN_ZONES} different zone IDs"
        says = "control_plane_zones is {value}; it must be {limit}, although the nodes sit in one zone"
        yield problem(path, one_of(zones), limit, says, f"write {MIN_ZONES} of {allowed}")
    for index, zone in enumerate(zones):
        if zone in region.control_plane_unsupported_zone_ids:
            says = "EKS places no control plane in {value}; zones that it supports: {limit}"
            yield problem(
                path_of("network", "control_plane_zones", index), zone, allowed, says, f"write one of {allowed}; nodes may stay in {zone}"
            )


def _too_few_subnets(network: ExistingNetwork) -> Iterator[Problem]:
    """Existing subnets are known by id alone; that they lie in different zones only the cloud can say."""
    subnets = network.existing.control_plane_subnet_ids
    if len(set(subnets)) < MIN_ZONES or len(set(subnets)) < len(subnets):
        limit = f"at least {MIN_ZONES} different subnets, in {MIN_ZONES} zones"
        says = "control_plane_subnet_ids is {value}; it must be {limit}, although the nodes sit in one"
        remedy = "add a subnet in another zone, which may be small: 16 addresses are enough"
        yield problem(path_of("network", "existing", "control_plane_subnet_ids"), one_of(subnets), limit, says, remedy)
