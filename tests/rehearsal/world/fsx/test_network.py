"""Subnet and security groups of a file system."""


def test_exactly_one_subnet_that_exists(scratch, refused) -> None:
    subnets = scratch.account.subnets
    assert refused(lambda: scratch.create(SubnetIds=[subnets["use1-az2"], subnets["use1-az6"]]))[0] == "BadRequest"
    assert refused(lambda: scratch.create(SubnetIds=["subnet-0123456789abcdef0"]))[0] == "InvalidNetworkSettings"


def test_groups_exist_in_the_subnets_vpc(scratch, refused) -> None:
    ec2 = scratch.account.ec2
    other = ec2.create_vpc(CidrBlock="10.9.0.0/16")["Vpc"]["VpcId"]
    foreign = ec2.create_security_group(GroupName="other", Description="d", VpcId=other)["GroupId"]
    code, message = refused(lambda: scratch.create(SecurityGroupIds=[foreign]))
    assert (code, "different VPCs" in message) == ("InvalidNetworkSettings", True)
    assert refused(lambda: scratch.create(SecurityGroupIds=["sg-0123456789abcdef0"]))[0] == "InvalidNetworkSettings"


def test_lustre_gets_in_and_out(scratch, refused) -> None:
    ec2, vpc = scratch.account.ec2, scratch.account.vpc
    group = ec2.create_security_group(GroupName="lustre", Description="d", VpcId=vpc)["GroupId"]
    code, message = refused(lambda: scratch.create(SecurityGroupIds=[group]))
    assert (code, "port 988" in message) == ("InvalidNetworkSettings", True)
    nfs = {"IpProtocol": "tcp", "FromPort": 2049, "ToPort": 2049, "IpRanges": [{"CidrIp": "10.0.0.0/16"}]}
    ec2.authorize_security_group_ingress(GroupId=group, IpPermissions=[nfs])
    assert refused(lambda: scratch.create(SecurityGroupIds=[group]))[0] == "InvalidNetworkSettings"
    ec2.authorize_security_group_ingress(GroupId=group, IpPermissions=[nfs | {"FromPort": 988, "ToPort": 1023}])
    scratch.create(SecurityGroupIds=[group])
    ec2.revoke_security_group_egress(GroupId=group, IpPermissions=[{"IpProtocol": "-1", "IpRanges": [{"CidrIp": "0.0.0.0/0"}]}])
    assert refused(lambda: scratch.create(SecurityGroupIds=[group]))[0] == "InvalidNetworkSettings"


def test_without_groups_the_vpcs_own_one_holds(scratch) -> None:
    found = scratch.described(scratch.create(SecurityGroupIds=None))
    interfaces = scratch.account.ec2.describe_network_interfaces(NetworkInterfaceIds=found["NetworkInterfaceIds"])["NetworkInterfaces"]
    assert {group["GroupName"] for interface in interfaces for group in interface["Groups"]} == {"default"}


def test_efa_needs_a_group_that_lets_itself_through_by_id(scratch, refused) -> None:
    lustre = {"DeploymentType": "PERSISTENT_2", "PerUnitStorageThroughput": 1000, "EfaEnabled": True}
    lustre |= {"MetadataConfiguration": {"Mode": "AUTOMATIC"}}
    everyone = {"IpProtocol": "-1", "IpRanges": [{"CidrIp": "0.0.0.0/0"}]}
    ec2 = scratch.account.ec2
    group = ec2.create_security_group(GroupName="open", Description="d", VpcId=scratch.account.vpc)["GroupId"]
    ec2.authorize_security_group_ingress(GroupId=group, IpPermissions=[everyone])
    code, message = refused(lambda: scratch.create(lustre, StorageCapacity=4800, SecurityGroupIds=[group]))
    assert (code, "EFA" in message) == ("InvalidNetworkSettings", True)
    scratch.create(lustre, StorageCapacity=4800)
