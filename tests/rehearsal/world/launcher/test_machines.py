"""Facts of types, as moto recorded them."""

from rehearsal.world.launcher.machines import find_machine, is_offered, zones_offering


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
