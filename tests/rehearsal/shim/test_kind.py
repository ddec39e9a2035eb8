"""Templates: properties put in, what is not set left out, texts read back."""

import pytest

from rehearsal.shim.kind import Change, Filled, Given, Text, When, fill, fill_text, references

KNOWN = {"id": "sg-1", "cidr": "10.0.0.0/8", "config": {"subnetIds": ["a"]}, "nested": Filled({"ImageId": "ami-1"})}


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("$id", Given("id", "sg-1")),
        ("plain", "plain"),
        ({"A": "$id", "B": "$gone"}, {"A": Given("id", "sg-1")}),
        ({"A": {"B": "$gone"}}, None),
        ([{"A": "$gone"}, "x"], ["x"]),
        ({"Ids": "$config.subnetIds"}, {"Ids": Given("config.subnetIds", ["a"])}),
        (When("gone", {"A": "x"}), None),
        (When("cidr", {"A": "$cidr", "B": "$gone"}), {"A": Given("cidr", "10.0.0.0/8")}),
        ("$nested", {"ImageId": "ami-1"}),
        (Text("arn:$id"), "arn:sg-1"),
        ({"on": False, "count": 0}, {"on": False, "count": 0}),
    ],
)
def test_a_template_holds_what_is_set(template, expected) -> None:
    assert fill(template, KNOWN) == expected


def test_a_text_keeps_what_it_does_not_know() -> None:
    assert fill_text("$id.$gone", KNOWN) == "sg-1.$gone"


def test_references_are_found_at_any_depth() -> None:
    template = {"A": "$one", "B": [{"C": "$two.part"}], "D": When("three", {"E": "$four"}), "F": "x"}
    assert set(references(template)) == {"one", "two", "three", "four"}


def test_a_text_is_read_back_into_what_made_it() -> None:
    form = Text("$clusterName#$principalArn#$policyArn")
    values = {"clusterName": "atlas", "principalArn": "arn:aws:iam::1:role/x", "policyArn": "arn:aws:eks::aws:p/Admin"}
    assert form.parse(form.of(values)) == values
    assert form.parse("atlas") == {}


def test_a_change_knows_what_joined_and_what_left() -> None:
    change = Change("id", {"ids": ["a", "b"]}, {"ids": ["b", "c"]}, {})
    assert (change.added("ids"), change.removed("ids"), change.added("others")) == (["c"], ["a"], [])
