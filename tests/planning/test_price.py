"""Prices: nodes times dated list price, and unknown is never nothing."""

import datetime
from decimal import Decimal

import pytest

from catalog.loading import load_catalog
from declaration.capacity import CapacityKind
from declaration.reading import read_declaration
from planning.price import Billing, price_cluster
from tests.support.declarations import REMOVED, WHOLE, changed, price_of

CR = "cr-0123456789abcdef0"


def price(**changes: object):
    cluster = read_declaration(changed({path.replace("__", "."): value for path, value in changes.items()})).cluster
    assert cluster is not None
    return price_cluster(cluster, load_catalog())


def line(of, pool, kind):
    (found,) = [each for each in of.lines if (each.pool, each.capacity) == (pool, kind)]
    return found


def test_nodes_times_the_dated_list_price():
    system = line(price(), "system", CapacityKind.ON_DEMAND)
    assert (system.nodes, system.usd_per_node_hour, system.usd_per_hour) == (2, Decimal("0.4032"), Decimal("0.8064"))
    assert system.as_of == datetime.date(2026, 7, 20)
    assert "karpenter" in system.source
    assert system.billing is Billing.HOURLY


def test_a_block_is_prepaid_and_its_list_price_is_for_comparison():
    block = line(price(), "train", CapacityKind.CAPACITY_BLOCK)
    assert (block.nodes, block.usd_per_hour, block.billing) == (16, 16 * price_of("p5en.48xlarge"), Billing.PREPAID)
    assert "paid up front" in block.note
    assert "for comparison" in block.note


def test_sums_keep_hourly_prepaid_and_unknown_apart():
    whole = price()
    assert whole.hourly_usd == 2 * price_of("m7i.2xlarge") + 2 * price_of("g6e.12xlarge")
    assert whole.prepaid_list_usd == Decimal("1012.736")
    assert whole.unknown_lines == ()


def test_spot_is_unknown_and_not_the_on_demand_price():
    whole = price(**{"pools[1]__capacity": [{"kind": "spot"}]})
    spot = line(whole, "train", CapacityKind.SPOT)
    assert (spot.nodes, spot.usd_per_node_hour, spot.usd_per_hour, spot.as_of) == (16, None, None, None)
    assert "63.296" in spot.note
    assert whole.unknown_lines == (spot,)
    assert whole.hourly_usd == price(**{"pools[1]": REMOVED}).hourly_usd


def test_options_that_hold_no_nodes_cost_nothing_even_where_the_price_is_unknown():
    spot = line(price(), "train", CapacityKind.SPOT)
    assert (spot.nodes, spot.usd_per_node_hour, spot.usd_per_hour) == (0, None, Decimal(0))


@pytest.mark.parametrize("changes", [{"region": "us-west-2", "zone": "usw2-az2"}, {"pools[2]__machine": "p9.48xlarge"}])
def test_without_a_price_the_line_is_unknown_and_says_why(changes):
    whole = price(**changes)
    serve = line(whole, "serve", CapacityKind.ON_DEMAND)
    assert serve.usd_per_hour is None
    assert "no price for this machine in us-" in serve.note
    assert serve in whole.unknown_lines


def test_a_block_without_a_list_price_is_unknown_too():
    whole = price(region="us-west-2", zone="usw2-az2")
    block = line(whole, "train", CapacityKind.CAPACITY_BLOCK)
    assert block.usd_per_hour is None
    assert "paid up front" in block.note
    assert whole.prepaid_list_usd == 0


def test_a_reservation_bills_whether_used_or_not():
    reserved = line(price(**{"pools[2]__capacity": [{"kind": "reservation", "reservation": CR}]}), "serve", CapacityKind.RESERVATION)
    assert reserved.usd_per_hour == 2 * price_of("g6e.12xlarge")
    assert "used or not" in reserved.note


def test_what_else_bills_is_named():
    assert price().not_counted == ("control plane", "NAT gateway", "root volumes", "checkpoint storage", "encryption key", "data transfer")
    bare = price(control_plane=REMOVED, pools=[], network=REMOVED, storage=REMOVED, encryption="account_default")
    assert bare.lines == ()
    assert bare.not_counted == ("data transfer",)


def test_what_a_base_stack_pays_is_not_named_again():
    storage = {"checkpoints": {"kind": "bucket", "from_stack": "b"}, "scratch": {"from_stack": "b"}}
    on_a_base = price(network={"from_stack": "b"}, storage=storage)
    assert on_a_base.not_counted == ("control plane", "root volumes", "data transfer")


def test_a_scratch_file_system_and_the_parts_of_a_network_are_named():
    scratch = {"kind": "fsx_lustre", "deployment": "scratch_2", "capacity_gib": 2400}
    network = {**WHOLE["network"], "nat": "none", "endpoints": ["ec2", "sts"], "flow_logs": {"retention_days": 90}}
    found = price(network=network, storage={"scratch": scratch}).not_counted
    assert found[1:5] == ("2 interface endpoints", "flow logs", "root volumes", "scratch file system of 2400 GiB")
    assert "1 interface endpoint" in price(network={**network, "endpoints": ["ec2"]}).not_counted


def test_the_desired_count_is_priced_and_not_the_most():
    whole = price(**{"pools[1]__nodes": {"min": 0, "desired": 0, "max": 16}})
    assert line(whole, "train", CapacityKind.CAPACITY_BLOCK).usd_per_hour == 0
