"""What launch templates and placement groups say to EC2."""

from tests.rehearsal.shim.kinds.scripted import creation, deletion, life, update

TEMPLATE, GROUP = "aws:ec2/launchTemplate:LaunchTemplate", "aws:ec2/placementGroup:PlacementGroup"
DATA = {"instanceType": "p5.48xlarge", "metadataOptions": {"httpTokens": "required"}}


def test_a_templates_data_lies_in_one_member_and_its_name_beside_it() -> None:
    inputs = {"name": "train", "description": "first", "vpcSecurityGroupIds": ["sg-1"], **DATA}
    answers = {"CreateLaunchTemplate": {"LaunchTemplate": {"LaunchTemplateId": "lt-1"}}}
    identity, _, ((operation, request),) = creation(TEMPLATE, inputs, answers)
    assert (identity, operation) == ("lt-1", "CreateLaunchTemplate")
    assert request == {
        "LaunchTemplateName": "train",
        "VersionDescription": "first",
        "LaunchTemplateData": {
            "InstanceType": "p5.48xlarge",
            "MetadataOptions": {"HttpTokens": "required"},
            "SecurityGroupIds": ["sg-1"],
        },
    }


def test_interfaces_keep_their_order_and_groups() -> None:
    nics = [
        {"networkCardIndex": 0, "deviceIndex": 0, "interfaceType": "interface", "securityGroups": ["sg-1"]},
        {"networkCardIndex": 1, "deviceIndex": 0, "interfaceType": "efa-only", "securityGroups": ["sg-1"]},
    ]
    answers = {"CreateLaunchTemplate": {"LaunchTemplate": {"LaunchTemplateId": "lt-1"}}}
    _, _, ((_, request),) = creation(TEMPLATE, {"name": "train", "networkInterfaces": nics}, answers)
    sent = request["LaunchTemplateData"]["NetworkInterfaces"]
    assert [(nic["NetworkCardIndex"], nic["InterfaceType"], nic["Groups"]) for nic in sent] == [
        (0, "interface", ["sg-1"]),
        (1, "efa-only", ["sg-1"]),
    ]


def test_a_change_is_a_new_version_of_all_data() -> None:
    ((operation, request),) = update(TEMPLATE, {"name": "train", **DATA}, {"name": "train", **DATA, "ebsOptimized": "true"})
    assert operation == "CreateLaunchTemplateVersion"
    assert request["LaunchTemplateId"] == "thing-1"
    assert request["LaunchTemplateData"] == {
        "InstanceType": "p5.48xlarge",
        "MetadataOptions": {"HttpTokens": "required"},
        "EbsOptimized": True,
    }


def test_the_new_version_becomes_the_default_where_the_program_says_so() -> None:
    made = life(TEMPLATE, {"CreateLaunchTemplateVersion": {"LaunchTemplateVersion": {"VersionNumber": 7}}})
    olds = {"name": "train", "updateDefaultVersion": True, **DATA}
    made.update("lt-1", olds, {**olds, "description": "second"}, {}, 0)
    assert made.cloud.changing()[-1] == ("ModifyLaunchTemplate", {"LaunchTemplateId": "lt-1", "DefaultVersion": "7"})


def test_a_default_version_that_the_program_names_is_set() -> None:
    calls = update(TEMPLATE, {"name": "train"}, {"name": "train", "defaultVersion": 3})
    assert calls == [("ModifyLaunchTemplate", {"LaunchTemplateId": "thing-1", "DefaultVersion": "3"})]


def test_a_template_shows_its_latest_version_whatever_the_default() -> None:
    answers = {
        "DescribeLaunchTemplates": {"LaunchTemplates": [{"LaunchTemplateId": "lt-1", "LatestVersionNumber": 4, "DefaultVersionNumber": 1}]},
        "DescribeLaunchTemplateVersions": {"LaunchTemplateVersions": [{"LaunchTemplateData": {"InstanceType": "p5.48xlarge"}}]},
    }
    made = life(TEMPLATE, answers)
    state = made.state_of("lt-1", {"name": "train"}, made.observe("lt-1", {"name": "train"}, {}))
    assert (state["latestVersion"], state["defaultVersion"], state["instanceType"]) == (4, 1, "p5.48xlarge")
    assert ("DescribeLaunchTemplateVersions", {"LaunchTemplateId": "lt-1", "Versions": ["4"]}) in made.cloud.sent


def test_a_placement_groups_name_is_its_id() -> None:
    identity, _, ((operation, request),) = creation(GROUP, {"name": "train", "strategy": "cluster", "tags": {"team": "a"}})
    assert (identity, operation) == ("train", "CreatePlacementGroup")
    assert (request["GroupName"], request["Strategy"], request["TagSpecifications"][0]["ResourceType"]) == (
        "train",
        "cluster",
        "placement-group",
    )
    assert deletion(GROUP, {"name": "train"}, "train") == [("DeletePlacementGroup", {"GroupName": "train"})]


def test_a_placement_group_is_tagged_by_the_id_that_ec2_gave_it() -> None:
    calls = update(GROUP, {"name": "train"}, {"name": "train", "tags": {"team": "a"}}, state={"placementGroupId": "pg-1"})
    assert calls == [("CreateTags", {"Resources": ["pg-1"], "Tags": [{"Key": "team", "Value": "a"}]})]


def test_a_deleted_placement_group_is_gone() -> None:
    shown = {"PlacementGroups": [{"GroupName": "train", "State": "deleted"}]}
    assert life(GROUP, {"DescribePlacementGroups": shown}).observe("train", {"name": "train"}, {}) is None
