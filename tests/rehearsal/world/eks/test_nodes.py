"""The nodes of a managed group: what is launched, in which order it is tried, what comes and goes."""

import pytest

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.eks.nodes import GROUP_TAG, failed_launch, launch_data, node_tags, readiness, requests_of, scaling_group
from rehearsal.world.eks.records import ADDONS, BOOTSTRAP
from rehearsal.world.state import WorldState

CLUSTER = {"name": "atlas", "resourcesVpcConfig": {"clusterSecurityGroupId": "sg-own"}}
GROUP = {
    "nodegroupName": "train",
    "capacityType": "ON_DEMAND",
    "subnets": ["subnet-1"],
    "resources": {"autoScalingGroups": [{"name": "eks-train-1"}]},
}


def call():
    return Call("eks", "CreateNodegroup", "us-east-1", {}, WorldState())


def templated(monkeypatch, data):
    monkeypatch.setattr("rehearsal.world.eks.nodes.read_template", lambda _, wanted: (wanted, data))
    return {**GROUP, "launchTemplate": {"id": "lt-1", "version": "2"}}


def test_without_a_template_eks_says_all(monkeypatch):
    data, template = launch_data(call(), CLUSTER, GROUP)
    assert template is None
    assert (data["InstanceType"], data["SecurityGroupIds"]) == ("t3.medium", ["sg-own"])
    assert data["BlockDeviceMappings"][0]["Ebs"]["VolumeSize"] == 20


def test_a_templates_words_stand(monkeypatch):
    disks = [{"DeviceName": "/dev/sda1", "Ebs": {"VolumeSize": 500}}]
    given = {"InstanceType": "p5.48xlarge", "SecurityGroupIds": ["sg-1"], "BlockDeviceMappings": disks}
    data, template = launch_data(call(), CLUSTER, templated(monkeypatch, given))
    assert data == given
    assert template == ("lt-1", "2")


def test_an_interface_without_groups_takes_the_clusters(monkeypatch):
    nics = [{"DeviceIndex": 0}, {"DeviceIndex": 1, "Groups": ["sg-fabric"]}]
    data, _ = launch_data(call(), CLUSTER, templated(monkeypatch, {"NetworkInterfaces": nics}))
    assert [nic["Groups"] for nic in data["NetworkInterfaces"]] == [["sg-own"], ["sg-fabric"]]
    assert "SecurityGroupIds" not in data, "EC2 takes groups in one place only"


@pytest.mark.parametrize(("capacity", "market"), [("ON_DEMAND", None), ("SPOT", {"MarketType": "spot"}), ("CAPACITY_BLOCK", None)])
def test_spot_is_the_groups_word(capacity, market):
    data, _ = launch_data(call(), CLUSTER, {**GROUP, "capacityType": capacity})
    assert data.get("InstanceMarketOptions") == market


def test_every_type_is_tried_in_every_subnet_the_types_in_their_order():
    group = {**GROUP, "instanceTypes": ["m7i.2xlarge", "m7i.4xlarge"], "subnets": ["subnet-1", "subnet-2"]}
    requests = requests_of(call(), CLUSTER, group)
    assert [request.instance_type for request in requests] == ["m7i.2xlarge"] * 2 + ["m7i.4xlarge"] * 2
    assert len({id(request) for request in requests}) == 4


@pytest.mark.parametrize(
    ("capacity", "refusal", "says"),
    [
        (
            "SPOT",
            Refusal("MaxSpotInstanceCountExceeded", "too many"),
            "Could not launch Spot Instances. MaxSpotInstanceCountExceeded - too many",
        ),
        ("CAPACITY_BLOCK", Refusal("ReservationCapacityExceeded", "full"), "Could not launch Capacity Block Instances. Reservation"),
        ("ON_DEMAND", None, "Could not launch On-Demand Instances. InsufficientInstanceCapacity"),
    ],
)
def test_a_failed_launch_is_told_in_the_words_of_auto_scaling(capacity, refusal, says):
    group = {**GROUP, "capacityType": capacity}
    issue = failed_launch(group, refusal)
    assert issue.code == "AsgInstanceLaunchFailures"
    assert issue.message.startswith(says)
    assert issue.shown(group) == {"code": issue.code, "message": issue.message, "resourceIds": ["eks-train-1"]}


@pytest.mark.parametrize(
    ("own", "addons", "ready"), [(True, (), True), (False, (), False), (False, ("vpc-cni",), True), (False, ("coredns",), False)]
)
def test_nodes_become_ready_with_a_network_plug_in(own, addons, ready):
    asked = call()
    asked.records(BOOTSTRAP)["atlas"] = {"selfManagedAddons": own}
    for name in addons:
        asked.records(ADDONS)[f"atlas/{name}"] = {}
    issue = readiness(asked, CLUSTER)
    assert (issue is None) is ready
    assert ready or issue.code == "NodeCreationFailure"


def test_a_nodes_tags_are_the_services_and_not_the_groups():
    tags = node_tags(CLUSTER, {**GROUP, "tags": {"team": "x"}})
    assert tags == {
        "eks:cluster-name": "atlas",
        "eks:nodegroup-name": "train",
        "kubernetes.io/cluster/atlas": "owned",
        GROUP_TAG: scaling_group(GROUP),
    }


def test_a_group_shrinks_by_its_oldest_nodes(account):
    account.cluster()
    account.node_group()
    before = sorted(account.running(), key=lambda node: node["LaunchTime"])
    size = {"minSize": 0, "desiredSize": 1, "maxSize": 4}
    account.eks.update_nodegroup_config(clusterName="atlas", nodegroupName="train", scalingConfig=size)
    (kept,) = account.running()
    assert kept["InstanceId"] in {node["InstanceId"] for node in before}
    account.eks.update_nodegroup_config(clusterName="atlas", nodegroupName="train", scalingConfig={**size, "desiredSize": 3})
    assert kept["InstanceId"] in {node["InstanceId"] for node in account.running()}
    assert len(account.running()) == 3


def test_a_group_takes_its_second_type_where_the_first_is_not_to_be_had(account, control):
    account.cluster()
    control.set_capacity(instance_type="m7i.2xlarge", count=1)
    group = account.node_group(instanceTypes=["m7i.2xlarge", "m7i.4xlarge"])
    assert group["status"] == "ACTIVE"
    assert sorted(node["InstanceType"] for node in account.running()) == ["m7i.2xlarge", "m7i.4xlarge"]


@pytest.mark.parametrize(("strategy", "rolls"), [("DEFAULT", False), ("MINIMAL", True)])
def test_where_nothing_more_is_to_be_had_only_the_minimal_strategy_rolls(account, control, strategy, rolls):
    account.cluster()
    template = account.template({"EbsOptimized": True})
    account.node_group(launchTemplate={"id": template, "version": "1"}, updateConfig={"maxUnavailable": 1, "updateStrategy": strategy})
    before = {node["InstanceId"] for node in account.running()}
    control.set_capacity(instance_type="m7i.2xlarge", count=2)
    account.ec2.create_launch_template_version(LaunchTemplateId=template, LaunchTemplateData={"EbsOptimized": False})
    account.eks.update_nodegroup_version(clusterName="atlas", nodegroupName="train", launchTemplate={"id": template, "version": "2"})
    after = {node["InstanceId"] for node in account.running()}
    assert len(after) == 2
    assert before.isdisjoint(after) is rolls
