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
