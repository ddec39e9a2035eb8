"""What is done with a checkout's rehearsal besides running commands in it: look, empty, end."""

import os
import shutil
from pathlib import Path

from rehearsal.control import WorldControl
from rehearsal.session.places import CheckoutPlaces, checkout_places, state_home, usable
from rehearsal.session.project_copy import project_folder
from rehearsal.session.world_process import World, discard_dead, live_world, stop_world

NONE_RUNS = "No rehearsal runs for this checkout; `gpuc rehearse -- CMD` starts one."


def describe(checkout: Path, *, home: Path | None = None) -> str:
    """What runs, where it keeps its things, and how much exists in it."""
    world = _live_world(checkout, home)
    if world is None:
        return NONE_RUNS
    resources = WorldControl(world.endpoint).inventory()
    billing = sum(resource.billing for resource in resources)
    return (
        f"Rehearsal {world.id}: process {world.pid}, {world.endpoint}\n"
        f"folder: {world.places.root}\n"
        f"exists: {len(resources)} resources, {billing} of them billing"
    )


def reset(checkout: Path, *, home: Path | None = None) -> str:
    """Empty the world and forget its stacks."""
    world = _live_world(checkout, home)
    if world is None:
        return NONE_RUNS
    empty(world)
    return f"Rehearsal {world.id}: the simulated cloud is empty again, and its stacks are forgotten."


def empty(world: World) -> None:
    """The world as at its start; what a command in it still holds open is its own affair."""
    WorldControl(world.endpoint).reset()
    shutil.rmtree(world.places.backend, ignore_errors=True)
    shutil.rmtree(world.places.scratch, ignore_errors=True)
    world.places.make()


def stop(checkout: Path, *, home: Path | None = None) -> str:
    """End the world and remove its folder; folders of worlds that ended before go too."""
    places = _places(checkout, home)
    with usable(places):
        world = live_world(places)
        if world:
            stop_world(world)
        discard_dead(places)
    return f"Rehearsal {world.id} has ended." if world else NONE_RUNS


def _live_world(checkout: Path, home: Path | None) -> World | None:
    places = _places(checkout, home)
    with usable(places):
        return live_world(places)


def _places(checkout: Path, home: Path | None) -> CheckoutPlaces:
    return checkout_places(project_folder(checkout), home or state_home(os.environ))
