"""What every fact file has in common."""

import datetime

import pytest
from pydantic import ValidationError

from catalog.facts import Fact, Source

GOOD = {"name": "moto 5, recorded answers", "as_of": "2026-11-30", "covers": "zone_ids"}


class Depth(Fact):
    """A fact for these tests."""

    metres: int


def test_a_source_says_what_when_and_for_which_fields():
    assert Source.model_validate(GOOD).as_of == datetime.date(2026, 11, 30)


@pytest.mark.parametrize("changes", [{"name": ""}, {"covers": "x"}, {"as_of": "November"}, {"as_of": None}, {"read_by": "ada"}])
def test_a_source_that_cannot_be_found_again_is_refused(changes):
    with pytest.raises(ValidationError):
        Source.model_validate({**GOOD, **changes})


@pytest.mark.parametrize("missing", GOOD)
def test_nothing_of_a_source_may_be_left_out(missing):
    with pytest.raises(ValidationError, match=missing):
        Source.model_validate({key: value for key, value in GOOD.items() if key != missing})


def test_a_misspelt_fact_is_no_silent_default_and_none_changes():
    with pytest.raises(ValidationError, match="meters"):
        Depth.model_validate({"metres": 3, "meters": 4})
    with pytest.raises(ValidationError, match="frozen"):
        Depth(metres=3).metres = 4
