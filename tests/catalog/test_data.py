"""Every fact file, against its schema, its path, and what moto recorded of the real services."""

import datetime
import re
from pathlib import Path

import pytest
import yaml
from moto.ec2.models.availability_zones_and_regions import RegionsAndZonesBackend

from catalog.kubernetes import KubernetesVersions
from catalog.loading import DATA_FOLDER, load_catalog
from catalog.machines import DeviceKind, Machine, UsageClass
from catalog.regions import Region
from tests.support.recorded import NOT_RECORDED, PARTS, recorded_machine, recorded_region_zones, recorded_types

MACHINES = sorted(DATA_FOLDER.glob("machines/*/*.yaml"))
REGIONS = sorted(DATA_FOLDER.glob("regions/*/*.yaml"))
KUBERNETES = sorted(DATA_FOLDER.glob("kubernetes/*/*.yaml"))
MODELS = {"machines": Machine, "regions": Region, "kubernetes": KubernetesVersions}
RECORDED = [file for file in MACHINES if file.stem in recorded_types()]
RECORDED_FIELDS = sorted(set(Machine.model_fields) - {*NOT_RECORDED, *PARTS})
FAMILIES = ["p4d", "p4de", "p5", "p5e", "p5en", "p6-b200", "p6-b300", "g4dn", "g5", "g5g", "g6", "g6e", "g7e", "trn1", "trn1n", "trn2"]
LEFT_OUT = {"g5g.metal"}
"""The same accelerators as g5g.16xlarge, but a start that takes many minutes."""


def test_there_are_facts_to_test():
    assert {"g6e.12xlarge", "m7i.2xlarge", "p5.48xlarge", "p6e-gb200.36xlarge"} <= {path.stem for path in MACHINES}
    assert {"us-east-1", "us-west-2"} <= {path.stem for path in REGIONS}
    assert {path.suffix for path in DATA_FOLDER.rglob("*") if path.is_file()} == {".yaml"}
    assert {path for path in DATA_FOLDER.rglob("*.yaml")} == {*MACHINES, *REGIONS, *KUBERNETES}


def test_every_recorded_size_of_the_accelerated_families_has_a_file():
    recorded = {name for name in recorded_types() if name.partition(".")[0] in FAMILIES}
    assert {name.partition(".")[0] for name in recorded} == set(FAMILIES)
    assert recorded - LEFT_OUT == recorded & {file.stem for file in MACHINES}
    assert recorded >= LEFT_OUT


@pytest.mark.parametrize("file", [*MACHINES, *REGIONS, *KUBERNETES], ids=lambda file: file.stem)
def test_every_file_fits_its_schema_its_path_and_says_where_it_comes_from(file: Path):
    raw = yaml.safe_load(file.read_text())
    fact = MODELS[file.parent.parent.name].model_validate(raw)
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
def test_what_no_record_confirms_has_a_source_of_its_own_or_is_said_to_be_unverified(file: Path):
    machine = load_catalog().machines[file.stem]
    assert set(machine.unverified) <= set(Machine.model_fields)
    assert file in RECORDED or not any("moto" in source.name for source in machine.sources)
    own = " ".join(source.covers for source in machine.sources if "moto" not in source.name)
    to_cover = set(NOT_RECORDED) if file in RECORDED else set(Machine.model_fields) - {"name", "cloud", *PARTS}
    stated = {field for field in to_cover - {"on_demand_price"} if getattr(machine, field)}  # a price names its own source
    assert stated <= {*re.findall(r"[a-z_]+", own), *machine.unverified}


@pytest.mark.parametrize("file", MACHINES, ids=lambda file: file.stem)
def test_what_shares_an_nvlink_domain(file: Path):
    machine = load_catalog().machines[file.stem]
    if machine.nvlink_domain_gpus is None:
        assert not machine.ultraservers
        return
    assert machine.device_kind is DeviceKind.NVIDIA
    machines = max((sold.machines for sold in machine.ultraservers), default=1)
    assert machine.nvlink_domain_gpus == machine.accelerators.count * machines


def test_nvlink_where_the_chips_have_it():
    linked = {machine.family for machine in load_catalog().machines.values() if machine.nvlink_domain_gpus}
    assert linked == {"p4d", "p4de", "p5", "p5e", "p5en", "p6-b200", "p6-b300", "p6e-gb200"}
    assert load_catalog().machines["p5.4xlarge"].nvlink_domain_gpus is None, "one GPU has nothing to link to"


def test_accelerators_are_told_apart_by_what_drives_them():
    kinds = {machine.family: machine.device_kind for machine in load_catalog().machines.values()}
    assert {family for family, kind in kinds.items() if kind is DeviceKind.NEURON} == {"trn1", "trn1n", "trn2"}
    assert {family for family, kind in kinds.items() if kind is None} == {"c7g", "c7i", "m7a", "m7g", "m7i", "r7i", "t3"}
    assert all(kind is DeviceKind.NVIDIA for family, kind in kinds.items() if family[0] in "pg")


@pytest.mark.parametrize("file", MACHINES, ids=lambda file: file.stem)
def test_every_zone_of_a_machine_is_one_of_the_catalogues_regions(file: Path):
    catalog = load_catalog()
    for region, zones in catalog.machines[file.stem].zone_ids.items():
        assert len(zones) == len(set(zones))
        assert set(zones) <= set(catalog.regions[region].node_zone_ids)


def test_every_local_zone_offers_a_machine():
    catalog = load_catalog()
    local = {(region.name, zone) for region in catalog.regions.values() for zone in region.local_zone_ids}
    assert local == {("us-east-1", "use1-dfw2-az1")}
    assert catalog.machines["p6e-gb200.36xlarge"].zone_ids == {"us-east-1": ("use1-dfw2-az1",)}


@pytest.mark.parametrize("file", MACHINES, ids=lambda file: file.stem)
def test_every_machine_agrees_with_itself(file: Path):
    machine = load_catalog().machines[file.stem]
    cards = machine.network.cards
    assert [card.index for card in cards] == list(range(len(cards)))
    assert set(machine.network.efa_cards) <= {card.index for card in cards}
    assert len(machine.network.efa_cards) == machine.network.efa_max
    assert set(machine.network.fabric_cards) <= set(machine.network.efa_cards)
    assert bool(machine.network.fabric_cards) is machine.has_efa
    assert UsageClass.ON_DEMAND in machine.usage_classes or machine.ultraservers, "UltraServers alone are sold by the block"
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


def test_prices_are_those_of_the_dated_lists():
    prices = {name: machine.on_demand_price for name, machine in load_catalog().machines.items()}
    listed = {
        "g6e.12xlarge": "10.49264",
        "m7i.2xlarge": "0.4032",
        "p4d.24xlarge": "21.957642",
        "p5.48xlarge": "55.04",
        "p5en.48xlarge": "63.296",
        "p6-b200.48xlarge": "113.9328",
        "p6-b300.48xlarge": "142.416",
        "trn1.32xlarge": "21.5",
        "g5g.xlarge": "0.42",
    }
    assert {name: str(prices[name].usd_per_hour) for name in listed} == listed
    assert {price.region for price in prices.values() if price} == {"us-east-1"}
    assert {str(price.as_of) for price in prices.values() if price} == {"2026-02-09", "2026-07-20"}
    assert sorted(name for name, price in prices.items() if price is None) == [
        "p5e.48xlarge",
        "p6e-gb200.36xlarge",
        "trn2.3xlarge",
        "trn2.48xlarge",
    ]


def test_card_0_of_p6_b300_takes_no_efa():
    network = load_catalog().machines["p6-b300.48xlarge"].network
    assert (len(network.cards), network.efa_max, network.efa_cards) == (17, 16, tuple(range(1, 17)))


def test_p6e_gb200_gets_one_efa_a_gpu_and_comes_by_the_ultraserver_alone():
    machine = load_catalog().machines["p6e-gb200.36xlarge"]
    network = machine.network
    assert (len(network.cards), network.efa_max, network.efa_cards, network.fabric_cards) == (17, 16, tuple(range(1, 17)), (1, 5, 9, 13))
    assert {network.cards[index].gbps for index in network.fabric_cards} == {400}
    assert [card.max_interfaces for card in network.cards] == [15, *[1, 2] * 8]
    assert sum(card.max_interfaces for card in network.cards) == 39
    assert machine.usage_classes == (UsageClass.CAPACITY_BLOCK,)
    assert [(sold.name, sold.machines) for sold in machine.ultraservers] == [("u-p6e-gb200x36", 9), ("u-p6e-gb200x72", 18)]
    assert {"accelerators", "network", "zone_ids"} <= set(machine.unverified)
