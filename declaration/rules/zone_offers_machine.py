"""A machine in a zone that does not offer it."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.explaining import closest
from declaration.problems import Problem, few_of, one_of, path_of
from declaration.rule import Facts, known_machines, problem, rule


@rule("zone-offers-machine")
def zone_offers_machine(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """The one zone of a pool offers its machine; zones are compared by ID, since names differ from account to account.

    A group in another zone fails after 20 minutes or waits for ever, and a zone picked for the user would change with the offer.
    Source: recorded DescribeInstanceTypeOfferings by zone ID; eksctl #3635.
    """
    region = facts.catalog.regions.get(cluster.region)
    for index, pool, machine in known_machines(cluster, facts.catalog):
        zone, offering = cluster.zone_of(pool), machine.offered_in(cluster.region)
        if region is None or zone not in region.node_zone_ids or zone in offering:
            continue
        elsewhere = few_of(f"{machine.zone_ids[name][0]} in {name}" for name in closest(cluster.region, machine.zone_ids))
        yield problem(
            path_of("pools", index, "zone") if pool.zone else "zone",
            zone,
            one_of(offering),
            "zone {value} does not offer {machine} of pool {pool}; zones of {region} that do: {limit}",
            f"write {one_of(offering)} there" if offering else f"take another machine or region: it is offered in {elsewhere}",
            machine=machine.name,
            pool=pool.name,
            region=cluster.region,
        )
