"""RunInstances and fleets as calls; what a launch makes is tested with the launcher."""


def test_image_is_needed(account, refused) -> None:
    code, message = refused(lambda: account.ec2.run_instances(InstanceType="m7i.2xlarge", MinCount=1, MaxCount=1))
    assert code == "MissingParameter"
    assert "ImageId" in message


def test_counts_in_order(account, refused) -> None:
    code, _ = refused(lambda: account.ec2.run_instances(ImageId="ami-1", InstanceType="m7i.2xlarge", MinCount=3, MaxCount=2))
    assert code == "InvalidParameterValue"


def test_only_instant_fleets(account, refused) -> None:
    target = {"TotalTargetCapacity": 1}
    configs = [{"LaunchTemplateSpecification": {"LaunchTemplateId": "lt-1", "Version": "1"}}]
    code, _ = refused(lambda: account.ec2.create_fleet(Type="maintain", LaunchTemplateConfigs=configs, TargetCapacitySpecification=target))
    assert code == "UnsupportedOperation"


def test_fleet_without_room_launches_nothing(account, control) -> None:
    template = account.template({"ImageId": "ami-1", "InstanceType": "m7i.2xlarge"})
    control.set_capacity(instance_type="m7i.2xlarge", count=0)
    fleet = account.ec2.create_fleet(
        Type="instant",
        LaunchTemplateConfigs=[{"LaunchTemplateSpecification": {"LaunchTemplateId": template, "Version": "1"}}],
        TargetCapacitySpecification={"TotalTargetCapacity": 2, "DefaultTargetCapacityType": "spot"},
    )
    assert fleet["Instances"] == []
    assert [(error["ErrorCode"], error["Lifecycle"]) for error in fleet["Errors"]] == [("InsufficientInstanceCapacity", "spot")]
