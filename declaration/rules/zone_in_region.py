"""A region that the catalogue does not know, or a zone of another region."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.regions import Region
from declaration.cluster import ClusterDeclaration
from declaration.explaining import closest
from declaration.network import OwnNetwork
from declaration.problems import Problem, few_of, one_of, path_of
from declaration.rule import Facts, problem, rule


@rule("zone-in-region")
def zone_in_region(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """Every zone ID is one of the declared region's, and the region is one of the catalogue.

    A zone of another region fails in the middle of `up`, after the network is made. Source: recorded DescribeAvailabilityZones.
    """
    region = facts.catalog.regions.get(cluster.region)
    if region is None:
        known = few_of(closest(cluster.region, facts.catalog.regions))
        remedy = f"write one of these, or add its zones as catalog/data/regions/{cluster.cloud}/<region>.yaml"
        yield problem("region", cluster.region, known, "the catalogue does not know the region {value}; it knows {limit}", remedy)
        return
    for path, zone, known_zones in _zones(cluster, region):
        if zone not in known_zones:
            yield problem(
                path,
                zone,
                one_of(known_zones),
                "zone {value} is not in {region}, whose zone IDs are {limit}",
                f"write a zone ID of {cluster.region}, or the region that {zone} belongs to",
                region=region.name,
            )


def _zones(cluster: ClusterDeclaration, region: Region) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Each zone with its path and the zones that may stand there: Local Zones hold nodes, but no control plane."""
    yield "zone", cluster.zone, region.node_zone_ids
    if isinstance(cluster.network, OwnNetwork):
        for index, zone in enumerate(cluster.network.control_plane_zones):
            yield path_of("network", "control_plane_zones", index), zone, region.zone_ids
    for index, pool in enumerate(cluster.pools):
        if pool.zone is not None:
            yield path_of("pools", index, "zone"), pool.zone, region.node_zone_ids
