from pathlib import Path

import pytest

from rehearsal.session.errors import StateFolderError
from rehearsal.session.places import checkout_places, discard, state_home, usable


def test_state_home_follows_xdg() -> None:
    assert state_home({"XDG_STATE_HOME": "/s", "HOME": "/h"}) == Path("/s/gpu-clusters/rehearsal")
    assert state_home({"HOME": "/h"}) == Path("/h/.local/state/gpu-clusters/rehearsal")
    assert state_home({"XDG_STATE_HOME": "state", "HOME": "/h"}) == state_home({"HOME": "/h"})


def test_an_error_about_the_folder_is_one_line_and_others_stay_what_they_are(tmp_path: Path) -> None:
    (tmp_path / "state").touch()
    places = checkout_places(tmp_path / "checkout", state_home({"XDG_STATE_HOME": str(tmp_path / "state")}))
    with pytest.raises(StateFolderError) as caught, usable(places):
        places.root.mkdir(parents=True)
    assert str(caught.value) == (
        f"The folder {places.root} cannot be used (Not a directory): set XDG_STATE_HOME to a folder that you may write, and run again."
    )
    with pytest.raises(FileNotFoundError), usable(places):
        (tmp_path / "elsewhere").read_text()


def test_two_clones_never_share_a_world(tmp_path: Path) -> None:
    first, second, link = tmp_path / "one", tmp_path / "two", tmp_path / "link"
    first.mkdir()
    link.symlink_to(first)
    assert checkout_places(first, tmp_path) != checkout_places(second, tmp_path)
    assert checkout_places(first, tmp_path) == checkout_places(link, tmp_path)


def test_worlds_are_listed_and_discarded(tmp_path: Path) -> None:
    places = checkout_places(tmp_path / "checkout", tmp_path / "home")
    assert places.worlds() == []
    world = places.world("abc")
    world.make()
    assert places.worlds() == [world]
    discard(world)
    assert places.worlds() == []


def test_a_worlds_files_lie_below_its_folder_and_apart_from_each_other(tmp_path: Path) -> None:
    world = checkout_places(tmp_path / "checkout", tmp_path / "home").world("abc")
    places = [world.state, world.log, world.port, world.pid, world.pulumi_home, world.backend, world.scratch]
    assert all(place.parent == world.root for place in places)
    assert len(set(places)) == len(places)


def test_making_a_worlds_folders_again_keeps_what_is_in_them(tmp_path: Path) -> None:
    world = checkout_places(tmp_path / "checkout", tmp_path / "home").world("abc")
    world.make()
    (world.backend / "stack.json").write_text("{}")
    world.make()
    assert (world.backend / "stack.json").exists()
    assert world.state.is_dir()
    assert world.pulumi_home.is_dir()
    assert not world.pid.exists(), "the process writes it"


def test_the_lock_is_no_world(tmp_path: Path) -> None:
    places = checkout_places(tmp_path / "checkout", tmp_path / "home")
    places.world("b").make()
    places.world("a").make()
    places.lock.touch()
    assert [world.root.name for world in places.worlds()] == ["a", "b"]


def test_discarding_one_that_is_gone_is_nothing(tmp_path: Path) -> None:
    discard(checkout_places(tmp_path / "checkout", tmp_path / "home").world("never"))
