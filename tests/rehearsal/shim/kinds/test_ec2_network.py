"""What the network types say to EC2."""

import zlib

import pytest

from rehearsal.shim.kinds.ec2_network import KINDS, route_id
from tests.rehearsal.shim.kinds.scripted import creation, deletion, life, update

VPC, SUBNET, GATEWAY = "aws:ec2/vpc:Vpc", "aws:ec2/subnet:Subnet", "aws:ec2/internetGateway:InternetGateway"
NAT, ROUTE, ENDPOINT = "aws:ec2/natGateway:NatGateway", "aws:ec2/route:Route", "aws:ec2/vpcEndpoint:VpcEndpoint"
ASSOCIATION, EIP = "aws:ec2/routeTableAssociation:RouteTableAssociation", "aws:ec2/eip:Eip"


def test_a_vpc_is_tagged_by_its_create_call_and_its_attributes_are_set_one_by_one() -> None:
    inputs = {"cidrBlock": "10.40.0.0/16", "enableDnsHostnames": True, "tags": {"Name": "atlas"}}
    identity, _, calls = creation(VPC, inputs, {"CreateVpc": {"Vpc": {"VpcId": "vpc-1"}}})
    assert identity == "vpc-1"
    assert calls == [
        (
            "CreateVpc",
            {
                "CidrBlock": "10.40.0.0/16",
                "TagSpecifications": [{"ResourceType": "vpc", "Tags": [{"Key": "Name", "Value": "atlas"}]}],
            },
        ),
        ("ModifyVpcAttribute", {"VpcId": "vpc-1", "EnableDnsHostnames": {"Value": True}}),
    ]


def test_a_vpc_shows_what_it_came_with() -> None:
    answers = {
        "CreateVpc": {"Vpc": {"VpcId": "vpc-1"}},
        "DescribeVpcs": {"Vpcs": [{"VpcId": "vpc-1", "CidrBlock": "10.40.0.0/16", "OwnerId": "123456789012"}]},
        "DescribeRouteTables": {"RouteTables": [{"RouteTableId": "rtb-main"}]},
        "DescribeSecurityGroups": {"SecurityGroups": [{"GroupId": "sg-default"}]},
    }
    _, state, _ = creation(VPC, {"cidrBlock": "10.40.0.0/16"}, answers)
    assert state["arn"] == "arn:aws:ec2:us-east-1:123456789012:vpc/vpc-1"
    assert (state["mainRouteTableId"], state["defaultSecurityGroupId"]) == ("rtb-main", "sg-default")


def test_a_subnet_attribute_changes_in_place() -> None:
    olds = {"vpcId": "vpc-1", "cidrBlock": "10.40.0.0/20"}
    calls = update(SUBNET, olds, {**olds, "mapPublicIpOnLaunch": True})
    assert calls == [("ModifySubnetAttribute", {"SubnetId": "thing-1", "MapPublicIpOnLaunch": {"Value": True}})]


def test_a_gateway_is_attached_after_it_is_made_and_detached_before_it_goes() -> None:
    answers = {"CreateInternetGateway": {"InternetGateway": {"InternetGatewayId": "igw-1"}}}
    _, _, calls = creation(GATEWAY, {"vpcId": "vpc-1"}, answers)
    assert [operation for operation, _ in calls] == ["CreateInternetGateway", "AttachInternetGateway"]
    assert [operation for operation, _ in deletion(GATEWAY, {"vpcId": "vpc-1"})] == ["DetachInternetGateway", "DeleteInternetGateway"]
    assert [operation for operation, _ in deletion(GATEWAY, {})] == ["DeleteInternetGateway"]


def test_a_gateway_leaves_its_old_network_before_it_joins_the_new_one() -> None:
    assert update(GATEWAY, {"vpcId": "vpc-1"}, {"vpcId": "vpc-2"}) == [
        ("DetachInternetGateway", {"InternetGatewayId": "thing-1", "VpcId": "vpc-1"}),
        ("AttachInternetGateway", {"InternetGatewayId": "thing-1", "VpcId": "vpc-2"}),
    ]


@pytest.mark.parametrize(("state", "there"), [("available", True), ("pending", True), ("failed", True), ("deleted", False)])
def test_a_nat_gateway_is_there_until_it_is_deleted(state, there) -> None:
    shown = {"NatGateways": [{"NatGatewayId": "nat-1", "State": state}]}
    seen = life(NAT, {"DescribeNatGateways": shown}).observe("nat-1", {}, {})
    assert (seen is not None) is there


def test_a_new_nat_gateway_is_awaited() -> None:
    made = life(NAT, {"CreateNatGateway": {"NatGateway": {"NatGatewayId": "nat-1"}}})
    made.create({"subnetId": "subnet-1", "allocationId": "eipalloc-1"}, 0)
    assert made.cloud.awaited == ["nat_gateway_available"]
    made.delete("nat-1", {"subnetId": "subnet-1"}, {}, 0)
    assert made.cloud.awaited[1:] == ["nat_gateway_deleted"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("destinationCidrBlock", "0.0.0.0/0"), ("destinationIpv6CidrBlock", "::/0"), ("destinationPrefixListId", "pl-1")],
)
def test_a_routes_id_is_its_table_and_the_checksum_of_its_destination(name, value) -> None:
    assert route_id({"routeTableId": "rtb-1", name: value}) == f"r-rtb-1{zlib.crc32(value.encode())}"


def test_a_route_moves_to_another_target_in_place() -> None:
    olds = {"routeTableId": "rtb-1", "destinationCidrBlock": "0.0.0.0/0", "gatewayId": "igw-1"}
    news = {"routeTableId": "rtb-1", "destinationCidrBlock": "0.0.0.0/0", "natGatewayId": "nat-1"}
    request = {"RouteTableId": "rtb-1", "DestinationCidrBlock": "0.0.0.0/0", "NatGatewayId": "nat-1"}
    assert update(ROUTE, olds, news) == [("ReplaceRoute", request)]


def test_a_route_is_read_out_of_its_table() -> None:
    routes = [{"DestinationCidrBlock": "10.40.0.0/16", "State": "active"}, {"DestinationCidrBlock": "0.0.0.0/0", "State": "blackhole"}]
    made = life(ROUTE, {"DescribeRouteTables": {"RouteTables": [{"Routes": routes}]}})
    seen = made.observe("r-1", {"routeTableId": "rtb-1", "destinationCidrBlock": "0.0.0.0/0"}, {})
    assert seen["State"] == "blackhole"
    assert made.observe("r-1", {"routeTableId": "rtb-1", "destinationCidrBlock": "192.168.0.0/16"}, {}) is None


def test_an_imported_association_takes_its_own_id() -> None:
    shown = {"RouteTableAssociationId": "rtbassoc-1", "SubnetId": "subnet-1", "RouteTableId": "rtb-1"}
    made = life(ASSOCIATION, {"DescribeRouteTables": {"RouteTables": [{"Associations": [shown]}]}})
    asked = KINDS[ASSOCIATION].import_id.parse("subnet-1/rtb-1")
    assert asked == {"subnetId": "subnet-1", "routeTableId": "rtb-1"}
    assert made.found_identity("subnet-1/rtb-1", asked, made.observe("subnet-1/rtb-1", asked, {})) == "rtbassoc-1"


def test_an_endpoints_lists_change_by_what_joins_and_what_leaves() -> None:
    olds = {"vpcId": "vpc-1", "serviceName": "s3", "routeTableIds": ["rtb-1", "rtb-2"]}
    calls = update(ENDPOINT, olds, {**olds, "routeTableIds": ["rtb-2", "rtb-3"]})
    assert calls == [("ModifyVpcEndpoint", {"VpcEndpointId": "thing-1", "AddRouteTableIds": ["rtb-3"], "RemoveRouteTableIds": ["rtb-1"]})]


def test_an_address_is_released_by_its_allocation() -> None:
    assert deletion(EIP, {"domain": "vpc"}, "eipalloc-1") == [("ReleaseAddress", {"AllocationId": "eipalloc-1"})]


@pytest.mark.parametrize("token", [token for token, kind in KINDS.items() if "tags" in kind.inputs])
def test_whatever_takes_tags_names_its_type_for_them(token) -> None:
    assert KINDS[token].tag_type
