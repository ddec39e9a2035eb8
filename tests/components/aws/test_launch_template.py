import base64
import email
import json
from pathlib import Path

import pytest
import yaml

from components.aws.launch_template import TemplateContext, launch_template
from components.aws.user_data import ClusterJoin, KubeletRegistration
from gpu_cluster_testing import assert_golden

GOLDEN = Path(__file__).parent / "test_launch_template"
TAGS = {"team": "foundation", "Name": "atlas-train-cb"}
BLOCK = {"kind": "capacity_block", "reservation": "cr-0123456789abcdef0"}
RESERVATION = {"kind": "reservation", "reservation": "cr-0123456789abcdef0"}
KEY = "arn:aws:kms:us-east-1:123456789012:key/k"
OWN_IMAGE = {"id": "ami-0123456789abcdef0", "architecture": "x86_64"}


class _Known:
    """Stands for an output whose value is known: `apply` gives the value of the function."""

    def apply(self, function):
        return function(ClusterJoin("atlas", "https://api", "Y2E=", "172.20.0.0/16"))


RESOLVED = _Known()
ON_DEMAND, SPOT = {"kind": "on_demand"}, {"kind": "spot"}


@pytest.fixture
def template(plans_of):
    def make(machine, capacity, purpose="training", key=None, **pool):
        (plan,) = plans_of(name="train", purpose=purpose, machine=machine, nodes=4, capacity=[capacity], **pool)
        context = TemplateContext(
            cluster_security_group_id="sg-0cluster",
            fabric_security_group_id="sg-0fabric",
            placement_group_name="atlas-train-placement-0a1b2c3",
            node_cache=True,
            tags={"team": "foundation", "Name": "atlas-train-cb-template"},
            launch_tags=TAGS,
            registration=KubeletRegistration({"gpu-clusters/pool": "train"}, ()),
            join=RESOLVED,
            kms_key_arn=key,
        )
        return launch_template(plan, context)

    return make


@pytest.mark.parametrize(
    ("golden", "machine", "capacity", "purpose"),
    [
        ("p5en-block", "p5en.48xlarge", BLOCK, "training"),
        ("p6-b300-block", "p6-b300.48xlarge", BLOCK, "training"),
        ("p5-spot", "p5.48xlarge", SPOT, "training"),
        ("p5en-reservation", "p5en.48xlarge", RESERVATION, "training"),
        ("g6e-inference", "g6e.12xlarge", ON_DEMAND, "inference"),
        ("m7i-system", "m7i.2xlarge", ON_DEMAND, "system"),
    ],
)
def test_template_is_golden(template, golden, machine, capacity, purpose):
    text = json.dumps(template(machine, capacity, purpose), indent=1, sort_keys=True) + "\n"
    assert_golden(text, GOLDEN / f"{golden}.json")


ALL_KINDS = pytest.mark.parametrize("capacity", [ON_DEMAND, SPOT, BLOCK, RESERVATION], ids=lambda option: option["kind"])


@ALL_KINDS
def test_what_eks_refuses_is_left_out(template, capacity):
    made = template("p5en.48xlarge", capacity)
    assert not set(made) & {"iam_instance_profile", "image_id", "vpc_security_group_ids", "instance_initiated_shutdown_behavior"}
    assert not any({"subnet_id", "associate_public_ip_address"} & set(nic) for nic in made["network_interfaces"])
    assert made.get("instance_market_options") in (None, {"market_type": "capacity-block"}), "spot is said on the group"


@ALL_KINDS
def test_how_it_is_bought(template, capacity):
    made, kind = template("p5en.48xlarge", capacity), capacity["kind"]
    assert ("instance_market_options" in made) is (kind == "capacity_block")
    assert ("instance_type" in made) is (kind == "capacity_block")
    assert ("capacity_reservation_specification" in made) is (kind in ("capacity_block", "reservation"))
    assert ("placement" in made) is (kind in ("on_demand", "spot")), "reserved machines stand where the reservation is"


@ALL_KINDS
def test_metadata_and_root_volume(template, capacity):
    made = template("g6e.12xlarge", capacity if capacity["kind"] != "capacity_block" else ON_DEMAND, "inference")
    assert made["metadata_options"] == {"http_endpoint": "enabled", "http_tokens": "required", "http_put_response_hop_limit": 2}
    (root,) = made["block_device_mappings"]
    assert (root["ebs"]["encrypted"], root["ebs"]["delete_on_termination"], root["ebs"]["volume_type"]) == ("true", "true", "gp3")


def test_tags_reach_what_is_launched_and_billed(template):
    made = template("p5en.48xlarge", SPOT)
    assert {row["resource_type"]: row["tags"] for row in made["tag_specifications"]} == dict.fromkeys(
        ("instance", "volume", "network-interface"), TAGS
    )
    assert made["tags"]["Name"] == "atlas-train-cb-template"


def test_groups_sit_on_the_interfaces(template):
    primary, *fabric = template("p5en.48xlarge", SPOT)["network_interfaces"]
    assert primary["security_groups"] == ["sg-0cluster", "sg-0fabric"]
    assert [nic["security_groups"] for nic in fabric] == [["sg-0fabric"]] * 16
    (alone,) = template("m7i.2xlarge", ON_DEMAND, "system")["network_interfaces"]
    assert alone["security_groups"] == ["sg-0cluster"]


def test_an_own_image_is_named_and_told_how_to_join(template):
    made = template("g6e.12xlarge", ON_DEMAND, image=OWN_IMAGE)
    assert made["image_id"] == "ami-0123456789abcdef0"
    (part,) = email.message_from_bytes(base64.b64decode(made["user_data"])).get_payload()
    spec = yaml.safe_load(part.get_payload())["spec"]
    assert spec["cluster"] == {"name": "atlas", "apiServerEndpoint": "https://api", "certificateAuthority": "Y2E=", "cidr": "172.20.0.0/16"}
    assert spec["kubelet"]["flags"] == ["--node-labels=gpu-clusters/pool=train"]
    assert {"maxPodsExpression", "flags"} == set(spec["kubelet"])
    assert "instance" in spec, "the node cache is said beside it"


def test_volumes_take_the_key_where_there_is_one(template):
    def volume(key):
        return template("g6e.12xlarge", ON_DEMAND, key=key)["block_device_mappings"][0]["ebs"]

    assert volume(KEY)["kms_key_id"] == KEY
    assert "kms_key_id" not in volume(None)


def test_interfaces_of_the_users_own_get_groups_by_what_they_carry(template):
    laid_out = [
        {"card": 0, "device": 0, "type": "interface"},
        {"card": 1, "device": 0, "type": "efa-only"},
        {"card": 2, "device": 0, "type": "efa"},
        {"card": 3, "device": 1, "type": "interface"},
    ]
    made = template("p5en.48xlarge", ON_DEMAND, network_interfaces=laid_out)
    both = ["sg-0cluster", "sg-0fabric"]
    assert [nic["security_groups"] for nic in made["network_interfaces"]] == [both, ["sg-0fabric"], both, ["sg-0cluster"]]
    assert [(nic["network_card_index"], nic["device_index"]) for nic in made["network_interfaces"]] == [(0, 0), (1, 0), (2, 0), (3, 1)]
