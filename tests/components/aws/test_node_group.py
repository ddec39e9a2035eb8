import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.aws.node_group import group_instance_types, label_value, node_labels, node_taints, scaling_config, update_config
from components.naming import Naming

BLOCK = {"kind": "capacity_block", "reservation": "cr-0123456789abcdef0"}


@pytest.fixture
def naming(declared, cluster_of):
    return Naming.of(cluster_of(declared()))


def test_labels_of_a_training_pool(plans_of, naming):
    (plan,) = plans_of(name="train", purpose="training", machine="p5en.48xlarge", nodes=4, capacity=[BLOCK])
    assert node_labels(plan, naming) == {
        "gpu-clusters/pool": "train",
        "gpu-clusters/purpose": "training",
        "gpu-clusters/capacity": "capacity_block",
        "gpu-clusters/team": "foundation",
        "gpu-clusters/project": "atlas",
        "gpu-clusters/cost-center": "cc-42",
        "nvidia.com/gpu.present": "true",
        "vpc.amazonaws.com/efa.present": "true",
    }


def test_a_system_pool_takes_every_pod(plans_of, naming):
    (plan,) = plans_of(name="system", purpose="system", machine="m7i.2xlarge", nodes=2)
    assert node_taints(plan) == []
    assert not {"nvidia.com/gpu.present", "vpc.amazonaws.com/efa.present"} & set(node_labels(plan, naming))


def test_trainium_nodes_keep_other_pods_off_and_are_no_gpu_nodes(plans_of, naming):
    (plan,) = plans_of(name="train", purpose="training", machine="trn1.32xlarge", nodes=4)
    assert node_taints(plan) == [{"key": "aws.amazon.com/neuron", "value": "present", "effect": "NO_SCHEDULE"}]
    assert "nvidia.com/gpu.present" not in node_labels(plan, naming)


@pytest.mark.parametrize("purpose", ["training", "inference"])
def test_gpu_nodes_keep_other_pods_off(plans_of, purpose):
    (plan,) = plans_of(name="pool", purpose=purpose, machine="g6e.12xlarge", nodes=2)
    assert node_taints(plan) == [{"key": "nvidia.com/gpu", "value": "present", "effect": "NO_SCHEDULE"}]


def test_exactly_the_first_option_holds_the_nodes(plans_of):
    plans = plans_of(
        name="train",
        purpose="training",
        machine="p5en.48xlarge",
        nodes={"min": 1, "desired": 4, "max": 8},
        capacity=[BLOCK, {"kind": "spot"}],
    )
    assert [scaling_config(plan) for plan in plans] == [
        {"min_size": 1, "desired_size": 4, "max_size": 8},
        {"min_size": 0, "desired_size": 0, "max_size": 8},
    ]


@pytest.mark.parametrize(
    ("purpose", "capacity", "expected"),
    [
        ("training", BLOCK, {"max_unavailable_percentage": 100, "update_strategy": "MINIMAL"}),
        ("training", {"kind": "spot"}, {"max_unavailable_percentage": 100, "update_strategy": "MINIMAL"}),
        ("training", {"kind": "on_demand"}, {"max_unavailable_percentage": 100, "update_strategy": "MINIMAL"}),
        ("inference", {"kind": "on_demand"}, {"max_unavailable": 1}),
        ("inference", {"kind": "spot"}, {"max_unavailable": 1}),
        ("inference", {"kind": "reservation", "reservation": "cr-0123456789abcdef0"}, {"max_unavailable": 1, "update_strategy": "MINIMAL"}),
    ],
)
def test_update_config(plans_of, purpose, capacity, expected):
    (plan,) = plans_of(name="pool", purpose=purpose, machine="p5en.48xlarge", nodes=2, capacity=[capacity])
    assert update_config(plan) == expected


@pytest.mark.parametrize(("capacity", "types"), [(BLOCK, None), ({"kind": "spot"}, ["p5en.48xlarge"])])
def test_machine_type_is_said_once(plans_of, capacity, types):
    (plan,) = plans_of(name="train", purpose="training", machine="p5en.48xlarge", nodes=2, capacity=[capacity])
    assert group_instance_types(plan) == types


def test_a_tag_that_leaves_nothing_for_a_label_makes_none(plans_of, declared, cluster_of):
    tags = {**declared()["tags"], "project": "日本語"}
    (plan,) = plans_of(name="serve", purpose="inference", machine="g6e.12xlarge", nodes=2)
    labels = node_labels(plan, Naming.of(cluster_of(declared(tags=tags))))
    assert "gpu-clusters/project" not in labels
    assert all(labels.values())


@pytest.mark.parametrize(("tag", "label"), [("foundation", "foundation"), ("a b/c@d", "a_b_c_d"), ("x" * 80, "x" * 63), ("-a-", "a")])
def test_label_value(tag, label):
    assert label_value(tag) == label


@given(st.text(max_size=256))
def test_every_tag_makes_a_label_that_kubernetes_takes(tag):
    assert re.fullmatch(r"(([A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9])?", label_value(tag))
