"""What a machine answers about itself."""

from decimal import Decimal

import pytest
from pydantic import ValidationError

from catalog.loading import load_catalog
from catalog.machines import Network


def test_a_price_holds_for_its_region_alone():
    machine = load_catalog().machines["p5en.48xlarge"]
    assert machine.price_in("us-east-1").usd_per_hour == Decimal("63.296")
    assert machine.price_in("us-west-2") is None


def test_a_region_left_out_offers_the_machine_nowhere():
    machine = load_catalog().machines["p5en.48xlarge"]
    assert machine.offered_in("us-east-1") == ("use1-az2", "use1-az6")
    assert machine.offered_in("eu-central-1") == ()


def test_machines_like_another_are_of_its_family_first_then_of_its_kind_then_of_its_size():
    catalog = load_catalog()
    assert catalog.machines["p6-b300.48xlarge"].family == "p6-b300"
    with_efa = catalog.machines_like(catalog.machines["g4dn.xlarge"], lambda machine: machine.has_efa)
    assert with_efa[:2] == ("g4dn.8xlarge", "g4dn.12xlarge")
    assert with_efa[4] == "p5.4xlarge", "the smallest GPU machine with EFA, before Trainium"
    assert set(with_efa) == {name for name, machine in catalog.machines.items() if machine.has_efa}


@pytest.mark.parametrize(
    ("written", "indexes"),
    [("0-3", (0, 1, 2, 3)), (["0-2", 5], (0, 1, 2, 5)), ([1, 5, 9], (1, 5, 9)), ("7-7", (7,)), ([], ())],
)
def test_indexes_are_written_one_by_one_or_as_a_range(written, indexes):
    card = {"gbps": 100, "max_interfaces": 2, "ipv4_per_interface": 50}
    network = Network(cards=[{**card, "index": "0-9"}], efa_max=len(indexes), efa_cards=written)
    assert network.efa_cards == indexes
    assert [spelt.index for spelt in network.cards] == list(range(10))


@pytest.mark.parametrize("index", ["3-1", "0..3", "-3", "x", None, 1.5])
def test_what_is_no_range_is_refused(index):
    card = {"gbps": 100, "max_interfaces": 2, "ipv4_per_interface": 50, "index": index}
    with pytest.raises(ValidationError, match="cards"):
        Network(cards=[card], efa_max=0, efa_cards=[])


@pytest.mark.parametrize("cards", ["0-3", ["0-3"], [{"index": 0}], [{}], 7, [None]])
def test_cards_that_are_none_are_refused_with_their_place(cards):
    with pytest.raises(ValidationError, match="cards"):
        Network(cards=cards, efa_max=0, efa_cards=[])
