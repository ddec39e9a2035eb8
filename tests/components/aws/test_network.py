import pulumi
import pytest

from components.aws.gpu_cluster import GpuCluster, GpuClusterArgs
from components.aws.network import Network, NetworkArgs
from components.naming import Naming
from declaration.network import OwnNetwork
from gpu_cluster_testing import record

BOTH = pytest.mark.parametrize("preview", [True, False])
SUBNET, ROUTE = "aws:ec2/subnet:Subnet", "aws:ec2/route:Route"
NETWORK = {"cidr": "10.40.0.0/16", "control_plane_zones": ["use1-az2", "use1-az4"], "nat": "gateway"}
PRIVATE = NETWORK | {"nat": "none", "endpoints": "needed"}


@BOTH
def test_nodes_sit_in_one_private_subnet_of_the_declared_zone(built, declared, preview):
    recording = built(declared("aws-base"), preview=preview)
    gpu = recording.one(SUBNET, "base-gpu-subnet")
    assert gpu.inputs["availabilityZoneId"] == "use1-az2", "zone IDs, since names differ from account to account"
    assert gpu.inputs["cidrBlock"] == "10.40.0.0/17"
    assert all(subnet.inputs["mapPublicIpOnLaunch"] is False for subnet in recording.of_type(SUBNET))


def test_control_plane_has_a_subnet_in_each_declared_zone(built, declared):
    subnets = built(declared("aws-base")).of_type(SUBNET)
    zones = {one.name: one.inputs["availabilityZoneId"] for one in subnets if "control-plane" in one.name}
    assert zones == {"base-control-plane-use1-az2": "use1-az2", "base-control-plane-use1-az4": "use1-az4"}


def test_the_way_out_leads_through_the_nat_gateway(built, declared):
    recording = built(declared("aws-base"))
    private, public = recording.one(ROUTE, "base-private-default-route"), recording.one(ROUTE, "base-public-default-route")
    assert (private.inputs["natGatewayId"], private.inputs.get("gatewayId")) == ("base-nat-gateway-id", None)
    assert (public.inputs["gatewayId"], public.inputs.get("natGatewayId")) == ("base-internet-gateway-id", None)
    gateway = recording.one("aws:ec2/internetGateway:InternetGateway")
    for token in ("aws:ec2/eip:Eip", "aws:ec2/natGateway:NatGateway"):
        assert gateway.urn in recording.one(token).dependencies


def test_every_subnet_has_a_route_table(built, declared):
    recording = built(declared("aws-base"))
    associated = {
        one.inputs["subnetId"]: one.inputs["routeTableId"]
        for one in recording.of_type("aws:ec2/routeTableAssociation:RouteTableAssociation")
    }
    assert associated == {
        "base-gpu-subnet-id": "base-private-routes-id",
        "base-control-plane-use1-az2-id": "base-private-routes-id",
        "base-control-plane-use1-az4-id": "base-private-routes-id",
        "base-public-subnet-id": "base-public-routes-id",
    }


def test_s3_goes_over_a_gateway_endpoint(built, declared):
    endpoint = built(declared("aws-base")).one("aws:ec2/vpcEndpoint:VpcEndpoint")
    assert endpoint.inputs["serviceName"] == "com.amazonaws.us-east-1.s3"
    assert endpoint.inputs["vpcEndpointType"] == "Gateway"
    assert endpoint.inputs["routeTableIds"] == ["base-private-routes-id"]


def test_without_a_way_out_nothing_of_it_is_made(built, declared):
    types = built(declared("aws-base", network=PRIVATE)).types()
    assert not {"aws:ec2/natGateway:NatGateway", "aws:ec2/eip:Eip", "aws:ec2/internetGateway:InternetGateway", ROUTE} & set(types)


def test_switching_the_way_out_on_moves_no_subnet(built, declared):
    with_nat = built(declared("aws-base"))
    without = built(declared("aws-base", network=PRIVATE))
    ranges = {one.name: one.inputs["cidrBlock"] for one in without.of_type(SUBNET)}
    assert ranges.items() <= {one.name: one.inputs["cidrBlock"] for one in with_nat.of_type(SUBNET)}.items()


def test_a_range_without_room_stops_whoever_uses_the_component(declared, cluster_of):
    naming = Naming.of(cluster_of(declared()))
    declared_network = OwnNetwork(cidr="10.40.0.0/25", control_plane_zones=("use1-az1", "use1-az2", "use1-az3", "use1-az4"), nat="none")
    args = NetworkArgs(naming, "us-east-1", "use1-az2", declared_network)
    with pytest.raises(pulumi.RunError, match=r"10\.40\.0\.0/25 has no room"):
        record(lambda: Network(args) and None)


def test_a_pool_outside_the_one_subnet_stops_whoever_uses_the_component(declared, cluster_of, catalog):
    pools = [{"name": "system", "purpose": "system", "machine": "m7i.2xlarge", "nodes": 2, "zone": "use1-az4"}]
    cluster = cluster_of(declared(network=NETWORK, storage=None, pools=pools))
    with pytest.raises(pulumi.RunError, match=r"pools\[0\]\.zone is use1-az4 .* write use1-az2"):
        record(lambda: GpuCluster(GpuClusterArgs(cluster, catalog)) and None)


@BOTH
def test_the_group_that_nobody_asks_for_admits_nobody(built, declared, preview):
    recording = built(declared("aws-base"), preview=preview)
    group = recording.one("aws:ec2/defaultSecurityGroup:DefaultSecurityGroup")
    assert recording.one("aws:ec2/vpc:Vpc").urn in group.dependencies
    assert not {"ingress", "egress"} & set(group.inputs), "an empty list and none are one: all rules are taken out"
