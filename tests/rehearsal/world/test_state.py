"""Clock and records."""

import datetime

from rehearsal.world.state import Clock, WorldState


def test_clock_is_ahead_by_what_it_was_advanced() -> None:
    clock = Clock()
    before = clock.now()
    clock.advance(90)
    clock.advance(-30)
    assert datetime.timedelta(seconds=60) <= clock.now() - before < datetime.timedelta(seconds=90)
    assert before.tzinfo is datetime.UTC


def test_records_belong_to_region_and_kind() -> None:
    state = WorldState()
    state.records("us-east-1", "ec2:things")["a"] = {"Id": "a"}
    assert state.records("us-west-2", "ec2:things") == {}
    assert state.kinds() == {("us-east-1", "ec2:things"): {"a": {"Id": "a"}}}
