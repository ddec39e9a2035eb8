"""What the catalogue proposes for a first declaration."""

import pytest

from catalog.loading import load_catalog
from declaration.capacity import CapacityKind
from operations.starting.answers import SYSTEM_MACHINES, control_plane_zones, proposed_capacity, proposed_zone, system_machine

CATALOG = load_catalog()


@pytest.mark.parametrize(
    ("region", "machine", "zone"), [("us-east-1", "p5en.48xlarge", "use1-az2"), ("us-west-1", "p6-b300.48xlarge", None), ("x", "y", None)]
)
def test_the_zone_is_the_first_that_offers_the_machine(region, machine, zone):
    assert proposed_zone(CATALOG, region, machine) == zone


@pytest.mark.parametrize(("machine", "kind"), [("g6e.12xlarge", "on_demand"), ("p6e-gb200.36xlarge", "capacity_block"), ("?", "on_demand")])
def test_machines_are_proposed_as_they_are_sold(machine, kind):
    assert proposed_capacity(CATALOG, machine) is CapacityKind(kind)


@pytest.mark.parametrize("region", sorted(CATALOG.regions))
def test_the_system_machine_is_offered_in_every_zone_that_offers_one(region):
    for zone in CATALOG.regions[region].zone_ids:
        machine = CATALOG.machines[system_machine(CATALOG, region, zone)]
        general = [each for each in CATALOG.machines.values() if each.accelerators is None and zone in each.offered_in(region)]
        assert machine.accelerators is None
        assert machine in general or not general
    assert system_machine(CATALOG, "us-east-1", "use1-az2") == SYSTEM_MACHINES[0]


def test_the_control_plane_sits_in_the_nodes_zone_and_another_where_eks_takes_both():
    assert control_plane_zones(CATALOG, "us-east-1", "use1-az6") == ("use1-az6", "use1-az1")
    assert control_plane_zones(CATALOG, "us-east-1", "use1-az3") == ("use1-az1", "use1-az2")
    assert control_plane_zones(CATALOG, "nowhere", "use1-az3") == ()
