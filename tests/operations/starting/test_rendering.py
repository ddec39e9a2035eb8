"""First declarations: whatever is answered is spelt as YAML, and every machine of the catalogue yields one that passes the check."""

import dataclasses

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from catalog.loading import load_catalog
from catalog.machines import UsageClass
from declaration.capacity import CapacityKind
from declaration.judging import judge
from declaration.pools import Purpose
from declaration.reading import CONFIG_KEY
from operations.starting.answers import Answers
from operations.starting.rendering import base_file, cluster_file, scalar
from tests.support.declarations import NOW

CATALOG = load_catalog()
ANSWERS = Answers(
    name="atlas",
    account="012345678901",
    region="us-east-1",
    zone="use1-az2",
    machine="g6e.12xlarge",
    nodes=2,
    capacity=CapacityKind.ON_DEMAND,
    reservation=None,
    purpose=Purpose.TRAINING,
    team="foundation",
    project="atlas",
    owner="atlas@mail.test",
    cost_center="4711",
    environment="test",
    version="1.34",
    release="1.34.1-20261105",
    base=None,
    admin="arn:aws:iam::012345678901:role/platform",
)
KINDS = {
    CapacityKind.ON_DEMAND: UsageClass.ON_DEMAND,
    CapacityKind.SPOT: UsageClass.SPOT,
    CapacityKind.CAPACITY_BLOCK: UsageClass.CAPACITY_BLOCK,
    CapacityKind.RESERVATION: UsageClass.ON_DEMAND,
}


def declared(text):
    return yaml.safe_load(text)["config"][CONFIG_KEY]


def judged(text):
    return judge(declared(text), CATALOG, now=NOW)


ALONE = "p6e-gb200.36xlarge"
"""Its Local Zone is in no record of general machines, so that no system pool can stand beside it."""


def test_only_one_machine_has_no_general_one_beside_it():
    general = {
        zone for each in CATALOG.machines.values() if each.accelerators is None for zones in each.zone_ids.values() for zone in zones
    }
    lonely = {name for name, each in CATALOG.machines.items() if not general & {zone for zones in each.zone_ids.values() for zone in zones}}
    assert lonely == {ALONE}


@pytest.mark.parametrize("machine", sorted(set(CATALOG.machines) - {ALONE}))
def test_every_machine_as_it_is_sold_and_where_it_is_offered_passes_the_check(machine):
    known = CATALOG.machines[machine]
    region, zones = sorted(known.zone_ids.items())[0]
    nodes = known.ultraservers[0].machines if known.ultraservers else 2
    for kind in (kind for kind, usage in KINDS.items() if usage in known.usage_classes):
        reserved = "cr-0123456789abcdef0" if kind in (CapacityKind.CAPACITY_BLOCK, CapacityKind.RESERVATION) else None
        purpose = Purpose.TRAINING if known.accelerators else Purpose.INFERENCE
        said = {"machine": machine, "region": region, "zone": zones[0], "nodes": nodes, "capacity": kind, "reservation": reserved}
        answers = dataclasses.replace(ANSWERS, **said, purpose=purpose)
        for base in (None, "aws-base"):
            text = cluster_file(dataclasses.replace(answers, base=base), CATALOG)
            assert judged(text).problems == (), (kind, text)
        assert judged(base_file(answers, "aws-base", CATALOG)).problems == ()


def test_a_cluster_stands_by_itself_or_on_its_base():
    own, on_base = declared(cluster_file(ANSWERS, CATALOG)), declared(cluster_file(dataclasses.replace(ANSWERS, base="ground"), CATALOG))
    assert own["network"]["control_plane_zones"] == ["use1-az2", "use1-az1"]
    assert own["storage"]["checkpoints"] == {"kind": "bucket"}
    assert on_base["network"] == {"from_stack": "ground"}
    assert on_base["storage"]["checkpoints"] == {"kind": "bucket", "from_stack": "ground"}
    base = declared(base_file(ANSWERS, "ground", CATALOG))
    assert (base["name"], base["network"], "pools" in base) == ("ground", own["network"], False)


def test_who_administers_is_written_and_warned_of_where_nobody_does():
    assert declared(cluster_file(ANSWERS, CATALOG))["control_plane"]["admins"] == ["arn:aws:iam::012345678901:role/platform"]
    nobody = cluster_file(dataclasses.replace(ANSWERS, admin=None), CATALOG)
    assert "admins" not in declared(nobody)["control_plane"]
    assert [found.rule for found in judged(nobody).problems] == ["reachable-control-plane"]


def test_local_disks_become_a_cache_where_the_machine_has_some():
    assert "node_cache" in declared(cluster_file(ANSWERS, CATALOG))["storage"]
    assert "node_cache" not in declared(cluster_file(dataclasses.replace(ANSWERS, machine="m7i.2xlarge"), CATALOG))["storage"]


@given(text=st.text(st.characters(exclude_categories=["Cs"])))
def test_any_answer_is_read_back_as_it_was_said(text):
    assert yaml.safe_load(f"{{a: {scalar(text)}, b: 1}}") == {"a": text, "b": 1}
    assert declared(cluster_file(dataclasses.replace(ANSWERS, team=text), CATALOG))["tags"]["team"] == text


@pytest.mark.parametrize("word", ["yes", "null", "1.30", "012", "~", "2026-12-24", "a: b", "# x"])
def test_what_yaml_reads_otherwise_stands_in_quotes(word):
    assert scalar(word).startswith('"')


def test_numbers_and_plain_words_stand_as_they_are():
    assert (scalar(2), scalar("p5.48xlarge"), scalar("a@b.test")) == ("2", "p5.48xlarge", "a@b.test")
