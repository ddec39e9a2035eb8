"""A simulated account, and the session that look-ups use in it."""

import os
import uuid

import boto3
import pytest

from rehearsal.session.environment import isolated
from rehearsal.session.places import CheckoutPlaces
from rehearsal.session.world_process import start_world, stop_world

REGION = "us-east-1"


@pytest.fixture(scope="session")
def endpoint(tmp_path_factory):
    world = start_world(CheckoutPlaces(tmp_path_factory.mktemp("account")), isolated(os.environ))
    yield world.endpoint
    stop_world(world)


@pytest.fixture
def unique():
    """A mark for the names and tags of one test: emptying the account for each costs more than all of them."""
    return uuid.uuid4().hex[:8]


@pytest.fixture
def account(endpoint, monkeypatch):
    """The account, reached by the standard environment as `gpuc rehearse` sets it."""
    for name, value in {"AWS_ENDPOINT_URL": endpoint, "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}.items():
        monkeypatch.setenv(name, value)
    return boto3.Session(region_name=REGION)
