"""What a machine answers about itself."""

from decimal import Decimal

from catalog.loading import load_catalog


def test_a_price_holds_for_its_region_alone():
    machine = load_catalog().machines["p5en.48xlarge"]
    assert machine.price_in("us-east-1").usd_per_hour == Decimal("63.296")
    assert machine.price_in("us-west-2") is None


def test_a_region_left_out_offers_the_machine_nowhere():
    machine = load_catalog().machines["p5en.48xlarge"]
    assert machine.offered_in("us-east-1") == ("use1-az2", "use1-az6")
    assert machine.offered_in("eu-central-1") == ()


def test_families_and_fabrics():
    machines = load_catalog().machines
    assert machines["p6-b300.48xlarge"].family == "p6-b300"
    without = load_catalog().machines_with(lambda machine: not machine.has_efa)
    assert "m7i.2xlarge" in without
    assert "p5en.48xlarge" not in without
    assert list(without) == sorted(without)
