"""A launch template is described as it was given, down to the last interface."""

import base64

import pytest

DATA = {
    "ImageId": "ami-0123456789abcdef0",
    "InstanceType": "p5.48xlarge",
    "EbsOptimized": True,
    "UserData": base64.b64encode(b"MIME-Version: 1.0").decode(),
    "Placement": {"GroupName": "tight", "Tenancy": "default"},
    "MetadataOptions": {
        "HttpTokens": "required",
        "HttpPutResponseHopLimit": 2,
        "InstanceMetadataTags": "disabled",
        "HttpEndpoint": "enabled",
    },
    "InstanceMarketOptions": {"MarketType": "capacity-block"},
    "CapacityReservationSpecification": {"CapacityReservationTarget": {"CapacityReservationId": "cr-1"}},
    "BlockDeviceMappings": [
        {
            "DeviceName": "/dev/xvda",
            "Ebs": {
                "VolumeSize": 500,
                "VolumeType": "gp3",
                "Iops": 6000,
                "Throughput": 500,
                "Encrypted": True,
                "DeleteOnTermination": True,
            },
        }
    ],
    "Monitoring": {"Enabled": True},
    "TagSpecifications": [
        {"ResourceType": kind, "Tags": [{"Key": "team", "Value": "x"}]} for kind in ("instance", "volume", "network-interface")
    ],
}


def described(account, template, version="$Latest"):
    return account.ec2.describe_launch_template_versions(LaunchTemplateId=template, Versions=[version])["LaunchTemplateVersions"][0]


def test_data_comes_back_as_given(account, layout) -> None:
    data = DATA | {"NetworkInterfaces": [{**nic, "DeleteOnTermination": True, "Description": "fabric"} for nic in layout(32, group="sg-1")]}
    spec = [{"ResourceType": "launch-template", "Tags": [{"Key": "Name", "Value": "atlas"}]}]
    made = account.ec2.create_launch_template(LaunchTemplateName="nodes", LaunchTemplateData=data, TagSpecifications=spec)["LaunchTemplate"]
    assert described(account, made["LaunchTemplateId"])["LaunchTemplateData"] == data
    assert account.ec2.describe_launch_templates()["LaunchTemplates"][0]["Tags"] == spec[0]["Tags"]


def test_version_on_top_of_another(account) -> None:
    template = account.template(DATA)
    account.ec2.create_launch_template_version(LaunchTemplateId=template, SourceVersion="1", LaunchTemplateData={"ImageId": "ami-2"})
    account.ec2.create_launch_template_version(LaunchTemplateId=template, LaunchTemplateData={"ImageId": "ami-3"})
    assert described(account, template, "2")["LaunchTemplateData"] == DATA | {"ImageId": "ami-2"}
    assert described(account, template, "3")["LaunchTemplateData"] == {"ImageId": "ami-3"}
    assert described(account, template, "1")["LaunchTemplateData"] == DATA
    account.ec2.modify_launch_template(LaunchTemplateId=template, DefaultVersion="3")
    assert described(account, template, "$Default")["VersionNumber"] == 3


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"NetworkInterfaces": [{"DeviceIndex": 0}], "SecurityGroupIds": ["sg-1"]}, "InvalidParameterCombination"),
        ({"Placement": {"GroupName": "a", "GroupId": "pg-1"}}, "InvalidParameterCombination"),
        ({"UserData": "no base64!"}, "InvalidUserData.Malformed"),
    ],
)
def test_clashing_data(account, refused, data, code) -> None:
    assert refused(lambda: account.template(data))[0] == code


def test_template_that_is_not_there(account, refused) -> None:
    assert refused(lambda: account.ec2.delete_launch_template(LaunchTemplateId="lt-0"))[0] == "InvalidLaunchTemplateId.NotFound"
    assert refused(lambda: account.ec2.create_launch_template_version(LaunchTemplateData={}))[0] == "MissingParameter"
