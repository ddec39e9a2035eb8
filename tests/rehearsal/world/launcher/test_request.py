"""Launch data from templates and requests."""

import pytest

from rehearsal.world.launcher.request import WITH_ADDRESS, from_data, merge, to_interface


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


def test_what_is_not_said_is_ec2s_own_default() -> None:
    request = from_data({}, 1, 3, None)
    assert (request.instance_type, request.market, request.subnet_id, request.interfaces) == ("m1.small", "on-demand", "", ())
    assert (request.minimum, request.maximum, request.template) == (1, 3, None)
    assert (request.counting(2, 2).minimum, request.counting(2, 2).instance_type) == (2, "m1.small")


def test_a_block_is_named_by_its_reservation() -> None:
    target = {"CapacityReservationTarget": {"CapacityReservationId": "cr-1"}}
    data = {"InstanceMarketOptions": {"MarketType": "capacity-block"}, "CapacityReservationSpecification": target}
    request = from_data(data, 1, 1, ("lt-1", "2"))
    assert (request.market, request.reservation_id, request.template) == ("capacity-block", "cr-1", ("lt-1", "2"))


@pytest.mark.parametrize("named", [{"GroupName": "train"}, {"GroupId": "train"}])
def test_a_placement_group_is_named_one_way_or_the_other(named) -> None:
    assert from_data({"Placement": {**named, "Tenancy": "default"}}, 1, 1, None).group_name == "train"


def test_the_subnet_is_the_launchs_or_that_of_its_first_interface_with_one() -> None:
    nics = [{"DeviceIndex": 0}, {"DeviceIndex": 1, "SubnetId": "subnet-2"}]
    assert from_data({"NetworkInterfaces": nics}, 1, 1, None).subnet_id == "subnet-2"
    assert from_data({"NetworkInterfaces": nics, "SubnetId": "subnet-1"}, 1, 1, None).subnet_id == "subnet-1"


def test_tags_of_one_type_add_up() -> None:
    specs = [
        {"ResourceType": "instance", "Tags": [{"Key": "a", "Value": "1"}]},
        {"ResourceType": "volume", "Tags": [{"Key": "a", "Value": "2"}]},
        {"ResourceType": "instance", "Tags": [{"Key": "b"}]},
    ]
    assert from_data({"TagSpecifications": specs}, 1, 1, None).tags == {"instance": {"a": "1", "b": ""}, "volume": {"a": "2"}}


@pytest.mark.parametrize(("kind", "efa"), [(None, False), ("interface", False), ("efa", True), ("efa-only", True)])
def test_an_interface_is_a_plain_one_unless_said(kind, efa) -> None:
    nic = to_interface({"InterfaceType": kind, "NetworkCardIndex": 3})
    assert (nic.kind, nic.has_efa) == (kind or "interface", efa)
    assert (nic.card, nic.device, nic.public_ip, nic.address_settings) == (3, 0, False, frozenset())


@pytest.mark.parametrize("setting", WITH_ADDRESS)
def test_settings_that_need_an_address_are_noted_even_when_they_say_no(setting) -> None:
    assert to_interface({setting: False}).address_settings == {setting}
    assert to_interface({setting: None}).address_settings == frozenset()


@pytest.mark.parametrize(
    ("version", "image"), [("$Latest", "ami-2"), ("$Default", "ami-1"), (None, "ami-1"), ("2", "ami-2"), ("1", "ami-1")]
)
def test_versions_go_by_number_or_by_word(account, version, image) -> None:
    template = account.template({"ImageId": "ami-1", "InstanceType": "m7i.2xlarge"})
    data = {"ImageId": "ami-2", "InstanceType": "m7i.2xlarge"}
    account.ec2.create_launch_template_version(LaunchTemplateId=template, LaunchTemplateData=data)
    named = {"LaunchTemplateId": template} | ({"Version": version} if version else {})
    (made,) = account.ec2.run_instances(LaunchTemplate=named, MinCount=1, MaxCount=1)["Instances"]
    assert made["ImageId"] == image
