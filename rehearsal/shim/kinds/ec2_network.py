"""EC2 networks: VPC, subnets, gateways, routes and endpoints."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping

from rehearsal.shim.kind import Call, Change, Kind, Props, Reading, Setter, Text, When, sets
from rehearsal.shim.kinds.tagging import ec2_tags

_DESTINATIONS = ("destinationCidrBlock", "destinationIpv6CidrBlock", "destinationPrefixListId")
_TARGETS = {
    "gatewayId": "GatewayId",
    "natGatewayId": "NatGatewayId",
    "egressOnlyGatewayId": "EgressOnlyInternetGatewayId",
    "networkInterfaceId": "NetworkInterfaceId",
    "transitGatewayId": "TransitGatewayId",
    "vpcEndpointId": "VpcEndpointId",
    "vpcPeeringConnectionId": "VpcPeeringConnectionId",
}
_ROUTE: Props = {
    "RouteTableId": "$routeTableId",
    "DestinationCidrBlock": "$destinationCidrBlock",
    "DestinationIpv6CidrBlock": "$destinationIpv6CidrBlock",
    "DestinationPrefixListId": "$destinationPrefixListId",
}


def _arn(what: str) -> Text:
    """The ARN of an EC2 resource that the API doesn't show one for."""
    return Text(f"arn:$partition:ec2:$region:$account:{what}/$id")


def _vpc_attribute(member: str, name: str) -> Setter:
    """A VPC attribute, which has a call of its own."""
    return sets(name, Call("ModifyVpcAttribute", {"VpcId": "$id", member: {"Value": f"${name}"}}), after_create=True)


def _read_vpc_attribute(member: str, name: str) -> Reading:
    return Reading("DescribeVpcAttribute", {"VpcId": "$id", "Attribute": name}, f"{{{name}: {member}.Value}}")


def _subnet_attribute(member: str, name: str) -> Setter:
    """A subnet attribute: the API sets one per call."""
    return sets(name, Call("ModifySubnetAttribute", {"SubnetId": "$id", member: {"Value": f"${name}"}}), after_create=True)


def route_id(props: Props) -> str:
    """The real provider's id of a route: the table and the CRC-32 of the destination (terraform-provider-aws, RouteCreateID)."""
    destination = next((str(props[name]) for name in _DESTINATIONS if props.get(name)), "")
    return f"r-{props.get('routeTableId')}{zlib.crc32(destination.encode())}"


def _move_gateway(change: Change) -> Iterator[Call]:
    """Detaches an internet gateway from its old VPC and attaches it to the new one."""
    if change.olds.get("vpcId"):
        call = Call("DetachInternetGateway", {"InternetGatewayId": "$id", "VpcId": change.olds["vpcId"]}, tolerate=("Gateway.NotAttached",))
        yield call
    if change.news.get("vpcId"):
        yield Call("AttachInternetGateway", {"InternetGatewayId": "$id", "VpcId": "$vpcId"}, tolerate=("Resource.AlreadyAssociated",))


def _modify_endpoint(change: Change) -> Iterator[Call]:
    """One call with what joins and what leaves each list of an endpoint."""
    lists = {"RouteTableIds": "routeTableIds", "SubnetIds": "subnetIds", "SecurityGroupIds": "securityGroupIds"}
    moved = {f"Add{member}": change.added(name) or None for member, name in lists.items()}
    moved |= {f"Remove{member}": change.removed(name) or None for member, name in lists.items()}
    yield Call(
        "ModifyVpcEndpoint", {"VpcEndpointId": "$id", "PolicyDocument": "$policy", "PrivateDnsEnabled": "$privateDnsEnabled", **moved}
    )


KINDS: Mapping[str, Kind] = {
    "aws:ec2/vpc:Vpc": Kind(
        service="ec2",
        label="EC2 VPC",
        schema="AWS::EC2::VPC",
        takes="cidrBlock instanceTenancy ipv4IpamPoolId ipv4NetmaskLength enableDnsHostnames enableDnsSupport"
        " enableNetworkAddressUsageMetrics tags",
        create=Call("CreateVpc"),
        id="Vpc.VpcId",
        read=Reading("DescribeVpcs", {"VpcIds": ["$id"]}, "Vpcs[0]"),
        delete=(Call("DeleteVpc", {"VpcId": "$id"}),),
        more=(
            _read_vpc_attribute("EnableDnsHostnames", "enableDnsHostnames"),
            _read_vpc_attribute("EnableDnsSupport", "enableDnsSupport"),
            _read_vpc_attribute("EnableNetworkAddressUsageMetrics", "enableNetworkAddressUsageMetrics"),
            Reading(
                "DescribeRouteTables",
                {"Filters": [{"Name": "vpc-id", "Values": ["$id"]}, {"Name": "association.main", "Values": ["true"]}]},
                "{mainRouteTableId: RouteTables[0].RouteTableId}",
            ),
            Reading(
                "DescribeSecurityGroups",
                {"Filters": [{"Name": "vpc-id", "Values": ["$id"]}, {"Name": "group-name", "Values": ["default"]}]},
                "{defaultSecurityGroupId: SecurityGroups[0].GroupId}",
            ),
        ),
        outputs={
            "arn": _arn("vpc"),
            "ownerId": "OwnerId",
            "mainRouteTableId": "mainRouteTableId",
            "defaultRouteTableId": "mainRouteTableId",
            "defaultSecurityGroupId": "defaultSecurityGroupId",
            "dhcpOptionsId": "DhcpOptionsId",
        },
        setters=(
            _vpc_attribute("EnableDnsSupport", "enableDnsSupport"),
            _vpc_attribute("EnableDnsHostnames", "enableDnsHostnames"),
            _vpc_attribute("EnableNetworkAddressUsageMetrics", "enableNetworkAddressUsageMetrics"),
            ec2_tags(),
        ),
        tag_type="vpc",
        computed=frozenset({"cidrBlock", "instanceTenancy"}),
        write_only=frozenset({"ipv4IpamPoolId", "ipv4NetmaskLength"}),
        defaults={"enableDnsSupport": True, "enableDnsHostnames": False, "enableNetworkAddressUsageMetrics": False},
    ),
    "aws:ec2/subnet:Subnet": Kind(
        service="ec2",
        label="EC2 Subnet",
        schema="AWS::EC2::Subnet",
        takes="vpcId cidrBlock availabilityZone availabilityZoneId outpostArn mapPublicIpOnLaunch"
        " assignIpv6AddressOnCreation enableDns64 tags",
        create=Call("CreateSubnet"),
        id="Subnet.SubnetId",
        read=Reading("DescribeSubnets", {"SubnetIds": ["$id"]}, "Subnets[0]"),
        delete=(Call("DeleteSubnet", {"SubnetId": "$id"}),),
        outputs={"arn": "SubnetArn", "ownerId": "OwnerId"},
        setters=(
            _subnet_attribute("MapPublicIpOnLaunch", "mapPublicIpOnLaunch"),
            _subnet_attribute("AssignIpv6AddressOnCreation", "assignIpv6AddressOnCreation"),
            _subnet_attribute("EnableDns64", "enableDns64"),
            ec2_tags(),
        ),
        tag_type="subnet",
        computed=frozenset({"availabilityZone", "availabilityZoneId"}),
        defaults={"mapPublicIpOnLaunch": False, "assignIpv6AddressOnCreation": False, "enableDns64": False},
    ),
    "aws:ec2/internetGateway:InternetGateway": Kind(
        service="ec2",
        label="EC2 Internet Gateway",
        schema="AWS::EC2::InternetGateway",
        takes="vpcId tags",
        create=Call("CreateInternetGateway"),
        id="InternetGateway.InternetGatewayId",
        read=Reading("DescribeInternetGateways", {"InternetGatewayIds": ["$id"]}, "InternetGateways[0]"),
        delete=(
            Call(
                "DetachInternetGateway", {"InternetGatewayId": "$id", "VpcId": "$vpcId"}, tolerate=("Gateway.NotAttached",), needs="vpcId"
            ),
            Call("DeleteInternetGateway", {"InternetGatewayId": "$id"}),
        ),
        reads={"vpcId": "Attachments[0].VpcId"},
        outputs={"arn": _arn("internet-gateway"), "ownerId": "OwnerId"},
        setters=(Setter(("vpcId",), _move_gateway, after_create=True), ec2_tags()),
        tag_type="internet-gateway",
    ),
    "aws:ec2/eip:Eip": Kind(
        service="ec2",
        label="EC2 EIP",
        schema="AWS::EC2::EIP",
        takes="domain address publicIpv4Pool networkBorderGroup customerOwnedIpv4Pool ipamPoolId tags",
        create=Call("AllocateAddress"),
        id="AllocationId",
        read=Reading("DescribeAddresses", {"AllocationIds": ["$id"]}, "Addresses[0]"),
        delete=(Call("ReleaseAddress", {"AllocationId": "$id"}),),
        outputs={
            "arn": _arn("elastic-ip"),
            "allocationId": "AllocationId",
            "publicIp": "PublicIp",
            "privateIp": "PrivateIpAddress",
            "associationId": "AssociationId",
        },
        setters=(ec2_tags(),),
        tag_type="elastic-ip",
        computed=frozenset({"domain", "publicIpv4Pool", "networkBorderGroup"}),
        defaults={"domain": "vpc"},
        write_only=frozenset({"address", "ipamPoolId"}),
    ),
    "aws:ec2/natGateway:NatGateway": Kind(
        service="ec2",
        label="EC2 NAT Gateway",
        schema="AWS::EC2::NatGateway",
        takes="allocationId subnetId connectivityType privateIp tags",
        create=Call("CreateNatGateway"),
        id="NatGateway.NatGatewayId",
        read=Reading("DescribeNatGateways", {"NatGatewayIds": ["$id"]}, "NatGateways[?State!='deleted'] | [0]"),
        delete=(Call("DeleteNatGateway", {"NatGatewayId": "$id"}),),
        aliases={"privateIp": "PrivateIpAddress"},
        reads={"allocationId": "NatGatewayAddresses[0].AllocationId", "privateIp": "NatGatewayAddresses[0].PrivateIp"},
        outputs={
            "publicIp": "NatGatewayAddresses[0].PublicIp",
            "networkInterfaceId": "NatGatewayAddresses[0].NetworkInterfaceId",
            "associationId": "NatGatewayAddresses[0].AssociationId",
        },
        setters=(ec2_tags(),),
        tag_type="natgateway",
        defaults={"connectivityType": "public"},
        computed=frozenset({"privateIp"}),
        created="nat_gateway_available",
        deleted="nat_gateway_deleted",
        waits_for={"NatGatewayIds": ["$id"]},
        status="State",
        broken=("failed",),
        issues="[{code: FailureCode, message: FailureMessage}]",
    ),
    "aws:ec2/routeTable:RouteTable": Kind(
        service="ec2",
        label="EC2 Route Table",
        schema="AWS::EC2::RouteTable",
        takes="vpcId tags",
        create=Call("CreateRouteTable"),
        id="RouteTable.RouteTableId",
        read=Reading("DescribeRouteTables", {"RouteTableIds": ["$id"]}, "RouteTables[0]"),
        delete=(Call("DeleteRouteTable", {"RouteTableId": "$id"}),),
        outputs={"arn": _arn("route-table"), "ownerId": "OwnerId"},
        setters=(ec2_tags(),),
        tag_type="route-table",
    ),
    "aws:ec2/route:Route": Kind(
        service="ec2",
        label="EC2 Route",
        schema="AWS::EC2::Route",
        takes=" ".join(("routeTableId", *_DESTINATIONS, *_TARGETS)),
        create=Call("CreateRoute"),
        id=route_id,
        import_id=Text("$routeTableId_$destinationCidrBlock"),
        read=Reading(
            "DescribeRouteTables",
            {"RouteTableIds": ["$routeTableId"]},
            "RouteTables[0].Routes[?DestinationCidrBlock=='$destinationCidrBlock' || DestinationIpv6CidrBlock=='$destinationIpv6CidrBlock'"
            " || DestinationPrefixListId=='$destinationPrefixListId'] | [0]",
        ),
        delete=(Call("DeleteRoute", _ROUTE),),
        aliases={"egressOnlyGatewayId": "EgressOnlyInternetGatewayId"},
        outputs={"origin": "Origin", "state": "State"},
        setters=(sets(" ".join(_TARGETS), Call("ReplaceRoute", {**_ROUTE, **{member: f"${name}" for name, member in _TARGETS.items()}})),),
        write_only=frozenset({"routeTableId"}),
    ),
    "aws:ec2/routeTableAssociation:RouteTableAssociation": Kind(
        service="ec2",
        label="EC2 Route Table Association",
        schema="AWS::EC2::SubnetRouteTableAssociation",
        takes="routeTableId subnetId",
        create=Call("AssociateRouteTable"),
        id="AssociationId",
        import_id=Text("$subnetId/$routeTableId"),
        found_id="RouteTableAssociationId",
        read=Reading(
            "DescribeRouteTables",
            {"Filters": [{"Name": "association.subnet-id", "Values": ["$subnetId"]}]},
            "RouteTables[].Associations[] | [?SubnetId=='$subnetId'] | [0]",
        ),
        delete=(Call("DisassociateRouteTable", {"AssociationId": "$id"}),),
        unique=("subnetId",),
    ),
    "aws:ec2/vpcEndpoint:VpcEndpoint": Kind(
        service="ec2",
        label="EC2 VPC Endpoint",
        schema="AWS::EC2::VPCEndpoint",
        takes="vpcId serviceName vpcEndpointType routeTableIds subnetIds securityGroupIds policy privateDnsEnabled tags",
        create=Call("CreateVpcEndpoint"),
        id="VpcEndpoint.VpcEndpointId",
        read=Reading("DescribeVpcEndpoints", {"VpcEndpointIds": ["$id"]}, "VpcEndpoints[?State!='deleted'] | [0]"),
        delete=(Call("DeleteVpcEndpoints", {"VpcEndpointIds": ["$id"]}),),
        aliases={"policy": "PolicyDocument"},
        reads={"securityGroupIds": "Groups[].GroupId"},
        outputs={"arn": _arn("vpc-endpoint"), "ownerId": "OwnerId", "state": "State", "networkInterfaceIds": "NetworkInterfaceIds"},
        setters=(Setter(("routeTableIds", "subnetIds", "securityGroupIds", "policy", "privateDnsEnabled"), _modify_endpoint), ec2_tags()),
        tag_type="vpc-endpoint",
        defaults={"vpcEndpointType": "Gateway"},
        computed=frozenset({"policy", "privateDnsEnabled", "routeTableIds", "subnetIds", "securityGroupIds"}),
    ),
    "aws:ec2/flowLog:FlowLog": Kind(
        service="ec2",
        label="Flow Log",
        schema="AWS::EC2::FlowLog",
        takes="vpcId subnetId eniId trafficType logDestinationType logDestination iamRoleArn deliverCrossAccountRole logFormat"
        " maxAggregationInterval destinationOptions tags",
        create=Call(
            "CreateFlowLogs",
            {
                "ResourceIds": ["$vpcId", "$subnetId", "$eniId"],
                "ResourceType": When("vpcId", "VPC", When("subnetId", "Subnet", "NetworkInterface")),
            },
        ),
        id="FlowLogIds[0]",
        refused="Unsuccessful[].join(': ', [ResourceId, Error.Code, Error.Message])",
        read=Reading("DescribeFlowLogs", {"FlowLogIds": ["$id"]}, "FlowLogs[0]"),
        delete=(Call("DeleteFlowLogs", {"FlowLogIds": ["$id"]}),),
        aliases={"iamRoleArn": "DeliverLogsPermissionArn"},
        reads={
            "vpcId": "starts_with(ResourceId, 'vpc-') && ResourceId || null",
            "subnetId": "starts_with(ResourceId, 'subnet-') && ResourceId || null",
            "eniId": "starts_with(ResourceId, 'eni-') && ResourceId || null",
        },
        outputs={"arn": _arn("vpc-flow-log")},
        setters=(ec2_tags(),),
        tag_type="vpc-flow-log",
        defaults={"logDestinationType": "cloud-watch-logs", "maxAggregationInterval": 600},
        computed=frozenset({"logDestination", "logFormat"}),
    ),
}
