import base64
import email
from pathlib import Path

import pytest
import yaml

from components.aws.user_data import mime_message, node_config, user_data
from gpu_cluster_testing import assert_golden

GOLDEN = Path(__file__).parent / "test_user_data"


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
def test_what_a_node_config_says(catalog, machine, efa, node_cache, says):
    config = node_config(catalog.machines[machine], efa=efa, node_cache=node_cache)
    assert (set(config["spec"]) if config else set()) == says


@pytest.mark.parametrize("machine", ["p5en.48xlarge", "p6-b300.48xlarge"])
def test_message_is_golden(catalog, machine):
    config = node_config(catalog.machines[machine], efa=True, node_cache=True)
    assert_golden(mime_message(config), GOLDEN / f"{machine}.mime")


def test_user_data_is_a_mime_message_with_one_node_config(catalog):
    encoded = user_data(catalog.machines["p5.48xlarge"], efa=True, node_cache=True)
    message = email.message_from_bytes(base64.b64decode(encoded))
    assert message.is_multipart()
    (part,) = message.get_payload()
    assert part.get_content_type() == "application/node.eks.aws"
    config = yaml.safe_load(part.get_payload())
    assert (config["apiVersion"], config["kind"]) == ("node.eks.aws/v1alpha1", "NodeConfig")
    assert config["spec"]["instance"]["localStorage"]["strategy"] == "RAID0"


@pytest.mark.parametrize(("machine", "max_pods"), [("p5.48xlarge", 51), ("p5en.48xlarge", 149)])
def test_pods_that_have_addresses(catalog, machine, max_pods):
    """Source: EKS AMI issue #1392: the efa-only interface of card 0 holds no pod addresses."""
    found = catalog.machines[machine]
    expression = node_config(found, efa=True, node_cache=False)["spec"]["kubelet"]["maxPodsExpression"]
    card = found.network.cards[0]
    assert eval(expression, {}, {"default_enis": card.max_interfaces, "ips_per_eni": card.ipv4_per_interface}) == max_pods


def test_nothing_to_say_is_no_user_data(catalog):
    assert user_data(catalog.machines["m7i.2xlarge"], efa=False, node_cache=True) is None
