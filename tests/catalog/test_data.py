"""Every fact file, against its schema, its path, and what moto recorded of the real services."""

import datetime
import re
from pathlib import Path

import pytest
import yaml
from moto.ec2.models.availability_zones_and_regions import RegionsAndZonesBackend

from catalog.loading import DATA_FOLDER, load_catalog
from catalog.machines import Machine, UsageClass
from catalog.regions import Region
from tests.support.declarations import recorded_machine, recorded_region_zones, recorded_types

MACHINES = sorted(DATA_FOLDER.glob("machines/*/*.yaml"))
REGIONS = sorted(DATA_FOLDER.glob("regions/*/*.yaml"))
RECORDED = [file for file in MACHINES if file.stem in recorded_types()]
RECORDED_FIELDS = sorted(set(Machine.model_fields) - {"on_demand_price", "sources", "unverified"})


def test_there_are_facts_to_test():
    assert {"g6e.12xlarge", "m7i.2xlarge", "p5.48xlarge", "p5en.48xlarge", "p6-b300.48xlarge"} <= {path.stem for path in MACHINES}
    assert {"us-east-1", "us-west-2"} <= {path.stem for path in REGIONS}
    assert {path.suffix for path in DATA_FOLDER.rglob("*") if path.is_file()} == {".yaml"}
    assert {path for path in DATA_FOLDER.rglob("*.yaml")} == {*MACHINES, *REGIONS}


@pytest.mark.parametrize("file", [*MACHINES, *REGIONS], ids=lambda file: file.stem)
def test_every_file_fits_its_schema_its_path_and_says_where_it_comes_from(file: Path):
    raw = yaml.safe_load(file.read_text())
    fact = (Machine if file in MACHINES else Region).model_validate(raw)
    assert (fact.cloud, fact.name) == (file.parent.name, file.stem)
    assert all(datetime.date(2024, 1, 1) <= source.as_of for source in fact.sources)
    covered = " ".join(source.covers for source in fact.sources)
    assert all(name in type(fact).model_fields for name in re.findall(r"[a-z_]+_[a-z_]+", covered))


@pytest.mark.parametrize("field", RECORDED_FIELDS)
@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_every_value_is_the_recorded_one(file: Path, field: str):
    ours, recorded = load_catalog().machines[file.stem], recorded_machine(file.stem)
    assert getattr(ours, field) == getattr(recorded, field)


@pytest.mark.parametrize("file", MACHINES, ids=lambda file: file.stem)
def test_what_no_record_confirms_is_said_to_be_unverified(file: Path):
    machine = load_catalog().machines[file.stem]
    assert set(machine.unverified) <= set(Machine.model_fields)
    assert file in RECORDED or not any("moto" in source.name for source in machine.sources)


@pytest.mark.parametrize("file", MACHINES, ids=lambda file: file.stem)
def test_every_zone_of_a_machine_is_one_of_the_catalogues_regions(file: Path):
    catalog = load_catalog()
    for region, zones in catalog.machines[file.stem].zone_ids.items():
        assert len(zones) == len(set(zones))
        assert set(zones) <= set(catalog.regions[region].zone_ids)


@pytest.mark.parametrize("file", MACHINES, ids=lambda file: file.stem)
def test_every_machine_agrees_with_itself(file: Path):
    machine = load_catalog().machines[file.stem]
    cards = machine.network.cards
    assert [card.index for card in cards] == list(range(len(cards)))
    assert set(machine.network.efa_cards) <= {card.index for card in cards}
    assert len(machine.network.efa_cards) == machine.network.efa_max
    assert UsageClass.ON_DEMAND in machine.usage_classes
    assert len(set(machine.usage_classes)) == len(machine.usage_classes)


@pytest.mark.parametrize("file", REGIONS, ids=lambda file: file.stem)
def test_every_region_has_all_its_recorded_zones(file: Path):
    region = load_catalog().regions[file.stem]
    named = {zone.zone_id for zone in RegionsAndZonesBackend.zones[region.name]}
    assert list(region.zone_ids) == sorted(set(region.zone_ids))
    unsupported = set(region.control_plane_unsupported_zone_ids)
    assert set(region.zone_ids) == recorded_region_zones()[region.name] | named | unsupported
    assert len(region.control_plane_zone_ids) >= 2
    assert set(region.control_plane_zone_ids) == set(region.zone_ids) - unsupported


def test_every_region_that_recorded_an_offer_has_a_file():
    assert {path.stem for path in REGIONS} == set(recorded_region_zones())


def test_eks_refuses_the_zones_that_its_guide_names():
    regions = load_catalog().regions.values()
    assert sorted(zone for region in regions for zone in region.control_plane_unsupported_zone_ids) == ["cac1-az3", "use1-az3", "usw1-az2"]


def test_prices_are_those_of_the_dated_list():
    machines = load_catalog().machines
    listed = {
        "g6e.12xlarge": "10.49264",
        "m7i.2xlarge": "0.4032",
        "p5.48xlarge": "55.04",
        "p5en.48xlarge": "63.296",
        "p6-b300.48xlarge": "142.416",
    }
    assert {name: str(machines[name].on_demand_price.usd_per_hour) for name in listed} == listed
    assert {machines[name].on_demand_price.region for name in listed} == {"us-east-1"}


def test_card_0_of_p6_b300_takes_no_efa():
    network = load_catalog().machines["p6-b300.48xlarge"].network
    assert (len(network.cards), network.efa_max, network.efa_cards) == (17, 16, tuple(range(1, 17)))
