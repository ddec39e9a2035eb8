"""Nothing goes while something depends on it, and everything goes in the right order."""


def test_network_goes_from_the_inside_out(account, control, refused) -> None:
    ec2, subnet = account.ec2, account.subnets["use1-az2"]
    gateway = ec2.create_internet_gateway()["InternetGateway"]["InternetGatewayId"]
    ec2.attach_internet_gateway(InternetGatewayId=gateway, VpcId=account.vpc)
    address = ec2.allocate_address(Domain="vpc")["AllocationId"]
    nat = ec2.create_nat_gateway(SubnetId=subnet, AllocationId=address)["NatGateway"]["NatGatewayId"]
    table = ec2.create_route_table(VpcId=account.vpc)["RouteTable"]["RouteTableId"]
    association = ec2.associate_route_table(RouteTableId=table, SubnetId=subnet)["AssociationId"]
    ec2.create_route(RouteTableId=table, DestinationCidrBlock="0.0.0.0/0", NatGatewayId=nat)
    service = "com.amazonaws.us-east-1.s3"
    endpoint = ec2.create_vpc_endpoint(VpcId=account.vpc, ServiceName=service, RouteTableIds=[table])["VpcEndpoint"]["VpcEndpointId"]
    other = ec2.create_security_group(GroupName="other", Description="d", VpcId=account.vpc)["GroupId"]
    pair = [{"IpProtocol": "-1", "UserIdGroupPairs": [{"GroupId": account.group}]}]
    ec2.authorize_security_group_ingress(GroupId=other, IpPermissions=pair)
    ec2.authorize_security_group_ingress(GroupId=account.group, IpPermissions=pair)

    blocked = {
        "subnet": lambda: ec2.delete_subnet(SubnetId=subnet),
        "vpc": lambda: ec2.delete_vpc(VpcId=account.vpc),
        "referenced group": lambda: ec2.delete_security_group(GroupId=account.group),
        "attached gateway": lambda: ec2.delete_internet_gateway(InternetGatewayId=gateway),
        "gateway with addresses behind it": lambda: ec2.detach_internet_gateway(InternetGatewayId=gateway, VpcId=account.vpc),
        "associated table": lambda: ec2.delete_route_table(RouteTableId=table),
    }
    assert {name: refused(call)[0] for name, call in blocked.items()} == dict.fromkeys(blocked, "DependencyViolation")
    assert refused(lambda: ec2.release_address(AllocationId=address))[0] == "InvalidIPAddress.InUse"

    ec2.delete_nat_gateway(NatGatewayId=nat)
    ec2.release_address(AllocationId=address)
    ec2.delete_vpc_endpoints(VpcEndpointIds=[endpoint])
    ec2.disassociate_route_table(AssociationId=association)
    ec2.delete_route_table(RouteTableId=table)
    ec2.detach_internet_gateway(InternetGatewayId=gateway, VpcId=account.vpc)
    ec2.delete_internet_gateway(InternetGatewayId=gateway)
    ec2.delete_security_group(GroupId=other)
    ec2.delete_security_group(GroupId=account.group)
    assert refused(lambda: ec2.delete_vpc(VpcId=account.vpc))[0] == "DependencyViolation"
    for ident in account.subnets.values():
        ec2.delete_subnet(SubnetId=ident)
    ec2.delete_vpc(VpcId=account.vpc)
    assert list(control.snapshot()) == ["iam"]


def test_group_of_a_living_interface(account, refused) -> None:
    subnet = account.subnets["use1-az2"]
    nic = account.ec2.create_network_interface(SubnetId=subnet, Groups=[account.group])["NetworkInterface"]["NetworkInterfaceId"]
    assert refused(lambda: account.ec2.delete_security_group(GroupId=account.group))[0] == "DependencyViolation"
    account.ec2.delete_network_interface(NetworkInterfaceId=nic)
    account.ec2.delete_security_group(GroupId=account.group)


def test_default_group_stays(account, refused) -> None:
    filters = [{"Name": "vpc-id", "Values": [account.vpc]}, {"Name": "group-name", "Values": ["default"]}]
    (group,) = account.ec2.describe_security_groups(Filters=filters)["SecurityGroups"]
    assert refused(lambda: account.ec2.delete_security_group(GroupId=group["GroupId"]))[0] == "CannotDelete"


def test_nat_gateway_needs_its_parts(account, refused) -> None:
    subnet = account.subnets["use1-az2"]
    address = account.ec2.allocate_address(Domain="vpc")["AllocationId"]

    def create(**parts):
        return account.ec2.create_nat_gateway(**parts)

    assert refused(lambda: create(SubnetId="subnet-0", AllocationId=address))[0] == "InvalidSubnetID.NotFound"
    assert refused(lambda: create(SubnetId=subnet, AllocationId="eipalloc-0"))[0] == "InvalidAllocationID.NotFound"
    assert refused(lambda: create(SubnetId=subnet))[0] == "MissingParameter"
    create(SubnetId=subnet, AllocationId=address)
    assert refused(lambda: create(SubnetId=subnet, AllocationId=address))[0] == "Resource.AlreadyAssociated"


def test_nat_gateway_that_is_not_there(account, refused) -> None:
    assert refused(lambda: account.ec2.delete_nat_gateway(NatGatewayId="nat-0"))[0] == "NatGatewayNotFound"
    assert refused(lambda: account.ec2.describe_nat_gateways(NatGatewayIds=["nat-0"]))[0] == "NatGatewayNotFound"
