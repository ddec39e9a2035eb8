"""What every part of a declaration has in common."""

import importlib
import inspect
import pkgutil

import pytest
from pydantic import ValidationError

import declaration
from declaration.model import Part


class Pair(Part):
    """A part for these tests."""

    left: int
    right: int = 2


def parts():
    """Every part that the package defines."""
    names = [module.name for module in pkgutil.walk_packages(declaration.__path__, "declaration.")]
    found = (value for name in names for _, value in inspect.getmembers(importlib.import_module(name), inspect.isclass))
    return sorted({value for value in found if issubclass(value, Part) and value is not Part}, key=lambda value: value.__name__)


def test_a_misspelt_key_is_no_silent_default():
    with pytest.raises(ValidationError, match="rihgt"):
        Pair.model_validate({"left": 1, "rihgt": 3})


def test_a_part_cannot_be_changed_and_compares_by_value():
    part = Pair(left=1)
    with pytest.raises(ValidationError, match="frozen"):
        part.left = 2
    assert part == Pair(left=1, right=2)
    assert len({part, Pair(left=1)}) == 1


@pytest.mark.parametrize("part", parts(), ids=lambda part: part.__name__)
def test_every_part_is_frozen_and_closed_and_explains_each_field(part):
    assert part.model_config["frozen"]
    assert part.model_config["extra"] == "forbid"
    unexplained = [name for name, field in part.model_fields.items() if not field.description and name != "kind"]
    assert unexplained == []
