"""Launch data from templates and requests."""

from rehearsal.world.launcher.request import from_data, merge


def test_structures_are_merged_by_member_and_lists_replaced() -> None:
    template = {"Placement": {"GroupName": "a", "Tenancy": "default"}, "SecurityGroupIds": ["sg-1"], "ImageId": "ami-1"}
    given = {"Placement": {"GroupName": "b"}, "SecurityGroupIds": ["sg-2"]}
    assert merge(template, given) == {
        "Placement": {"GroupName": "b", "Tenancy": "default"},
        "SecurityGroupIds": ["sg-2"],
        "ImageId": "ami-1",
    }


def test_interfaces_move_to_the_subnet_that_a_group_chooses() -> None:
    request = from_data({"NetworkInterfaces": [{"DeviceIndex": 0}, {"DeviceIndex": 1, "InterfaceType": "efa-only"}]}, 1, 2, None)
    moved = request.placed_in("subnet-1")
    assert {nic.subnet_id for nic in moved.interfaces} == {"subnet-1"}
    assert (moved.minimum, moved.maximum) == (1, 2)
    assert [nic.has_efa for nic in moved.interfaces] == [False, True]


def test_market_options_without_a_type_mean_spot() -> None:
    assert from_data({"InstanceMarketOptions": {"SpotOptions": {}}}, 1, 1, None).market == "spot"
    assert from_data({}, 1, 1, None).market == "on-demand"


def test_unknown_template_and_version(account, refused) -> None:
    def run(**named):
        account.ec2.run_instances(LaunchTemplate=named, MinCount=1, MaxCount=1)

    template = account.template({"ImageId": "ami-1", "InstanceType": "m7i.2xlarge"})
    assert refused(lambda: run(LaunchTemplateId="lt-0"))[0] == "InvalidLaunchTemplateId.NotFound"
    assert refused(lambda: run(LaunchTemplateName="none"))[0] == "InvalidLaunchTemplateName.NotFoundException"
    assert refused(lambda: run(LaunchTemplateId=template, Version="7"))[0] == "InvalidLaunchTemplateId.VersionNotFound"
    run(LaunchTemplateName="nodes", Version="$Latest")
