import base64
import email
from pathlib import Path

import pytest
import yaml

from components.aws.node_group import kubelet_registration
from components.aws.user_data import ClusterJoin, KubeletRegistration, encoded, joining, mime_message, node_config
from components.naming import Naming
from gpu_cluster_testing import assert_golden

GOLDEN = Path(__file__).parent / "test_user_data"
JOIN = ClusterJoin("atlas", "https://atlas.eks.us-east-1.amazonaws.com", "Y2VydGlmaWNhdGU=", "172.20.0.0/16")


@pytest.fixture
def plan_of(plans_of):
    def make(machine, efa):
        (plan,) = plans_of(name="train", purpose="inference", machine=machine, efa=efa, nodes=2)
        return plan

    return make


@pytest.mark.parametrize(
    ("machine", "efa", "node_cache", "says"),
    [
        ("p5.48xlarge", True, True, {"instance", "kubelet"}),
        ("p5.48xlarge", False, True, {"instance"}),
        ("p6-b300.48xlarge", True, True, {"instance"}),  # no EFA on card 0: nodeadm's own count of pods is right
        ("p6-b300.48xlarge", True, False, set()),
        ("g6e.12xlarge", True, False, {"kubelet"}),
        ("m7i.2xlarge", False, True, set()),  # no disks
    ],
)
def test_what_a_node_config_says(plan_of, machine, efa, node_cache, says):
    assert set(node_config(plan_of(machine, efa), node_cache=node_cache)) == says


@pytest.mark.parametrize("machine", ["p5en.48xlarge", "p6-b300.48xlarge"])
def test_message_is_golden(plan_of, machine):
    assert_golden(mime_message(node_config(plan_of(machine, efa=True), node_cache=True)), GOLDEN / f"{machine}.mime")


def test_user_data_is_a_mime_message_with_one_node_config(plan_of):
    text = encoded(node_config(plan_of("p5.48xlarge", efa=True), node_cache=True))
    message = email.message_from_bytes(base64.b64decode(text))
    assert message.is_multipart()
    (part,) = message.get_payload()
    assert part.get_content_type() == "application/node.eks.aws"
    config = yaml.safe_load(part.get_payload())
    assert (config["apiVersion"], config["kind"]) == ("node.eks.aws/v1alpha1", "NodeConfig")
    assert config["spec"]["instance"]["localStorage"]["strategy"] == "RAID0"


@pytest.mark.parametrize(("machine", "max_pods"), [("p5.48xlarge", 51), ("p5en.48xlarge", 149)])
def test_pods_that_have_addresses(catalog, plan_of, machine, max_pods):
    """Source: EKS AMI issue #1392: the efa-only interface of card 0 holds no pod addresses."""
    found = catalog.machines[machine]
    expression = node_config(plan_of(machine, efa=True), node_cache=False)["kubelet"]["maxPodsExpression"]
    card = found.network.cards[0]
    assert eval(expression, {}, {"default_enis": card.max_interfaces, "ips_per_eni": card.ipv4_per_interface}) == max_pods


def test_an_own_image_is_told_all_that_eks_leaves_out(plan_of, declared, cluster_of):
    plan = plan_of("g6e.12xlarge", efa=True)
    registration = kubelet_registration(plan, Naming.of(cluster_of(declared())))
    assert_golden(mime_message(joining(node_config(plan, node_cache=True), JOIN, registration)), GOLDEN / "own-image.mime")


def test_a_node_without_taints_registers_without():
    assert KubeletRegistration({"b": "2", "a": "1"}, ()).flags() == ["--node-labels=a=1,b=2"]
