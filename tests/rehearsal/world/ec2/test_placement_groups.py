"""Placement groups: made, found, tagged, and kept while in use."""

import pytest


def test_round_trip(account) -> None:
    tags = [{"Key": "team", "Value": "x"}]
    made = account.ec2.create_placement_group(
        GroupName="tight", Strategy="cluster", TagSpecifications=[{"ResourceType": "placement-group", "Tags": tags}]
    )["PlacementGroup"]
    (found,) = account.ec2.describe_placement_groups(GroupIds=[made["GroupId"]])["PlacementGroups"]
    assert found == made
    assert (found["GroupName"], found["Strategy"], found["State"], found["Tags"]) == ("tight", "cluster", "available", tags)


def test_filters(account) -> None:
    for name, strategy in (("a", "cluster"), ("b", "spread"), ("c", "partition")):
        spec = [{"ResourceType": "placement-group", "Tags": [{"Key": "Name", "Value": f"atlas-{name}"}]}]
        account.ec2.create_placement_group(GroupName=name, Strategy=strategy, TagSpecifications=spec)

    def names(**filters):
        given = [{"Name": name.replace("__", ":").replace("_", "-"), "Values": values} for name, values in filters.items()]
        return [group["GroupName"] for group in account.ec2.describe_placement_groups(Filters=given)["PlacementGroups"]]

    assert names(strategy=["spread", "partition"]) == ["b", "c"]
    assert names(tag__Name=["atlas-a"]) == ["a"]
    assert names(tag_key=["Name"], group_name=["c*"]) == ["c"]
    assert names(tag_key=["None"]) == []


def test_tags_change_in_place(account, refused) -> None:
    group = account.ec2.create_placement_group(GroupName="tight", Strategy="cluster")["PlacementGroup"]["GroupId"]
    account.ec2.create_tags(Resources=[group], Tags=[{"Key": "a", "Value": "1"}, {"Key": "b", "Value": "2"}])
    account.ec2.create_tags(Resources=[group], Tags=[{"Key": "a", "Value": "3"}])
    account.ec2.delete_tags(Resources=[group], Tags=[{"Key": "b"}])
    assert account.ec2.describe_placement_groups()["PlacementGroups"][0]["Tags"] == [{"Key": "a", "Value": "3"}]
    many = [{"Key": str(index), "Value": ""} for index in range(50)]
    assert refused(lambda: account.ec2.create_tags(Resources=[group], Tags=many))[0] == "TagLimitExceeded"


def test_in_use_while_an_instance_lives_in_it(account, refused) -> None:
    account.ec2.create_placement_group(GroupName="tight", Strategy="cluster")
    made = account.ec2.run_instances(
        ImageId="ami-1",
        InstanceType="m7i.2xlarge",
        MinCount=1,
        MaxCount=1,
        SubnetId=account.subnets["use1-az2"],
        Placement={"GroupName": "tight"},
    )
    assert refused(lambda: account.ec2.delete_placement_group(GroupName="tight"))[0] == "InvalidPlacementGroup.InUse"
    account.ec2.terminate_instances(InstanceIds=[made["Instances"][0]["InstanceId"]])
    account.ec2.delete_placement_group(GroupName="tight")
    assert account.ec2.describe_placement_groups()["PlacementGroups"] == []


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda ec2: ec2.create_placement_group(GroupName="tight", Strategy="cluster"), "InvalidPlacementGroup.Duplicate"),
        (lambda ec2: ec2.create_placement_group(GroupName="b", Strategy="cluster", PartitionCount=3), "InvalidParameterCombination"),
        (lambda ec2: ec2.delete_placement_group(GroupName="none"), "InvalidPlacementGroup.Unknown"),
        (lambda ec2: ec2.describe_placement_groups(GroupNames=["none"]), "InvalidPlacementGroup.Unknown"),
        (lambda ec2: ec2.describe_placement_groups(Filters=[{"Name": "colour", "Values": ["red"]}]), "InvalidParameterValue"),
    ],
)
def test_refusals(account, refused, call, code) -> None:
    account.ec2.create_placement_group(GroupName="tight", Strategy="cluster")
    assert refused(lambda: call(account.ec2))[0] == code
