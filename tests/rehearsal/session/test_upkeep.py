"""What is done with a checkout's rehearsal besides running commands in it."""

import dataclasses
import os
import urllib.error

import boto3
import pytest

from rehearsal.control import WorldControl
from rehearsal.session.environment import isolated
from rehearsal.session.places import checkout_places
from rehearsal.session.upkeep import NONE_RUNS, describe, empty, reset, stop
from rehearsal.session.world_process import live_world, start_world, stop_world


@pytest.fixture
def checkout(tmp_path):
    folder = tmp_path / "checkout"
    folder.mkdir()
    (folder / "Pulumi.yaml").write_text("name: inline\nruntime: python\n")
    return folder


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture
def world(checkout, home):
    world = start_world(checkout_places(checkout, home), isolated(os.environ))
    yield world
    stop_world(world)


def make_vpc(world):
    keys = {"aws_access_key_id": "test", "aws_secret_access_key": "test"}
    ec2 = boto3.client("ec2", region_name="us-east-1", endpoint_url=world.endpoint, **keys)
    vpc = ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
    subnet = ec2.create_subnet(VpcId=vpc, CidrBlock="10.0.0.0/24")["Subnet"]["SubnetId"]
    address = ec2.allocate_address(Domain="vpc")["AllocationId"]
    ec2.create_nat_gateway(SubnetId=subnet, AllocationId=address)


@pytest.mark.parametrize("act", [describe, reset, stop])
def test_without_a_world_there_is_nothing_to_do(checkout, home, act):
    assert act(checkout, home=home) == NONE_RUNS


def test_it_says_what_exists_and_what_of_it_bills(checkout, home, world):
    make_vpc(world)
    said = describe(checkout, home=home)
    inventory = WorldControl(world.endpoint).inventory()
    billing = [resource for resource in inventory if resource.billing]
    assert 0 < len(billing) < len(inventory)
    assert f"exists: {len(inventory)} resources, {len(billing)} of them billing" in said
    assert f"process {world.pid}, {world.endpoint}" in said
    assert f"folder: {world.places.root}" in said


def test_a_folder_below_the_project_means_the_same_world(checkout, home, world):
    below = checkout / "stacks"
    below.mkdir()
    assert world.id in describe(below, home=home)


def test_a_reset_empties_cloud_and_back_end_and_keeps_the_world(checkout, home, world):
    make_vpc(world)
    for folder in (world.places.backend, world.places.scratch):
        (folder / "left").mkdir()
    assert "is empty again" in reset(checkout, home=home)
    assert WorldControl(world.endpoint).inventory() == []
    assert [*world.places.backend.iterdir(), *world.places.scratch.iterdir()] == []
    assert live_world(checkout_places(checkout, home)) == world


def test_an_engines_home_survives_a_reset(checkout, home, world):
    plugin = world.places.pulumi_home / "plugins"
    plugin.mkdir()
    empty(world)
    assert plugin.is_dir()


def test_the_end_takes_the_world_and_what_dead_ones_left(checkout, home, world):
    earlier = checkout_places(checkout, home).world("earlier")
    earlier.make()
    assert stop(checkout, home=home) == f"Rehearsal {world.id} has ended."
    assert not earlier.root.exists()
    assert not world.places.root.exists()
    assert stop(checkout, home=home) == NONE_RUNS


def test_a_world_that_answers_nothing_is_not_emptied_in_silence(world):
    silent = dataclasses.replace(world, port=9)
    (world.places.backend / "stack").mkdir()
    with pytest.raises((RuntimeError, urllib.error.URLError), match="no world answers"):
        empty(silent)
    assert (world.places.backend / "stack").is_dir()
