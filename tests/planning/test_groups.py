"""Node groups of a pool: one per capacity option, the nodes with the first."""

import dataclasses

import pytest

from catalog.loading import load_catalog
from declaration.capacity import CapacityKind
from declaration.pools import Purpose
from declaration.reading import read_declaration
from planning.groups import (
    CUSTOM_AMI_TYPE,
    SUFFIXES,
    EksCapacityType,
    InstanceTypeIn,
    PlanError,
    group_names,
    has_placement_group,
    plan_groups,
)
from tests.support.declarations import REMOVED, catalog_with, changed

CR = "cr-0123456789abcdef0"
OPTIONS = {
    "on_demand": {"kind": "on_demand"},
    "spot": {"kind": "spot"},
    "capacity_block": {"kind": "capacity_block", "reservation": CR},
    "reservation": {"kind": "reservation", "reservation": CR},
}


def plans(pool: int, *machines: str, **changes: object):
    cluster = read_declaration(changed({path.replace("__", "."): value for path, value in changes.items()})).cluster
    assert cluster is not None
    chosen = cluster.pools[pool]
    return plan_groups(cluster, chosen, catalog_with(*machines).machines[chosen.machine])


def test_the_first_option_holds_the_nodes_and_the_others_none():
    groups = plans(1)
    assert [(group.name, group.min, group.desired, group.max) for group in groups] == [
        ("train-cb-9abcdef0", 0, 16, 16),
        ("train-spot", 0, 0, 16),
    ]
    (system,) = plans(0)
    assert (system.name, system.min, system.desired, system.max) == ("system-od", 2, 2, 2)


def test_a_minimum_stays_with_the_first_option():
    first, second = plans(1, **{"pools[1]__nodes": {"min": 3, "desired": 5, "max": 9}})
    assert (first.min, first.desired, first.max) == (3, 5, 9)
    assert (second.min, second.desired, second.max) == (0, 0, 9)


@pytest.mark.parametrize(
    ("kind", "capacity_type", "market", "reservation", "where"),
    [
        ("on_demand", EksCapacityType.ON_DEMAND, None, None, InstanceTypeIn.GROUP),
        ("spot", EksCapacityType.SPOT, None, None, InstanceTypeIn.GROUP),
        ("capacity_block", EksCapacityType.CAPACITY_BLOCK, "capacity-block", CR, InstanceTypeIn.TEMPLATE),
        ("reservation", EksCapacityType.ON_DEMAND, None, CR, InstanceTypeIn.GROUP),
    ],
)
def test_each_kind_of_capacity_is_said_as_eks_takes_it(kind, capacity_type, market, reservation, where):
    (group,) = plans(1, **{"pools[1]__capacity": [OPTIONS[kind]]})
    assert (group.eks_capacity_type, group.market_type, group.reservation_id, group.instance_type_in) == (
        capacity_type,
        market,
        reservation,
        where,
    )
    assert group.option.kind == kind


def test_every_kind_has_a_suffix_of_its_own():
    assert set(SUFFIXES) == set(CapacityKind)
    assert len(set(SUFFIXES.values())) == len(SUFFIXES)


@pytest.mark.parametrize(
    ("pool", "changes", "efa"),
    [
        (1, {}, True),
        (1, {"pools[1]__efa": False}, False),
        (2, {}, False),
        (2, {"pools[2]__efa": True}, True),
        (0, {}, False),
        (1, {"pools[1]__machine": "m7i.2xlarge"}, False),
    ],
)
def test_efa_is_as_said_else_where_training_meets_a_machine_that_has_it(pool, changes, efa):
    assert {group.efa for group in plans(pool, **changes)} == {efa}


@pytest.mark.parametrize(
    ("changes", "placed"),
    [
        ({"pools[1]__capacity": [OPTIONS["spot"]]}, True),
        ({"pools[1]__capacity": [OPTIONS["on_demand"]]}, True),
        ({"pools[1]__capacity": [OPTIONS["capacity_block"]]}, False),
        ({"pools[1]__capacity": [OPTIONS["reservation"]]}, False),
        ({"pools[1]__capacity": [OPTIONS["capacity_block"]], "pools[1]__placement_group": True}, False),
        ({"pools[1]__capacity": [OPTIONS["spot"]], "pools[1]__placement_group": False}, False),
        ({"pools[1]__capacity": [OPTIONS["spot"]], "pools[1]__efa": False}, False),
        ({"pools[1]__capacity": [OPTIONS["spot"]], "pools[1]__efa": False, "pools[1]__placement_group": True}, True),
        ({"pools[1]__capacity": [OPTIONS["spot"]], "pools[1]__nodes": 1}, False),
        ({"pools[1]__capacity": [OPTIONS["spot"]], "pools[1]__purpose": "inference", "pools[1]__efa": True}, False),
    ],
)
def test_a_placement_group_is_as_said_else_where_several_training_nodes_talk_and_never_on_a_block(changes, placed):
    (group,) = plans(1, **changes)
    assert group.placement_group is placed


def test_only_groups_off_the_block_are_placed_in_a_mixed_pool():
    assert [group.placement_group for group in plans(1)] == [False, True]


@pytest.mark.parametrize(
    ("machine", "ami_type"),
    [
        ("p5en.48xlarge", "AL2023_x86_64_NVIDIA"),
        ("m7i.2xlarge", "AL2023_x86_64_STANDARD"),
        ("m7g.2xlarge", "AL2023_ARM_64_STANDARD"),
        ("g5g.16xlarge", "AL2023_ARM_64_NVIDIA"),
        ("p6e-gb200.36xlarge", "AL2023_ARM_64_NVIDIA"),
        ("trn2.48xlarge", "AL2023_x86_64_NEURON"),
    ],
)
def test_the_image_fits_architecture_and_accelerator(machine, ami_type):
    (group,) = plans(2, machine, **{"pools[2]__machine": machine})
    assert group.ami_type == ami_type


def test_the_pinned_release_is_the_pools_else_the_clusters():
    assert plans(0)[0].release_version == "1.34.1-20261105"
    assert plans(0, **{"pools[0]__image": {"eks_release": "1.33.5-20261001"}})[0].release_version == "1.33.5-20261001"
    assert plans(0, image=REMOVED)[0].release_version is None


@pytest.mark.parametrize(("owner", "ignored"), [("pulumi", False), ("slurm", True), ("autoscaler", True)])
def test_the_count_drifts_only_where_somebody_else_moves_it(owner, ignored):
    assert {group.ignore_desired for group in plans(1, **{"pools[1]__scaling_owner": owner})} == {ignored}


def test_a_group_carries_its_pool_and_machine():
    group = plans(1)[0]
    assert group.purpose is Purpose.TRAINING
    assert group.pool.name == "train"
    assert group.machine is load_catalog().machines["p5en.48xlarge"]


IMAGE = {"id": "ami-0123456789abcdef0", "architecture": "x86_64"}


def test_k09_an_image_of_the_users_own_comes_with_neither_release_nor_another_type():
    for group in plans(1, **{"pools[1]__image": IMAGE}):
        assert (group.image_id, group.ami_type, group.release_version) == (IMAGE["id"], "CUSTOM", None)
    for group in plans(1, image=IMAGE):
        assert (group.image_id, group.ami_type, group.release_version) == (IMAGE["id"], "CUSTOM", None)
    assert plans(0, **{"pools[1]__image": IMAGE})[0].image_id is None


def test_a_layout_of_the_users_own_reaches_every_group_and_says_whether_there_is_efa():
    listed = [{"card": 0, "device": 0, "type": "interface"}, {"card": 1, "device": 0, "type": "efa-only"}]
    assert [(group.network_interfaces[1].card, group.efa) for group in plans(2, **{"pools[2]__network_interfaces": listed})] == [(1, True)]
    assert {group.network_interfaces for group in plans(1)} == {None}


def test_c09_several_blocks_are_groups_of_their_own_in_order():
    other = {"kind": "capacity_block", "reservation": "cr-0fedcba9876543210"}
    groups = plans(1, **{"pools[1]__capacity": [OPTIONS["capacity_block"], other, OPTIONS["spot"]]})
    assert [(group.name, group.reservation_id, group.desired) for group in groups] == [
        ("train-cb-9abcdef0", CR, 16),
        ("train-cb-76543210", other["reservation"], 0),
        ("train-spot", None, 0),
    ]


@pytest.mark.parametrize("reservation", [None, ""])
def test_s23_a_block_without_its_reservation_is_an_internal_error(reservation):
    block = plans(1)[0]
    with pytest.raises(PlanError, match=r"internal error: node group train-cb-9abcdef0 .* names no reservation"):
        dataclasses.replace(block, reservation_id=reservation)


def test_c10_a_group_is_named_by_its_own_option_whatever_stands_before_it():
    f0, f1, spot = OPTIONS["capacity_block"], OPTIONS["capacity_block"] | {"reservation": "cr-0fedcba9876543210"}, OPTIONS["spot"]

    def names(*options):
        return [group.name for group in plans(1, **{"pools[1]__capacity": list(options)})]

    assert names(f1, spot) == names(f0, f1, spot)[1:]
    assert names(f1, f0, spot)[1:] == names(f0, spot)
    assert names(OPTIONS["reservation"]) == ["train-cr-9abcdef0"]


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["on_demand"], ["train-od"]),
        (["spot", "on_demand"], ["train-spot", "train-od"]),
        (["reservation", "spot", "on_demand"], ["train-cr-9abcdef0", "train-spot", "train-od"]),
        (["capacity_block", "reservation"], ["train-cb-9abcdef0", "train-cr-9abcdef0"]),
    ],
)
def test_groups_are_named_by_pool_kind_and_reservation_in_the_order_of_the_options(options, names):
    groups = plans(1, **{"pools[1]__capacity": [OPTIONS[option] for option in options]})
    assert [group.name for group in groups] == names
    assert [group.desired for group in groups] == [16] + [0] * (len(names) - 1)
    assert group_names(groups[0].pool) == tuple(names)


@pytest.mark.parametrize("kind", ["capacity_block", "reservation"])
@pytest.mark.parametrize(("reservation", "digits"), [("cr-0123456789abcdef0", "9abcdef0"), ("cr-0fedcba9876543210", "76543210")])
def test_a_reservation_is_named_by_its_last_digits_and_said_whole(kind, reservation, digits):
    (group,) = plans(1, **{"pools[1]__capacity": [{"kind": kind, "reservation": reservation}]})
    assert group.name == f"train-{SUFFIXES[CapacityKind(kind)]}-{digits}"
    assert group.reservation_id == reservation


@pytest.mark.parametrize("name", ["a1", "train-b", "cb-spot", "a" * 31])
def test_the_pools_own_name_comes_first(name):
    assert [group.name for group in plans(1, **{"pools[1]__name": name})] == [f"{name}-cb-9abcdef0", f"{name}-spot"]


def test_several_blocks_differ_in_their_reservation_alone():
    blocks = [{"kind": "capacity_block", "reservation": f"cr-0123456789abcde{digit}0"} for digit in "abc"]
    groups = plans(1, **{"pools[1]__capacity": blocks, "pools[1]__nodes": {"min": 2, "desired": 4, "max": 8}})
    assert [(group.min, group.desired, group.max) for group in groups] == [(2, 4, 8), (0, 0, 8), (0, 0, 8)]
    assert [group.reservation_id for group in groups] == [block["reservation"] for block in blocks]
    assert len({group.name for group in groups}) == len(blocks)
    assert {(group.market_type, group.instance_type_in, group.placement_group) for group in groups} == {
        ("capacity-block", InstanceTypeIn.TEMPLATE, False)
    }


@pytest.mark.parametrize(
    ("nodes", "first", "others"),
    [
        (1, (1, 1, 1), (0, 0, 1)),
        ({"min": 0, "desired": 0, "max": 4}, (0, 0, 4), (0, 0, 4)),
        ({"min": 4, "desired": 4, "max": 4}, (4, 4, 4), (0, 0, 4)),
        ({"min": 1, "desired": 2, "max": 3}, (1, 2, 3), (0, 0, 3)),
    ],
)
def test_every_option_may_hold_the_most_and_only_the_first_holds_any(nodes, first, others):
    capacity = [OPTIONS["reservation"], OPTIONS["spot"], OPTIONS["on_demand"]]
    groups = plans(1, **{"pools[1]__nodes": nodes, "pools[1]__capacity": capacity})
    assert [(group.min, group.desired, group.max) for group in groups] == [first, others, others]


ARM_IMAGE = {"id": "ami-0fedcba9876543210", "architecture": "arm64"}


@pytest.mark.parametrize(
    ("of_cluster", "of_pool", "image_id", "release"),
    [
        (IMAGE, REMOVED, IMAGE["id"], None),
        (IMAGE, ARM_IMAGE, ARM_IMAGE["id"], None),
        (IMAGE, {"eks_release": "1.34.1-20261001"}, None, "1.34.1-20261001"),
        ({"eks_release": "1.34.1-20261105"}, IMAGE | {"manifest_sha256": "ab" * 32}, IMAGE["id"], None),
        ({"eks_release": "1.34.1-20261105"}, {"eks_release": "1.34.1-20261001"}, None, "1.34.1-20261001"),
        ({"eks_release": "1.34.1-20261105"}, REMOVED, None, "1.34.1-20261105"),
    ],
)
def test_the_image_of_a_pool_wins_over_the_clusters_whole(of_cluster, of_pool, image_id, release):
    of_pool = {} if of_pool is REMOVED else {"pools[0]__image": of_pool}
    (group,) = plans(0, image=of_cluster, **of_pool)
    assert (group.image_id, group.release_version) == (image_id, release)
    assert group.ami_type == ("CUSTOM" if image_id else "AL2023_x86_64_STANDARD")


def test_an_image_of_the_users_own_runs_where_eks_has_none():
    changes = {"pools[2]__machine": "m7g.2xlarge", "pools[2]__image": ARM_IMAGE}
    (group,) = plans(2, "m7g.2xlarge", **changes)
    assert (group.ami_type, group.image_id) == (CUSTOM_AMI_TYPE, ARM_IMAGE["id"])


def interface(card, device, kind):
    return {"card": card, "device": device, "type": kind}


@pytest.mark.parametrize(
    ("pool", "listed", "said", "efa"),
    [
        (1, [interface(0, 0, "interface")], None, False),
        (1, [interface(0, 0, "efa")], None, True),
        (1, [interface(0, 0, "interface"), interface(0, 1, "efa-only")], None, True),
        (2, [interface(0, 0, "interface"), interface(0, 1, "interface")], None, False),
        (2, [interface(0, 0, "interface"), interface(0, 1, "efa-only")], None, True),
        (2, [interface(0, 0, "efa")], False, False),
        (2, [interface(0, 0, "interface")], True, True),
    ],
)
def test_listed_interfaces_reach_the_group_as_they_are(pool, listed, said, efa):
    changes = {f"pools[{pool}]__network_interfaces": listed} | ({} if said is None else {f"pools[{pool}]__efa": said})
    for group in plans(pool, **changes):
        assert [(nic.card, nic.device, nic.type.value) for nic in group.network_interfaces] == [tuple(nic.values()) for nic in listed]
        assert group.efa is efa


@pytest.mark.parametrize(
    ("machine", "packable"), [("p5en.48xlarge", True), ("g6e.12xlarge", True), ("m7i.2xlarge", False), ("t3.large", False)]
)
@pytest.mark.parametrize(("most", "several"), [(1, False), (2, True)])
def test_training_nodes_are_packed_where_several_talk_over_efa(machine, packable, most, several):
    nodes = {"min": 0, "desired": 1, "max": most}
    (group,) = plans(1, **{"pools[1]__machine": machine, "pools[1]__capacity": [OPTIONS["on_demand"]], "pools[1]__nodes": nodes})
    assert group.placement_group is (packable and several)


@pytest.mark.parametrize("kind", OPTIONS)
@pytest.mark.parametrize("said", [True, False])
def test_what_is_said_of_placement_holds_where_no_reservation_places(kind, said):
    (group,) = plans(2, **{"pools[2]__capacity": [OPTIONS[kind]], "pools[2]__placement_group": said})
    assert group.placement_group is (said and kind in ("on_demand", "spot"))
    assert has_placement_group(group.pool, group.machine, CapacityKind(kind)) is group.placement_group


@pytest.mark.parametrize("pool", [0, 2])
@pytest.mark.parametrize("purpose", list(Purpose))
def test_a_group_carries_what_its_pool_is_for(pool, purpose):
    assert {group.purpose for group in plans(pool, **{f"pools[{pool}]__purpose": purpose.value})} == {purpose}


@pytest.mark.parametrize(
    ("index", "changes", "stands"),
    [
        (0, {"reservation_id": "cr-0fedcba9876543210"}, True),
        (0, {"market_type": None, "reservation_id": None}, True),
        (1, {"market_type": "capacity-block"}, False),
        (1, {"market_type": "capacity-block", "reservation_id": CR}, True),
    ],
)
def test_a_plan_for_the_market_of_blocks_stands_only_with_a_reservation(index, changes, stands):
    group = plans(1)[index]
    if stands:
        assert dataclasses.replace(group, **changes).name == group.name
        return
    with pytest.raises(PlanError, match="report it with the declaration, whose capacity option must name one"):
        dataclasses.replace(group, **changes)
