"""Case S01: a user's list of interfaces, judged by the cards of the machine."""

import pytest

from declaration.rules.interface_layout import interface_layout
from tests.support.declarations import Row, catalog_with, problems_of, table_tests

RULE = interface_layout
LIST = "pools[1].network_interfaces"


def layout(*places: tuple[int, int, str], machine: str = "p5.48xlarge", **more: object) -> dict[str, object]:
    listed = [{"card": card, "device": device, "type": kind} for card, device, kind in places]
    return {LIST: listed, "pools[1].machine": machine, **{f"pools[1].{field}": value for field, value in more.items()}}


PRIMARY, BESIDE = (0, 0, "interface"), (0, 1, "efa-only")
ACCEPTS = (
    Row("none", {}),
    Row("S01: the right form", layout(PRIMARY, BESIDE, *((card, 0, "efa-only") for card in range(1, 32)))),
    Row("p6-b300: no EFA on card 0", layout(PRIMARY, *((card, 0, "efa-only") for card in range(1, 17)), machine="p6-b300.48xlarge")),
    Row("the older form, one interface for both", layout((0, 0, "efa"), *((card, 1, "efa") for card in range(1, 32)))),
    Row("one card", layout(PRIMARY, machine="m7i.2xlarge")),
    Row("efa said and listed", layout(PRIMARY, BESIDE, efa=True)),
    Row("no efa said and none listed", layout(PRIMARY, efa=False)),
)
REFUSES = (
    Row(
        "S01: (0,0) (1,1) (2,2) (3,3)",
        layout((0, 0, "efa"), (1, 1, "efa"), (2, 2, "efa"), (3, 3, "efa")),
        f"{LIST}[2].device",
        ("device index 2 is too high", "0 to 1 on card 2 of p5.48xlarge", "device index 3", "0 to 1 on card 3 of p5.48xlarge"),
    ),
    Row("a card that is not there", layout(PRIMARY, (32, 0, "efa-only")), f"{LIST}[1].card", ("card 32", "0 to 31")),
    Row("one card alone", layout(PRIMARY, (1, 0, "interface"), machine="m7i.2xlarge"), f"{LIST}[1].card", ("a card of m7i.2xlarge: 0",)),
    Row("no primary", layout((1, 0, "efa-only")), LIST, ("(1, 0, efa-only)", "one with an IP address at card 0, device 0")),
    Row("an efa-only primary", layout((0, 0, "efa-only"), (0, 1, "interface")), LIST, ("(0, 0, efa-only)",)),
    Row(
        "EFA on p6-b300's card 0", layout(PRIMARY, BESIDE, machine="p6-b300.48xlarge"), f"{LIST}[1].type", ("efa-only", "card 0 of p6-b300")
    ),
    Row("two EFAs on a card", layout(PRIMARY, (1, 0, "efa-only"), (1, 1, "efa")), f"{LIST}[2].type", ("one EFA a card", "card 1 has one")),
    Row("one place twice", layout(PRIMARY, PRIMARY), f"{LIST}[1]", ("card 0, device 0 is taken",)),
    Row("EFA on a machine without", layout(PRIMARY, BESIDE, machine="m7i.2xlarge"), f"{LIST}[1].type", ("cards for EFA are none",)),
    Row("efa: false beside an EFA", layout(PRIMARY, BESIDE, efa=False), "pools[1].efa", ("true or left out", "an EFA")),
    Row("efa: true beside none", layout(PRIMARY, efa=True), "pools[1].efa", ("false or left out", "no EFA")),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)


def test_only_the_cards_of_the_wrong_form_are_named():
    found = problems_of(RULE, REFUSES[0])
    assert [problem.path for problem in found] == [f"{LIST}[2].device", f"{LIST}[3].device"]


@pytest.mark.parametrize("name", sorted(name for name, machine in catalog_with().machines.items() if machine.has_efa))
def test_one_efa_for_every_card_that_takes_it_is_accepted_on_every_machine(name):
    cards = catalog_with().machines[name].network.efa_cards
    places = (PRIMARY, *((card, 0 if card else 1, "efa-only") for card in cards))
    assert problems_of(RULE, Row("", layout(*places, machine=name))) == []
