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


def sold(machine, *kinds, nodes=2):
    """The price of the serving pool with another machine and ways to buy it."""
    options = [{"kind": kind} | ({"reservation": CR} if kind in ("capacity_block", "reservation") else {}) for kind in kinds]
    return price(**{"pools[2]__machine": machine, "pools[2]__capacity": options, "pools[2]__nodes": nodes})


@pytest.mark.parametrize(
    ("machine", "nodes", "usd_per_hour"),
    [
        ("p5.48xlarge", 4, "220.16"),
        ("p5en.48xlarge", 1, "63.296"),
        ("p6-b300.48xlarge", 2, "284.832"),
        ("g6e.12xlarge", 3, "31.47792"),
        ("p4d.24xlarge", 10, "219.57642"),
        ("trn1.32xlarge", 2, "43"),
    ],
)
def test_the_sum_of_a_line_is_exact(machine, nodes, usd_per_hour):
    found = line(sold(machine, "on_demand", nodes=nodes), "serve", CapacityKind.ON_DEMAND)
    assert (found.machine, found.nodes, found.usd_per_hour) == (machine, nodes, Decimal(usd_per_hour))
    assert found.note == "list price on demand"


@pytest.mark.parametrize("machine", ["p5e.48xlarge", "trn2.48xlarge", "trn2.3xlarge", "p6e-gb200.36xlarge"])
@pytest.mark.parametrize("kind", list(CapacityKind))
def test_a_machine_without_a_price_is_unknown_however_it_is_bought(machine, kind):
    whole = sold(machine, kind.value)
    found = line(whole, "serve", kind)
    assert (found.usd_per_node_hour, found.usd_per_hour, found.as_of, found.source) == (None, None, None, None)
    assert found in whole.unknown_lines
    assert whole.hourly_usd == 2 * price_of("m7i.2xlarge")
    assert whole.prepaid_list_usd == 16 * price_of("p5en.48xlarge")


@pytest.mark.parametrize(
    ("kind", "billing", "note"),
    [
        ("on_demand", Billing.HOURLY, "list price on demand"),
        ("spot", Billing.HOURLY, "the on-demand price is $10.49264 a node and hour"),
        ("capacity_block", Billing.PREPAID, "the fee was paid up front with the block; the list price is for comparison"),
        ("reservation", Billing.HOURLY, "billed from the reservation's creation, used or not"),
    ],
)
def test_each_kind_says_how_it_is_paid(kind, billing, note):
    found = line(sold("g6e.12xlarge", kind), "serve", CapacityKind(kind))
    assert found.billing is billing
    assert found.note.endswith(note)


@pytest.mark.parametrize(
    ("kind", "note"),
    [
        ("on_demand", "the catalogue has no price for this machine in us-east-1"),
        ("spot", "the on-demand price is unknown too"),
        ("capacity_block", "paid up front"),
        ("reservation", "the catalogue has no price for this machine in us-east-1"),
    ],
)
def test_what_is_unknown_says_why(kind, note):
    assert note in line(sold("p5e.48xlarge", kind), "serve", CapacityKind(kind)).note


@pytest.mark.parametrize(
    ("kinds", "sums", "unknown"),
    [
        (("on_demand", "spot"), ["20.98528", "0"], 0),
        (("spot", "on_demand"), [None, "0"], 1),
        (("reservation", "on_demand", "spot"), ["20.98528", "0", "0"], 0),
        (("spot", "reservation", "capacity_block"), [None, "0", "0"], 1),
    ],
)
def test_the_first_option_is_priced_and_the_others_hold_nothing(kinds, sums, unknown):
    whole = sold("g6e.12xlarge", *kinds)
    lines = [each for each in whole.lines if each.pool == "serve"]
    assert [each.capacity.value for each in lines] == list(kinds)
    assert [each.usd_per_hour for each in lines] == [None if each is None else Decimal(each) for each in sums]
    assert len(whole.unknown_lines) == unknown


def test_prepaid_blocks_of_several_pools_add_up_apart_from_the_hourly_ones():
    whole = sold("p5.48xlarge", "capacity_block", nodes=3)
    assert whole.prepaid_list_usd == 16 * price_of("p5en.48xlarge") + 3 * price_of("p5.48xlarge")
    assert whole.hourly_usd == 2 * price_of("m7i.2xlarge")


@pytest.mark.parametrize(("region", "zone"), [("us-west-2", "usw2-az2"), ("us-east-2", "use2-az1"), ("eu-north-1", "eun1-az3")])
def test_a_price_holds_for_its_own_region_alone(region, zone):
    whole = price(region=region, zone=zone)
    assert {each.usd_per_node_hour for each in whole.lines} == {None}
    assert [each.pool for each in whole.unknown_lines] == ["system", "train", "serve"]
    assert (whole.hourly_usd, whole.prepaid_list_usd) == (0, 0)
    assert f"in {region}" in line(whole, "system", CapacityKind.ON_DEMAND).note


NETWORK = WHOLE["network"]
SCRATCH = {"kind": "fsx_lustre", "deployment": "scratch_2", "capacity_gib": 4800}


@pytest.mark.parametrize(
    ("changes", "there", "absent"),
    [
        ({"control_plane": REMOVED}, (), ("control plane",)),
        ({"pools": []}, (), ("root volumes",)),
        ({"storage": REMOVED}, (), ("checkpoint storage",)),
        ({"storage": {"scratch": SCRATCH}}, ("scratch file system of 4800 GiB",), ("checkpoint storage",)),
        ({"storage": {"checkpoints": {"kind": "bucket"}, "scratch": {"from_stack": "b"}}}, ("checkpoint storage",), ("scratch",)),
        ({"encryption": "account_default"}, (), ("encryption key",)),
        ({"encryption": "own_key"}, ("encryption key",), ()),
        ({"network": {**NETWORK, "nat": "none"}}, (), ("NAT gateway", "endpoint", "flow logs")),
        ({"network": {**NETWORK, "endpoints": "needed"}}, ("NAT gateway", "6 interface endpoints"), ("flow logs",)),
        ({"network": {**NETWORK, "endpoints": "all"}}, ("12 interface endpoints",), ()),
        ({"network": {**NETWORK, "endpoints": ["eks"]}}, ("1 interface endpoint",), ()),
        ({"network": {**NETWORK, "flow_logs": {"retention_days": 90}}}, ("flow logs", "NAT gateway"), ("endpoint",)),
        ({"network": {"from_stack": "b"}}, ("control plane", "root volumes"), ("NAT gateway", "encryption key")),
    ],
)
def test_what_bills_besides_is_named_where_the_cluster_has_it(changes, there, absent):
    found = price(**changes).not_counted
    assert [words for words in there if words not in found] == []
    assert [words for words in absent if any(words in each for each in found)] == []
    assert found[-1] == "data transfer"
