from pathlib import Path

from rehearsal.session.places import checkout_places, discard, state_home


def test_state_home_follows_xdg() -> None:
    assert state_home({"XDG_STATE_HOME": "/s", "HOME": "/h"}) == Path("/s/gpu-clusters/rehearsal")
    assert state_home({"HOME": "/h"}) == Path("/h/.local/state/gpu-clusters/rehearsal")


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
