"""What a launch makes, and what goes with it."""

import base64

DATA = {
    "InstanceType": "m7i.2xlarge",
    "ImageId": "ami-0123456789abcdef0",
    "UserData": base64.b64encode(b"#!/bin/sh").decode(),
    "MetadataOptions": {"HttpTokens": "required", "HttpPutResponseHopLimit": 2},
    "BlockDeviceMappings": [{"DeviceName": "/dev/xvda", "Ebs": {"VolumeSize": 200, "VolumeType": "gp3", "Encrypted": True}}],
    "TagSpecifications": [
        {"ResourceType": kind, "Tags": [{"Key": "team", "Value": kind}]} for kind in ("instance", "volume", "network-interface")
    ],
}


def tags(record, member="Tags"):
    return {tag["Key"]: tag["Value"] for tag in record.get(member, [])}


def launch(account, count=1, **more):
    template = account.template(DATA)
    arguments = {
        "LaunchTemplate": {"LaunchTemplateId": template},
        "MinCount": count,
        "MaxCount": count,
        "SubnetId": account.subnets["use1-az2"],
    }
    return account.ec2.run_instances(**arguments, **more)["Instances"]


def test_tags_reach_instance_volume_and_interface(account) -> None:
    (instance,) = launch(account)
    (volume,) = account.ec2.describe_volumes()["Volumes"]
    (nic,) = account.ec2.describe_network_interfaces()["NetworkInterfaces"]
    assert tags(instance)["team"] == "instance"
    assert tags(volume)["team"] == "volume"
    assert tags(nic, "TagSet")["team"] == "network-interface"
    assert (volume["Size"], volume["VolumeType"], volume["Encrypted"]) == (200, "gp3", True)
    assert instance["MetadataOptions"]["HttpTokens"] == "required"
    assert tags(instance)["aws:ec2launchtemplate:version"] == "1"


def test_request_overrides_its_template(account) -> None:
    (instance,) = launch(account, InstanceType="m7i.4xlarge", MetadataOptions={"HttpPutResponseHopLimit": 1})
    assert instance["InstanceType"] == "m7i.4xlarge"
    assert (instance["MetadataOptions"]["HttpTokens"], instance["MetadataOptions"]["HttpPutResponseHopLimit"]) == ("required", 1)


def test_termination_takes_volumes_and_interfaces(account, layout) -> None:
    nics = [{"SubnetId": account.subnets["use1-az2"], **nic} for nic in layout(16)]
    before = account.ec2.describe_subnets(SubnetIds=[account.subnets["use1-az2"]])["Subnets"][0]["AvailableIpAddressCount"]
    made = account.ec2.run_instances(ImageId="ami-1", InstanceType="p5en.48xlarge", MinCount=2, MaxCount=2, NetworkInterfaces=nics)[
        "Instances"
    ]
    assert len(account.ec2.describe_network_interfaces()["NetworkInterfaces"]) == 34
    account.ec2.terminate_instances(InstanceIds=[instance["InstanceId"] for instance in made])
    assert account.ec2.describe_network_interfaces()["NetworkInterfaces"] == []
    assert account.ec2.describe_volumes()["Volumes"] == []
    after = account.ec2.describe_subnets(SubnetIds=[account.subnets["use1-az2"]])["Subnets"][0]["AvailableIpAddressCount"]
    assert after == before


def test_dry_run_makes_nothing(account, refused) -> None:
    assert refused(lambda: launch(account, DryRun=True))[0] == "DryRunOperation"
    assert account.running() == []


def test_instant_fleet_takes_the_first_choice_with_room(account, control) -> None:
    template = account.template({key: value for key, value in DATA.items() if key != "InstanceType"})
    control.set_capacity(instance_type="g6e.12xlarge", count=1)
    overrides = [{"InstanceType": name, "SubnetId": account.subnets["use1-az2"]} for name in ("g6e.12xlarge", "m7i.2xlarge")]
    fleet = account.ec2.create_fleet(
        Type="instant",
        LaunchTemplateConfigs=[{"LaunchTemplateSpecification": {"LaunchTemplateId": template, "Version": "1"}, "Overrides": overrides}],
        TargetCapacitySpecification={"TotalTargetCapacity": 2, "DefaultTargetCapacityType": "on-demand"},
        OnDemandOptions={"MinTargetCapacity": 2, "SingleInstanceType": True},
    )
    assert [error["ErrorCode"] for error in fleet["Errors"]] == ["InsufficientInstanceCapacity"]
    assert [(made["InstanceType"], len(made["InstanceIds"])) for made in fleet["Instances"]] == [("m7i.2xlarge", 2)]


def test_default_subnet_in_a_zone_that_offers_the_type(account) -> None:
    made = account.ec2.run_instances(ImageId="ami-1", InstanceType="p5en.48xlarge", MinCount=1, MaxCount=1)["Instances"][0]
    (subnet,) = account.ec2.describe_subnets(SubnetIds=[made["SubnetId"]])["Subnets"]
    assert subnet["AvailabilityZoneId"] in ("use1-az2", "use1-az6")
    assert made["VpcId"] != account.vpc
