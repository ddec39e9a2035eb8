"""Where instances may go."""


def run(account, zone="use1-az2", **more):
    arguments = {"ImageId": "ami-1", "InstanceType": "m7i.2xlarge", "MinCount": 1, "MaxCount": 1, "SubnetId": account.subnets[zone]}
    return account.ec2.run_instances(**arguments, **more)["Instances"][0]


def test_cluster_group_lies_in_the_zone_of_its_first_instance(account, refused) -> None:
    account.ec2.create_placement_group(GroupName="tight", Strategy="cluster")
    first = run(account, Placement={"GroupName": "tight"})
    assert first["Placement"]["GroupName"] == "tight"
    code, _ = refused(lambda: run(account, "use1-az6", Placement={"GroupName": "tight"}))
    assert code == "InsufficientInstanceCapacity"
    run(account, Placement={"GroupName": "tight"})
    account.ec2.terminate_instances(InstanceIds=[instance["InstanceId"] for instance in account.running()])
    run(account, "use1-az6", Placement={"GroupName": "tight"})


def test_group_by_id(account) -> None:
    group = account.ec2.create_placement_group(GroupName="tight", Strategy="cluster")["PlacementGroup"]
    assert run(account, Placement={"GroupId": group["GroupId"]})["Placement"]["GroupName"] == "tight"


def test_security_group_of_another_vpc(account, refused) -> None:
    other = account.ec2.create_vpc(CidrBlock="10.1.0.0/16")["Vpc"]["VpcId"]
    group = account.ec2.create_security_group(GroupName="other", Description="d", VpcId=other)["GroupId"]
    code, message = refused(lambda: run(account, SecurityGroupIds=[group]))
    assert code == "InvalidParameter"
    assert "different networks" in message
    run(account, SecurityGroupIds=[account.group])


def test_security_group_that_is_not_there(account, refused) -> None:
    assert refused(lambda: run(account, SecurityGroupIds=["sg-0"]))[0] == "InvalidGroup.NotFound"


def test_subnet_that_gives_public_addresses_takes_one_interface_only(account, layout, refused) -> None:
    subnet = account.subnets["use1-az2"]
    account.ec2.modify_subnet_attribute(SubnetId=subnet, MapPublicIpOnLaunch={"Value": True})
    assert run(account)["PublicIpAddress"]
    nics = [{"SubnetId": subnet, **nic} for nic in layout(16)]
    arguments = {"ImageId": "ami-1", "InstanceType": "p5en.48xlarge", "MinCount": 1, "MaxCount": 1, "NetworkInterfaces": nics}
    assert refused(lambda: account.ec2.run_instances(**arguments))[0] == "InvalidParameterCombination"


def test_zone_that_does_not_offer_the_type_names_those_that_do(account, refused) -> None:
    code, message = refused(lambda: run(account, "use1-az3"))
    assert code == "Unsupported"
    assert "choosing us-east-1" in message
