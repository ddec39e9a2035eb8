import pytest

from components.aws.nic_layout import PRIMARY, efa_shares_primary_card, is_primary, nic_layout, node_interfaces
from declaration.interfaces import InterfaceType, NetworkInterface


def efa_only(card, device=0):
    return NetworkInterface(card=card, device=device, type=InterfaceType.EFA_ONLY)


@pytest.mark.parametrize(
    ("machine", "layout"),
    [
        ("p5.48xlarge", (PRIMARY, efa_only(0, 1), *(efa_only(card) for card in range(1, 32)))),
        ("p5en.48xlarge", (PRIMARY, efa_only(0, 1), *(efa_only(card) for card in range(1, 16)))),
        ("p6-b300.48xlarge", (PRIMARY, *(efa_only(card) for card in range(1, 17)))),
        ("g6e.12xlarge", (PRIMARY, efa_only(0, 1))),
        ("g7e.48xlarge", (PRIMARY, efa_only(0, 1), efa_only(1), efa_only(2), efa_only(3))),
        ("p4d.24xlarge", (PRIMARY, efa_only(0, 1), efa_only(1), efa_only(2), efa_only(3))),
        ("p5.4xlarge", (PRIMARY, efa_only(0, 1))),
        ("p6-b200.48xlarge", (PRIMARY, efa_only(0, 1), *(efa_only(card) for card in range(1, 8)))),
        ("p6e-gb200.36xlarge", (PRIMARY, efa_only(1), efa_only(5), efa_only(9), efa_only(13))),  # one a GPU fills the NICs
        ("trn1n.32xlarge", (PRIMARY, efa_only(0, 1), *(efa_only(card) for card in range(1, 16)))),
    ],
)
def test_layout_that_saves_addresses(catalog, machine, layout):
    assert nic_layout(catalog.machines[machine].network, efa=True) == layout


def test_one_interface_without_efa(catalog):
    for machine in catalog.machines.values():
        assert nic_layout(machine.network, efa=False) == (PRIMARY,)


def test_every_machine_keeps_to_its_limits(catalog):
    for machine in catalog.machines.values():
        nics = nic_layout(machine.network, efa=machine.has_efa)
        cards = {card.index: card for card in machine.network.cards}
        assert len({(nic.card, nic.device) for nic in nics}) == len(nics)
        assert all(nic.device < cards[nic.card].max_interfaces for nic in nics)
        assert sum(nic.type is InterfaceType.EFA_ONLY for nic in nics) == len(machine.network.fabric_cards)
        assert [nic for nic in nics if nic.type is InterfaceType.INTERFACE] == [PRIMARY], "one address a node"


@pytest.mark.parametrize(("machine", "shares"), [("p5.48xlarge", True), ("p6-b300.48xlarge", False), ("m7i.2xlarge", False)])
def test_efa_shares_primary_card(catalog, machine, shares):
    found = catalog.machines[machine]
    assert efa_shares_primary_card(nic_layout(found.network, efa=found.has_efa)) is shares
    assert not efa_shares_primary_card(nic_layout(found.network, efa=False))


def test_what_the_user_laid_out_wins(plans_of):
    laid_out = [{"card": 0, "device": 0, "type": "efa"}, {"card": 1, "device": 1, "type": "efa-only"}]
    (plan,) = plans_of(name="train", purpose="training", machine="p5en.48xlarge", nodes=2, network_interfaces=laid_out)
    interfaces = node_interfaces(plan)
    assert [(nic.card, nic.device, nic.type.value) for nic in interfaces] == [(0, 0, "efa"), (1, 1, "efa-only")]
    assert [is_primary(nic) for nic in interfaces] == [True, False]
    assert not efa_shares_primary_card(interfaces), "an efa interface has addresses for pods, as any other"


# EC2 User Guide, efa-acc-inst-types: machine, (card, device) of every efa-only interface beside the one IP interface on (0, 0).
DOCUMENTED = {
    "p4d.24xlarge": ((0, 1), (1, 0), (2, 0), (3, 0)),
    "p4de.24xlarge": ((0, 1), (1, 0), (2, 0), (3, 0)),
    "p5.48xlarge": ((0, 1), *((card, 0) for card in range(1, 32))),
    "p5e.48xlarge": ((0, 1), *((card, 0) for card in range(1, 32))),
    "p5en.48xlarge": ((0, 1), *((card, 0) for card in range(1, 16))),
    "p6-b200.48xlarge": ((0, 1), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0)),
    "p6-b300.48xlarge": tuple((card, 0) for card in range(1, 17)),
    "p6e-gb200.36xlarge": ((1, 0), (5, 0), (9, 0), (13, 0)),
    "trn1.32xlarge": ((0, 1), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0)),
    "trn1n.32xlarge": ((0, 1), *((card, 0) for card in range(1, 16))),
    "trn2.48xlarge": ((0, 1), *((card, 0) for card in range(1, 16))),
    "g6e.24xlarge": ((0, 1), (1, 0)),
    "g6e.48xlarge": ((0, 1), (1, 0), (2, 0), (3, 0)),
    "g7e.24xlarge": ((0, 1), (1, 0)),
    "g7e.48xlarge": ((0, 1), (1, 0), (2, 0), (3, 0)),
}


@pytest.mark.parametrize(("machine", "places"), DOCUMENTED.items())
def test_the_documented_layout_of_each_machine_with_several_cards(catalog, machine, places):
    first, *fabric = nic_layout(catalog.machines[machine].network, efa=True)
    assert (first.card, first.device, first.type.value) == (0, 0, "interface")
    assert [(nic.card, nic.device, nic.type.value) for nic in fabric] == [(*place, "efa-only") for place in places]


def test_no_machine_with_several_cards_is_left_out_of_the_table(catalog):
    several = {name for name, machine in catalog.machines.items() if len(machine.network.cards) > 1}
    assert several == set(DOCUMENTED)


@pytest.mark.parametrize("machine", DOCUMENTED)
def test_only_machines_whose_first_card_takes_no_efa_keep_that_card_for_pods(catalog, machine):
    network = catalog.machines[machine].network
    assert efa_shares_primary_card(nic_layout(network, efa=True)) is (machine not in ("p6-b300.48xlarge", "p6e-gb200.36xlarge"))
    assert not efa_shares_primary_card(nic_layout(network, efa=False))


@pytest.mark.parametrize(
    "machine", ["g4dn.8xlarge", "g4dn.metal", "g5.48xlarge", "g6.48xlarge", "g6e.12xlarge", "g7e.8xlarge", "g7e.12xlarge", "trn2.3xlarge"]
)
def test_the_one_card_of_a_smaller_machine_holds_both_interfaces(catalog, machine):
    assert nic_layout(catalog.machines[machine].network, efa=True) == (PRIMARY, efa_only(0, 1))


@pytest.mark.parametrize("machine", ["trn1.2xlarge", "g7e.2xlarge", "g7e.4xlarge", "m7i.xlarge", "t3.large"])
def test_a_machine_whose_cards_take_no_efa_has_none_however_asked(catalog, machine):
    assert nic_layout(catalog.machines[machine].network, efa=True) == (PRIMARY,)


@pytest.mark.parametrize("machine", ["p5.48xlarge", "p6-b300.48xlarge", "trn2.48xlarge"])
def test_cards_are_laid_out_in_order_however_the_catalogue_lists_them(catalog, machine):
    network = catalog.machines[machine].network
    shuffled = network.model_copy(update={"efa_cards": tuple(reversed(network.efa_cards))})
    assert nic_layout(shuffled, efa=True) == nic_layout(network, efa=True)


@pytest.mark.parametrize(
    ("pool", "count"),
    [
        ({"purpose": "training", "machine": "p5en.48xlarge"}, 17),
        ({"purpose": "training", "machine": "p5en.48xlarge", "efa": False}, 1),
        ({"purpose": "inference", "machine": "p5en.48xlarge"}, 1),
        ({"purpose": "inference", "machine": "p5en.48xlarge", "efa": True}, 17),
        ({"purpose": "training", "machine": "p6-b300.48xlarge"}, 17),
        ({"purpose": "training", "machine": "m7i.2xlarge"}, 1),
    ],
)
def test_a_group_gets_the_layout_of_its_machine_where_it_has_a_fabric(plans_of, pool, count):
    (plan,) = plans_of(name="train", nodes=2, **pool)
    assert len(node_interfaces(plan)) == count


@pytest.mark.parametrize(
    ("card", "device", "kind", "primary", "shares"),
    [
        (0, 0, "interface", True, False),
        (0, 0, "efa", True, False),
        (0, 1, "efa-only", False, True),
        (0, 1, "interface", False, False),
        (0, 1, "efa", False, False),
        (1, 0, "interface", False, False),
        (1, 0, "efa-only", False, False),
        (1, 1, "efa-only", False, False),
    ],
)
def test_which_interface_boots_and_which_takes_a_slot_of_the_first_card(card, device, kind, primary, shares):
    nic = NetworkInterface(card=card, device=device, type=InterfaceType(kind))
    assert is_primary(nic) is primary
    assert efa_shares_primary_card([nic]) is shares
