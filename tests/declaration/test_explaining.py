"""Locations of errors become paths of the declaration, and misspelt words find the right ones."""

import pytest

from declaration.explaining import did_you_mean, find_place

CAPACITY = ("pools", 1, "capacity", 0)


@pytest.mark.parametrize(
    ("location", "path"),
    [
        (("name",), "name"),
        ((*CAPACITY, "capacity_block", "reservation"), "pools[1].capacity[0].reservation"),
        ((*CAPACITY, "reservation", "reservation"), "pools[1].capacity[0].reservation"),
        ((*CAPACITY, "spot", "spot"), "pools[1].capacity[0].spot"),
        ((*CAPACITY, "spot"), "pools[1].capacity[0]"),
        (("network", "OwnNetwork", "cidr"), "network.cidr"),
        (("network", "OwnNetwork"), "network"),
        (("pools", 0, "nodes", "max"), "pools[0].nodes.max"),
        ((), "(declaration)"),
    ],
)
def test_names_of_a_unions_branch_are_no_part_of_the_path(location, path):
    assert find_place(location).path == path


def test_a_place_knows_what_its_field_is_for():
    assert find_place(("account",)).description == "12 digits in quotes"
    assert {model.__name__ for model in find_place(CAPACITY).models} == {"OnDemand", "Spot", "CapacityBlock", "Reservation"}
    assert [model.__name__ for model in find_place((*CAPACITY, "capacity_block")).models] == ["CapacityBlock"]


@pytest.mark.parametrize(
    ("word", "meant"), [("regoin", "region"), ("cost-center", "cost_center"), ("REGION", "region"), ("zzz", None), ("", None)]
)
def test_misspelt_words_find_the_nearest_known_one(word, meant):
    assert did_you_mean(word, ["region", "zone", "cost_center"]) == meant
