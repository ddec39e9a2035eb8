"""EC2 look-ups in an account that also holds look-alikes."""

import pytest

from operations.recovery.lookups.registry import Status, Wanted, all_lookups


def look(account, resource_type, **inputs):
    return [found.id for found in all_lookups()[resource_type](account, Wanted("urn:x", resource_type, inputs))]


def specification(kind, tags):
    return [{"ResourceType": kind, "Tags": [{"Key": key, "Value": value} for key, value in tags.items()]}]


@pytest.fixture
def tags(unique):
    return {"Name": f"{unique}-x", "cluster": unique, "team": "foundation"}


@pytest.fixture
def others(unique):
    return {"Name": f"{unique}-y", "cluster": unique, "team": "foundation"}


@pytest.fixture
def ec2(account):
    return account.client("ec2")


@pytest.fixture
def vpc(ec2, tags):
    return ec2.create_vpc(CidrBlock="10.40.0.0/16", TagSpecifications=specification("vpc", tags))["Vpc"]["VpcId"]


@pytest.fixture
def subnet(ec2, vpc, tags):
    made = ec2.create_subnet(VpcId=vpc, CidrBlock="10.40.1.0/24", TagSpecifications=specification("subnet", tags))
    return made["Subnet"]["SubnetId"]


@pytest.fixture
def table(ec2, vpc, tags):
    return ec2.create_route_table(VpcId=vpc, TagSpecifications=specification("route-table", tags))["RouteTable"]["RouteTableId"]


@pytest.fixture
def group(ec2, vpc):
    return ec2.create_security_group(GroupName="atlas-fabric-1a2b3c4", Description="d", VpcId=vpc)["GroupId"]


def test_vpc(account, ec2, vpc, tags, others):
    ec2.create_vpc(CidrBlock="10.40.0.0/16", TagSpecifications=specification("vpc", others))
    assert look(account, "aws:ec2/vpc:Vpc", cidrBlock="10.40.0.0/16", tags=tags) == [vpc]
    assert look(account, "aws:ec2/vpc:Vpc", cidrBlock="10.41.0.0/16", tags=tags) == []
    assert look(account, "aws:ec2/vpc:Vpc", cidrBlock="10.40.0.0/16", tags=tags | {"team": "other"}) == []


def test_two_vpcs_with_the_same_tags_are_both_named(account, ec2, vpc, tags):
    second = ec2.create_vpc(CidrBlock="10.40.0.0/16", TagSpecifications=specification("vpc", tags))["Vpc"]["VpcId"]
    assert sorted(look(account, "aws:ec2/vpc:Vpc", cidrBlock="10.40.0.0/16", tags=tags)) == sorted([vpc, second])


def test_subnet(account, ec2, vpc, subnet, tags, others):
    ec2.create_subnet(VpcId=vpc, CidrBlock="10.40.2.0/24", TagSpecifications=specification("subnet", others))
    assert look(account, "aws:ec2/subnet:Subnet", vpcId=vpc, cidrBlock="10.40.1.0/24", tags=tags) == [subnet]
    assert look(account, "aws:ec2/subnet:Subnet", vpcId="vpc-0", cidrBlock="10.40.1.0/24", tags=tags) == []


@pytest.mark.parametrize("attached", [True, False])
def test_internet_gateway_attached_or_not(account, ec2, vpc, attached, tags, others):
    made = ec2.create_internet_gateway(TagSpecifications=specification("internet-gateway", tags))["InternetGateway"]["InternetGatewayId"]
    if attached:
        ec2.attach_internet_gateway(InternetGatewayId=made, VpcId=vpc)
    assert look(account, "aws:ec2/internetGateway:InternetGateway", vpcId=vpc, tags=tags) == [made]
    assert look(account, "aws:ec2/internetGateway:InternetGateway", vpcId=vpc, tags=others) == []


def test_elastic_ip(account, ec2, tags, others):
    made = ec2.allocate_address(Domain="vpc", TagSpecifications=specification("elastic-ip", tags))["AllocationId"]
    assert look(account, "aws:ec2/eip:Eip", domain="vpc", tags=tags) == [made]
    assert look(account, "aws:ec2/eip:Eip", domain="vpc", tags=others) == []


def test_nat_gateway_but_no_deleted_one(account, ec2, subnet, tags):
    def create():
        address = ec2.allocate_address(Domain="vpc")["AllocationId"]
        made = ec2.create_nat_gateway(SubnetId=subnet, AllocationId=address, TagSpecifications=specification("natgateway", tags))
        return made["NatGateway"]["NatGatewayId"]

    gone, made = create(), create()
    ec2.delete_nat_gateway(NatGatewayId=gone)
    assert look(account, "aws:ec2/natGateway:NatGateway", subnetId=subnet, tags=tags) == [made]


def test_vpc_endpoint(account, ec2, vpc, tags):
    service = "com.amazonaws.us-east-1.s3"
    made = ec2.create_vpc_endpoint(VpcId=vpc, ServiceName=service, TagSpecifications=specification("vpc-endpoint", tags))
    found = look(account, "aws:ec2/vpcEndpoint:VpcEndpoint", vpcId=vpc, serviceName=service, tags=tags)
    assert found == [made["VpcEndpoint"]["VpcEndpointId"]]
    assert look(account, "aws:ec2/vpcEndpoint:VpcEndpoint", vpcId=vpc, serviceName=f"{service}x", tags=tags) == []


def test_route_table(account, vpc, table, tags, others):
    assert look(account, "aws:ec2/routeTable:RouteTable", vpcId=vpc, tags=tags) == [table]
    assert look(account, "aws:ec2/routeTable:RouteTable", vpcId=vpc, tags=others) == []


def test_route(account, ec2, vpc, table):
    gateway = ec2.create_internet_gateway()["InternetGateway"]["InternetGatewayId"]
    ec2.attach_internet_gateway(InternetGatewayId=gateway, VpcId=vpc)
    assert look(account, "aws:ec2/route:Route", routeTableId=table, destinationCidrBlock="0.0.0.0/0") == []
    ec2.create_route(RouteTableId=table, DestinationCidrBlock="0.0.0.0/0", GatewayId=gateway)
    # The provider's id: the table and the CRC-32 of the destination, as in r-rtb-…1080289494 for 0.0.0.0/0.
    assert look(account, "aws:ec2/route:Route", routeTableId=table, destinationCidrBlock="0.0.0.0/0") == [f"r-{table}1080289494"]


def test_route_in_a_table_that_is_gone(account):
    assert look(account, "aws:ec2/route:Route", routeTableId="rtb-00000000000000000", destinationCidrBlock="0.0.0.0/0") == []


def test_route_table_association(account, ec2, subnet, table):
    token = "aws:ec2/routeTableAssociation:RouteTableAssociation"
    assert look(account, token, routeTableId=table, subnetId=subnet) == []
    made = ec2.associate_route_table(RouteTableId=table, SubnetId=subnet)["AssociationId"]
    assert look(account, token, routeTableId=table, subnetId=subnet) == [made]


def test_security_group(account, ec2, vpc, group):
    ec2.create_security_group(GroupName="atlas-fabric-other", Description="d", VpcId=vpc)
    assert look(account, "aws:ec2/securityGroup:SecurityGroup", name="atlas-fabric-1a2b3c4", vpcId=vpc) == [group]
    assert look(account, "aws:ec2/securityGroup:SecurityGroup", name="atlas-fabric-1a2b3c5", vpcId=vpc) == []


def test_security_group_is_half_made_until_its_first_egress_is_revoked(account, ec2, vpc, group):
    wanted = Wanted("urn:x", "aws:ec2/securityGroup:SecurityGroup", {"name": "atlas-fabric-1a2b3c4", "vpcId": vpc})
    look_up = all_lookups()[wanted.type]
    assert [found.status for found in look_up(account, wanted)] == [Status.FAILED]
    anywhere = {"IpProtocol": "-1", "IpRanges": [{"CidrIp": "0.0.0.0/0"}]}
    ec2.revoke_security_group_egress(GroupId=group, IpPermissions=[anywhere])
    assert [found.status for found in look_up(account, wanted)] == [Status.READY]
    described = anywhere | {"IpRanges": [{"CidrIp": "0.0.0.0/0", "Description": "IP to anywhere"}]}
    ec2.authorize_security_group_egress(GroupId=group, IpPermissions=[described])
    assert [found.status for found in look_up(account, wanted)] == [Status.READY]


def test_default_security_group_is_half_made_until_it_is_empty(account, ec2, vpc):
    wanted = Wanted("urn:x", "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup", {"vpcId": vpc})
    (found,) = all_lookups()[wanted.type](account, wanted)
    assert found.status is Status.FAILED
    rules = ec2.describe_security_group_rules(Filters=[{"Name": "group-id", "Values": [found.id]}])["SecurityGroupRules"]
    by_way = {way: [rule["SecurityGroupRuleId"] for rule in rules if rule["IsEgress"] is way] for way in (True, False)}
    ec2.revoke_security_group_egress(GroupId=found.id, SecurityGroupRuleIds=by_way[True])
    ec2.revoke_security_group_ingress(GroupId=found.id, SecurityGroupRuleIds=by_way[False])
    assert [(again.id, again.status) for again in all_lookups()[wanted.type](account, wanted)] == [(found.id, Status.READY)]


def test_flow_log(account, ec2, vpc, subnet, tags, others, unique):
    account.client("s3").create_bucket(Bucket=f"{unique}-flows")
    made = {}
    for kind, ident in (("VPC", vpc), ("Subnet", subnet)):
        made[kind] = ec2.create_flow_logs(
            ResourceType=kind,
            ResourceIds=[ident],
            TrafficType="ALL",
            LogDestinationType="s3",
            LogDestination=f"arn:aws:s3:::{unique}-flows/{kind}/",
            TagSpecifications=specification("vpc-flow-log", tags),
        )["FlowLogIds"]
    token = "aws:ec2/flowLog:FlowLog"
    assert look(account, token, vpcId=vpc, tags=tags) == made["VPC"]
    assert look(account, token, subnetId=subnet, tags=tags) == made["Subnet"]
    assert look(account, token, vpcId=vpc, tags=others) == []


def test_interface_endpoint(account, ec2, vpc, subnet, tags, others):
    service = "com.amazonaws.us-east-1.sts"
    made = ec2.create_vpc_endpoint(
        VpcId=vpc,
        ServiceName=service,
        VpcEndpointType="Interface",
        SubnetIds=[subnet],
        PrivateDnsEnabled=False,
        TagSpecifications=specification("vpc-endpoint", tags),
    )["VpcEndpoint"]["VpcEndpointId"]
    assert look(account, "aws:ec2/vpcEndpoint:VpcEndpoint", vpcId=vpc, serviceName=service, tags=tags) == [made]
    assert look(account, "aws:ec2/vpcEndpoint:VpcEndpoint", vpcId=vpc, serviceName=service, tags=others) == []


INGRESS, EGRESS = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule"


def test_rule_of_the_group_with_itself(account, ec2, group):
    permission = {"IpProtocol": "-1", "UserIdGroupPairs": [{"GroupId": group}]}
    made = ec2.authorize_security_group_ingress(GroupId=group, IpPermissions=[permission])["SecurityGroupRules"][0]["SecurityGroupRuleId"]
    inputs = {"securityGroupId": group, "ipProtocol": "-1", "referencedSecurityGroupId": group}
    assert look(account, INGRESS, **inputs) == [made]
    assert look(account, EGRESS, **inputs) == []
    assert look(account, INGRESS, **inputs | {"ipProtocol": "tcp", "fromPort": 443, "toPort": 443}) == []


def test_rule_by_address_range_and_ports(account, ec2, group):
    ranges = [{"CidrIp": "203.0.113.0/24"}]
    permissions = [{"IpProtocol": "tcp", "FromPort": port, "ToPort": port, "IpRanges": ranges} for port in (443, 988)]
    made = ec2.authorize_security_group_ingress(GroupId=group, IpPermissions=permissions)["SecurityGroupRules"]
    by_port = {rule["FromPort"]: rule["SecurityGroupRuleId"] for rule in made}
    for port, rule_id in by_port.items():
        # Numbers of an exported state may be written with a point.
        inputs = {"securityGroupId": group, "ipProtocol": "tcp", "cidrIpv4": "203.0.113.0/24", "fromPort": float(port), "toPort": port}
        assert look(account, INGRESS, **inputs) == [rule_id]
        assert look(account, INGRESS, **inputs | {"cidrIpv4": "203.0.113.0/25"}) == []


def test_the_tags_of_what_is_found_by_name_say_whose_it_is(account, ec2, vpc, unique):
    told = {"pulumi-stack": unique}
    ec2.create_security_group(GroupName=unique, Description="d", VpcId=vpc, TagSpecifications=specification("security-group", told))
    ec2.create_placement_group(GroupName=unique, Strategy="cluster", TagSpecifications=specification("placement-group", told))
    data = {"LaunchTemplateData": {"InstanceType": "m7i.2xlarge"}, "TagSpecifications": specification("launch-template", told)}
    ec2.create_launch_template(LaunchTemplateName=unique, **data)
    for kind in ("aws:ec2/securityGroup:SecurityGroup", "aws:ec2/placementGroup:PlacementGroup", "aws:ec2/launchTemplate:LaunchTemplate"):
        (found,) = all_lookups()[kind](account, Wanted("urn:x", kind, {"name": unique, "vpcId": vpc}))
        assert found.tags == told, kind


def test_placement_group(account, ec2, unique):
    ec2.create_placement_group(GroupName=f"{unique}-train", Strategy="cluster")
    assert look(account, "aws:ec2/placementGroup:PlacementGroup", name=f"{unique}-train") == [f"{unique}-train"]
    assert look(account, "aws:ec2/placementGroup:PlacementGroup", name="atlas-train") == []


def test_launch_template(account, ec2, unique):
    made = ec2.create_launch_template(LaunchTemplateName=f"{unique}-train", LaunchTemplateData={"InstanceType": "m7i.2xlarge"})
    template = made["LaunchTemplate"]["LaunchTemplateId"]
    assert look(account, "aws:ec2/launchTemplate:LaunchTemplate", name=f"{unique}-train") == [template]
    assert look(account, "aws:ec2/launchTemplate:LaunchTemplate", name="atlas-train") == []


class _Nat:
    """An EC2 client whose NAT gateways are in one state, which no simulated one stays in long enough."""

    def __init__(self, state):
        self.state = state

    def client(self, _):
        return self

    get_paginator = client

    def paginate(self, **_):
        return [{"NatGateways": [{"NatGatewayId": "nat-1", "State": self.state}]}]


@pytest.mark.parametrize(
    ("state", "statuses"),
    [("pending", [Status.SETTLING]), ("available", [Status.READY]), ("failed", [Status.FAILED]), ("deleting", []), ("deleted", [])],
)
def test_states_of_a_nat_gateway(state, statuses, tags):
    wanted = Wanted("urn:x", "aws:ec2/natGateway:NatGateway", {"subnetId": "subnet-1", "tags": tags})
    assert [found.status for found in all_lookups()[wanted.type](_Nat(state), wanted)] == statuses
