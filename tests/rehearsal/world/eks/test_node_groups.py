"""Managed node groups: described as given, launched by the launcher, failed as on the cloud."""

import datetime

import pytest

ZONE = "use1-az2"
BLOCK = "cr-0123456789abcdef0"
BLOCK_DATA = {
    "InstanceType": "p5en.48xlarge",
    "InstanceMarketOptions": {"MarketType": "capacity-block"},
    "CapacityReservationSpecification": {"CapacityReservationTarget": {"CapacityReservationId": BLOCK}},
}


def described(account, name="train"):
    return account.eks.describe_nodegroup(clusterName="atlas", nodegroupName=name)["nodegroup"]


def tags(instance):
    return {tag["Key"]: tag["Value"] for tag in instance["Tags"]}


def test_round_trip(account) -> None:
    account.cluster()
    taints = [{"key": "nvidia.com/gpu", "value": "present", "effect": "NO_SCHEDULE"}]
    given = {
        "labels": {"team": "x"},
        "taints": taints,
        "tags": {"Name": "atlas-train"},
        "updateConfig": {"maxUnavailable": 2, "updateStrategy": "MINIMAL"},
        "nodeRepairConfig": {"enabled": False},
        "amiType": "AL2023_x86_64_NVIDIA",
        "releaseVersion": "1.34.1-20261105",
        "launchTemplate": {"id": account.template({"EbsOptimized": True}), "version": "1"},
    }
    group = account.node_group(**given)
    for member in ("labels", "taints", "tags", "updateConfig", "nodeRepairConfig", "amiType", "releaseVersion"):
        assert group[member] == given[member]
    assert group["launchTemplate"] == given["launchTemplate"] | {"name": "nodes"}
    assert group["scalingConfig"] == {"minSize": 0, "desiredSize": 2, "maxSize": 4}
    assert (group["status"], group["health"], group["capacityType"], group["version"]) == ("ACTIVE", {"issues": []}, "ON_DEMAND", "1.34")
    account.eks.get_waiter("nodegroup_active").wait(clusterName="atlas", nodegroupName="train", WaiterConfig={"MaxAttempts": 1})
    assert account.eks.list_nodegroups(clusterName="atlas")["nodegroups"] == ["train"]


def test_nodes_carry_the_templates_tags_and_not_the_groups(account) -> None:
    account.cluster()
    spec = [{"ResourceType": "instance", "Tags": [{"Key": "team", "Value": "x"}]}]
    group = account.node_group(launchTemplate={"id": account.template({"TagSpecifications": spec})}, tags={"group-only": "1"})
    nodes = account.running()
    assert len(nodes) == 2
    for node in nodes:
        assert tags(node)["team"] == "x"
        assert tags(node)["eks:nodegroup-name"] == "train"
        assert tags(node)["aws:autoscaling:groupName"] == group["resources"]["autoScalingGroups"][0]["name"]
        assert "group-only" not in tags(node)
        assert node["SubnetId"] == account.subnets[ZONE]


def test_cluster_group_only_where_the_template_has_none(account, layout) -> None:
    account.cluster()
    own = account.eks.describe_cluster(name="atlas")["cluster"]["resourcesVpcConfig"]["clusterSecurityGroupId"]
    account.node_group(nodegroupName="plain", scalingConfig={"minSize": 0, "desiredSize": 1, "maxSize": 1})
    template = account.template({"NetworkInterfaces": layout(16, group=account.group)})
    sizes = {"minSize": 0, "desiredSize": 1, "maxSize": 1}
    account.node_group(nodegroupName="fabric", launchTemplate={"id": template}, instanceTypes=["p5en.48xlarge"], scalingConfig=sizes)
    groups = {
        tags(node)["eks:nodegroup-name"]: {g["GroupId"] for nic in node["NetworkInterfaces"] for g in nic["Groups"]}
        for node in account.running()
    }
    assert groups == {"plain": {own}, "fabric": {account.group}}
    assert {len(node["NetworkInterfaces"]) for node in account.running()} == {1, 17}


def test_zero_desired_launches_nothing(account) -> None:
    account.cluster()
    group = account.node_group(scalingConfig={"minSize": 0, "desiredSize": 0, "maxSize": 4})
    assert group["status"] == "ACTIVE"
    assert account.running() == []


def test_scaling_up_and_down(account) -> None:
    account.cluster()
    account.node_group()
    for desired in (4, 1, 0):
        account.eks.update_nodegroup_config(clusterName="atlas", nodegroupName="train", scalingConfig={"desiredSize": desired})
        assert len(account.running()) == desired
    assert described(account)["scalingConfig"] == {"minSize": 0, "desiredSize": 0, "maxSize": 4}


def test_deletion_ends_the_nodes(account) -> None:
    account.cluster()
    account.node_group()
    account.eks.delete_nodegroup(clusterName="atlas", nodegroupName="train")
    account.eks.get_waiter("nodegroup_deleted").wait(clusterName="atlas", nodegroupName="train", WaiterConfig={"MaxAttempts": 1})
    assert account.running() == []
    assert account.ec2.describe_volumes()["Volumes"] == []


def test_partial_launch_goes_on_running(account, control) -> None:
    """Auto Scaling is not all or nothing: what could be had bills while the rest is missing."""
    control.set_capacity(instance_type="m7i.2xlarge", count=1)
    account.cluster()
    group = account.node_group()
    (issue,) = group["health"]["issues"]
    assert (group["status"], issue["code"]) == ("CREATE_FAILED", "AsgInstanceLaunchFailures")
    assert "InsufficientInstanceCapacity" in issue["message"]
    assert issue["resourceIds"] == [group["resources"]["autoScalingGroups"][0]["name"]]
    assert len(account.running()) == 1


def test_group_goes_where_there_is_room(account, control) -> None:
    control.set_capacity(instance_type="m7i.2xlarge", zone_id=ZONE, count=1)
    account.cluster()
    group = account.node_group(subnets=[account.subnets[ZONE], account.subnets["use1-az6"]])
    assert group["status"] == "ACTIVE"
    assert {node["SubnetId"] for node in account.running()} == {account.subnets[ZONE], account.subnets["use1-az6"]}


@pytest.fixture
def block(control):
    """A block of two that is running."""
    now = control.clock()
    dates = {"start": now - datetime.timedelta(hours=1), "end": now + datetime.timedelta(days=1)}
    return lambda **changes: control.add_capacity_block(
        **(
            {"reservation_id": BLOCK, "instance_type": "p5en.48xlarge", "zone_id": ZONE, "count": 2, "region": "us-east-1"}
            | dates
            | changes
        )
    )


def on_block(account, desired=2):
    template = account.template(BLOCK_DATA)
    sizes = {"minSize": 0, "desiredSize": desired, "maxSize": 2}
    return account.node_group(capacityType="CAPACITY_BLOCK", instanceTypes=None, launchTemplate={"id": template}, scalingConfig=sizes)


def test_group_on_a_block(account, block) -> None:
    block()
    account.cluster()
    group = on_block(account)
    assert (group["status"], "instanceTypes" in group) == ("ACTIVE", False)
    assert {node["CapacityReservationId"] for node in account.running()} == {BLOCK}


def test_group_on_an_on_demand_reservation(account, control) -> None:
    control.add_on_demand_reservation(reservation_id=BLOCK, instance_type="p5en.48xlarge", zone_id=ZONE, count=2, region="us-east-1")
    account.cluster()
    template = account.template({"CapacityReservationSpecification": BLOCK_DATA["CapacityReservationSpecification"]})
    sizes = {"minSize": 0, "desiredSize": 2, "maxSize": 2}
    group = account.node_group(instanceTypes=["p5en.48xlarge"], launchTemplate={"id": template}, scalingConfig=sizes)
    assert (group["status"], group["capacityType"]) == ("ACTIVE", "ON_DEMAND")
    assert {node["CapacityReservationId"] for node in account.running()} == {BLOCK}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"zone_id": "use1-az6"}, "InvalidParameterValue"),
        ({"count": 1}, "InsufficientInstanceCapacity"),
        (
            {
                "state": "scheduled",
                "start": datetime.datetime(2099, 1, 1, tzinfo=datetime.UTC),
                "end": datetime.datetime(2099, 1, 2, tzinfo=datetime.UTC),
            },
            "InvalidCapacityReservationState",
        ),
        ({"reservation_id": "cr-other"}, "InvalidCapacityReservationId.NotFound"),
    ],
)
def test_block_that_does_not_fit_fails_at_launch(account, block, changes, code) -> None:
    block(**changes)
    account.cluster()
    group = on_block(account)
    (issue,) = group["health"]["issues"]
    assert (group["status"], issue["code"]) == ("CREATE_FAILED", "AsgInstanceLaunchFailures")
    assert f"Could not launch Capacity Block Instances. {code} - " in issue["message"]


def test_new_template_version_replaces_the_nodes(account) -> None:
    account.cluster()
    template = account.template({"EbsOptimized": True})
    account.node_group(launchTemplate={"id": template, "version": "1"})
    before = {node["InstanceId"] for node in account.running()}
    account.ec2.create_launch_template_version(LaunchTemplateId=template, LaunchTemplateData={"EbsOptimized": False})
    change = {"launchTemplate": {"id": template, "version": "2"}}
    update = account.eks.update_nodegroup_version(clusterName="atlas", nodegroupName="train", **change)["update"]
    assert account.eks.describe_update(name="atlas", updateId=update["id"])["update"]["status"] == "Successful"
    after = {node["InstanceId"] for node in account.running()}
    assert (len(after), before & after) == (2, set())
    assert described(account)["launchTemplate"]["version"] == "2"
    assert {tags(node)["aws:ec2launchtemplate:version"] for node in account.running()} == {"2"}


@pytest.mark.parametrize(("strategy", "status"), [("DEFAULT", "Failed"), ("MINIMAL", "Successful")])
def test_full_block_is_updated_only_terminate_first(account, block, strategy, status) -> None:
    block()
    account.cluster()
    group = on_block(account)
    account.eks.update_nodegroup_config(clusterName="atlas", nodegroupName="train", updateConfig={"updateStrategy": strategy})
    template = group["launchTemplate"]["id"]
    account.ec2.create_launch_template_version(LaunchTemplateId=template, LaunchTemplateData=BLOCK_DATA)
    change = {"launchTemplate": {"id": template, "version": "2"}}
    update = account.eks.update_nodegroup_version(clusterName="atlas", nodegroupName="train", **change)["update"]
    assert account.eks.describe_update(name="atlas", updateId=update["id"])["update"]["status"] == status
    assert len(account.running()) == 2


def test_template_of_a_group_stays_the_same(account, refused) -> None:
    account.cluster()
    account.node_group(launchTemplate={"id": account.template({"EbsOptimized": True})})
    other = {"launchTemplate": {"id": account.template({"EbsOptimized": True}, name="other")}}
    code, message = refused(lambda: account.eks.update_nodegroup_version(clusterName="atlas", nodegroupName="train", **other))
    assert code == "InvalidParameterException"
    assert "cannot change the launch template" in message


def test_labels_and_taints_change_in_place(account) -> None:
    account.cluster()
    account.node_group(labels={"a": "1", "b": "2"}, taints=[{"key": "x", "value": "1", "effect": "NO_SCHEDULE"}])
    before = {node["InstanceId"] for node in account.running()}
    account.eks.update_nodegroup_config(
        clusterName="atlas",
        nodegroupName="train",
        labels={"addOrUpdateLabels": {"a": "3", "c": "4"}, "removeLabels": ["b"]},
        taints={"addOrUpdateTaints": [{"key": "x", "value": "2", "effect": "NO_SCHEDULE"}, {"key": "y", "effect": "NO_EXECUTE"}]},
    )
    group = described(account)
    assert group["labels"] == {"a": "3", "c": "4"}
    assert [(taint["key"], taint.get("value")) for taint in group["taints"]] == [("x", "2"), ("y", None)]
    assert {node["InstanceId"] for node in account.running()} == before


def test_nodes_without_a_network_plugin_never_get_ready(account) -> None:
    account.cluster(bootstrapSelfManagedAddons=False)
    group = account.node_group()
    assert (group["status"], group["health"]["issues"][0]["code"]) == ("CREATE_FAILED", "NodeCreationFailure")
    account.eks.delete_nodegroup(clusterName="atlas", nodegroupName="train")
    account.eks.create_addon(clusterName="atlas", addonName="vpc-cni")
    assert account.node_group()["status"] == "ACTIVE"


def test_name_is_taken(account, refused) -> None:
    account.cluster()
    account.node_group()
    assert refused(account.node_group)[0] == "ResourceInUseException"


def test_group_outside_of_the_vpc(account, refused) -> None:
    account.cluster()
    other = account.ec2.create_vpc(CidrBlock="10.1.0.0/16")["Vpc"]["VpcId"]
    subnet = account.ec2.create_subnet(VpcId=other, CidrBlock="10.1.0.0/24", AvailabilityZoneId=ZONE)["Subnet"]["SubnetId"]
    code, message = refused(lambda: account.node_group(subnets=[subnet]))
    assert code == "InvalidParameterException"
    assert subnet in message


def test_deleted_template_stops_scaling(account) -> None:
    account.cluster()
    template = account.template({"EbsOptimized": True})
    account.node_group(launchTemplate={"id": template})
    account.ec2.delete_launch_template(LaunchTemplateId=template)
    account.eks.update_nodegroup_config(clusterName="atlas", nodegroupName="train", scalingConfig={"desiredSize": 3})
    group = described(account)
    assert (group["status"], group["health"]["issues"][0]["code"]) == ("DEGRADED", "Ec2LaunchTemplateNotFound")
    assert len(account.running()) == 2
