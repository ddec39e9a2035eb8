"""Interface endpoints: their interfaces, groups and names."""

import pytest


@pytest.fixture
def create(account):
    account.ec2.modify_vpc_attribute(VpcId=account.vpc, EnableDnsHostnames={"Value": True})

    def make(service: str = "sts", **changes) -> str:
        common = {"VpcId": account.vpc, "ServiceName": f"com.amazonaws.us-east-1.{service}", "VpcEndpointType": "Interface"}
        places = {"SubnetIds": [account.subnets["use1-az2"]], "SecurityGroupIds": [account.group]}
        return account.ec2.create_vpc_endpoint(**common | places | changes)["VpcEndpoint"]["VpcEndpointId"]

    return make


def described(account, ident: str) -> dict:
    return account.ec2.describe_vpc_endpoints(VpcEndpointIds=[ident])["VpcEndpoints"][0]


def test_an_interface_in_each_subnet_holds_subnet_and_group(account, create, control, refused) -> None:
    ident = create()
    found = described(account, ident)
    assert (found["State"], found["PrivateDnsEnabled"], [group["GroupId"] for group in found["Groups"]]) == (
        "available",
        True,
        [account.group],
    )
    (interface,) = account.ec2.describe_network_interfaces(NetworkInterfaceIds=found["NetworkInterfaceIds"])["NetworkInterfaces"]
    assert interface["PrivateIpAddress"].startswith("10.0.")
    assert refused(lambda: account.ec2.delete_subnet(SubnetId=account.subnets["use1-az2"]))[0] == "DependencyViolation"
    assert refused(lambda: account.ec2.delete_security_group(GroupId=account.group))[0] == "DependencyViolation"
    (listed,) = [each for each in control.inventory() if each.kind == "vpc-endpoints"]
    assert (listed.id, listed.billing) == (ident, True)
    account.ec2.delete_vpc_endpoints(VpcEndpointIds=[ident])
    assert account.ec2.describe_network_interfaces()["NetworkInterfaces"] == []


def test_it_moves_between_subnets_and_groups(account, create, refused) -> None:
    ident, (one, other) = create(), (account.subnets["use1-az2"], account.subnets["use1-az6"])
    second = account.ec2.create_security_group(GroupName="second", Description="d", VpcId=account.vpc)["GroupId"]
    account.ec2.modify_vpc_endpoint(
        VpcEndpointId=ident,
        AddSubnetIds=[other],
        RemoveSubnetIds=[one],
        AddSecurityGroupIds=[second],
        RemoveSecurityGroupIds=[account.group],
    )
    found = described(account, ident)
    assert (found["SubnetIds"], [group["GroupId"] for group in found["Groups"]]) == ([other], [second])
    account.ec2.delete_subnet(SubnetId=one)
    account.ec2.delete_security_group(GroupId=account.group)
    gone = refused(lambda: account.ec2.modify_vpc_endpoint(VpcEndpointId="vpce-0123456789abcdef0", PrivateDnsEnabled=True))
    assert gone[0] == "InvalidVpcEndpointId.NotFound"


def test_private_names_need_the_vpcs_dns_and_are_given_once(account, create, refused) -> None:
    create()
    assert refused(lambda: create())[0] == "InvalidParameter"
    create(PrivateDnsEnabled=False)
    account.ec2.modify_vpc_attribute(VpcId=account.vpc, EnableDnsHostnames={"Value": False})
    code, message = refused(lambda: create("ec2"))
    assert (code, "enableDnsHostnames" in message) == ("InvalidParameter", True)


def test_places_that_do_not_fit(account, create, refused) -> None:
    twin = account.subnet("10.0.100.0/24", "use1-az2")
    assert refused(lambda: create(SubnetIds=[account.subnets["use1-az2"], twin]))[0] == "DuplicateSubnetsInSameZone"
    assert refused(lambda: create(SubnetIds=["subnet-0123456789abcdef0"]))[0] == "InvalidSubnetId.NotFound"
    assert refused(lambda: create(SecurityGroupIds=["sg-0123456789abcdef0"]))[0] == "InvalidGroup.NotFound"


@pytest.mark.parametrize(
    ("service", "kind", "code"),
    [("storage", "Interface", "InvalidServiceName"), ("sts", "Gateway", "InvalidParameter")],
)
def test_services(account, create, refused, service: str, kind: str, code: str) -> None:
    assert refused(lambda: create(service, VpcEndpointType=kind))[0] == code


def test_gateways_cost_nothing(account, control) -> None:
    account.ec2.create_vpc_endpoint(VpcId=account.vpc, ServiceName="com.amazonaws.us-east-1.s3")
    assert [each.billing for each in control.inventory() if each.kind == "vpc-endpoints"] == [False]
