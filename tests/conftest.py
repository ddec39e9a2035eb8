"""Fixtures that any test may ask for."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from rehearsal.engine.choice import Engine, ensure_engine
from rehearsal.session.environment import isolated
from rehearsal.session.places import CheckoutPlaces
from rehearsal.session.plugins import lay_out_plugins
from rehearsal.session.upkeep import empty
from rehearsal.session.world_process import World, start_world, stop_world
from tests.support.rehearsed import Rehearsed


@pytest.fixture(scope="session")
def engine() -> Engine:
    """The real engine: found, or built if `make test` has not done so."""
    return ensure_engine(os.environ)


@pytest.fixture(scope="session")
def rehearsal_world(tmp_path_factory: pytest.TempPathFactory, engine: Engine) -> Iterator[World]:
    """One world a test process; starting it costs more than emptying it."""
    world = start_world(CheckoutPlaces(tmp_path_factory.mktemp("rehearsal")), isolated(os.environ))
    lay_out_plugins(world.places.pulumi_home, engine)
    yield world
    stop_world(world)


@pytest.fixture
def rehearsed(rehearsal_world: World, engine: Engine, tmp_path: Path) -> Rehearsed:
    """An empty simulated cloud, an empty back end, and the real engine."""
    empty(rehearsal_world)
    return Rehearsed(rehearsal_world, engine, tmp_path)
