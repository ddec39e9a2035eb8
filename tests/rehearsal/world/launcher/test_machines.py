"""Facts of types, as moto recorded them."""

import pytest

from rehearsal.world.launcher.machines import find_machine, is_offered, offered_types, to_machine, zones_offering


def test_p6_b300_takes_no_efa_on_its_first_card() -> None:
    machine = find_machine("p6-b300.48xlarge")
    assert (len(machine.cards), machine.efa_max) == (17, 16)
    assert [card.index for card in machine.cards if "efa-only" not in card.interface_types] == [0]


def test_p5_cards_take_two_interfaces() -> None:
    assert {card.max_interfaces for card in find_machine("p5.48xlarge").cards} == {2}


def test_type_that_is_not_there() -> None:
    assert find_machine("p9.huge") is None


def test_offerings_are_by_zone_id() -> None:
    assert zones_offering("us-east-1", "p5en.48xlarge") == ["use1-az2", "use1-az6"]
    assert not is_offered("us-east-1", "use1-az1", "p5en.48xlarge")


RECORDED = {
    "InstanceType": "x1.small",
    "SupportedUsageClasses": ["on-demand"],
    "NetworkInfo": {
        "MaximumNetworkInterfaces": 4,
        "NetworkCards": [{"NetworkCardIndex": 0, "MaximumNetworkInterfaces": 4}],
    },
}


def test_what_a_record_does_not_say_is_the_least() -> None:
    machine = to_machine(RECORDED)
    assert (machine.efa_max, machine.placement_strategies, machine.max_interfaces) == (0, frozenset(), 4)
    assert machine.cards[0].interface_types == {"interface"}


@pytest.mark.parametrize(("name", "classes"), [("m7i.2xlarge", {"on-demand", "spot"}), ("p6-b300.48xlarge", {"capacity-block"})])
def test_how_a_type_may_be_bought(name, classes) -> None:
    assert classes <= find_machine(name).usage_classes


def test_a_type_takes_as_many_interfaces_as_its_cards_or_more() -> None:
    for name in ("p5.48xlarge", "p5en.48xlarge", "p6-b300.48xlarge", "g6e.12xlarge"):
        machine = find_machine(name)
        assert machine.max_interfaces >= len(machine.cards) >= 1
        assert machine.efa_max <= len([card for card in machine.cards if card.interface_types & {"efa", "efa-only"}])


def test_a_region_that_is_not_recorded_offers_nothing() -> None:
    assert offered_types("xx-nowhere-1") == {}
    assert zones_offering("xx-nowhere-1", "m7i.2xlarge") == []


def test_offers_of_a_zone_and_zones_of_an_offer_agree() -> None:
    for zone in zones_offering("us-east-1", "p5.48xlarge"):
        assert is_offered("us-east-1", zone, "p5.48xlarge")
        assert "p5.48xlarge" in offered_types("us-east-1")[zone]
