"""Look-ups for networks, launch templates and placement groups: EC2 names few of its things, so most are found by tags."""

import zlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import boto3

from operations.recovery.lookups.registry import Candidate, Status, Wanted, answer, lookup, tags_in

if TYPE_CHECKING:
    from mypy_boto3_ec2.type_defs import FilterTypeDef, RouteTableTypeDef, SecurityGroupRuleTypeDef

# Without a description, which every rule of a program of ours has.
EGRESS_OF_A_NEW_GROUP = {"CidrIp": "0.0.0.0/0"}

GOING = frozenset({"deleting", "deleted"})


@lookup("aws:ec2/vpc:Vpc")
def vpc(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By tags and address range."""
    filters = _tagged(wanted, cidr=wanted.text("cidrBlock"))
    for page in session.client("ec2").get_paginator("describe_vpcs").paginate(Filters=filters):
        for found in page["Vpcs"]:
            yield Candidate(found["VpcId"])


@lookup("aws:ec2/subnet:Subnet")
def subnet(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By tags, VPC and address range."""
    filters = _tagged(wanted, vpc_id=wanted.text("vpcId"), cidr_block=wanted.text("cidrBlock"))
    for page in session.client("ec2").get_paginator("describe_subnets").paginate(Filters=filters):
        for found in page["Subnets"]:
            yield Candidate(found["SubnetId"])


@lookup("aws:ec2/internetGateway:InternetGateway")
def internet_gateway(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By tags alone: the kill may have fallen between its creation and its attachment."""
    for page in session.client("ec2").get_paginator("describe_internet_gateways").paginate(Filters=_tagged(wanted)):
        for found in page["InternetGateways"]:
            yield Candidate(found["InternetGatewayId"])


@lookup("aws:ec2/eip:Eip")
def elastic_ip(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By tags."""
    for found in session.client("ec2").describe_addresses(Filters=_tagged(wanted))["Addresses"]:
        yield Candidate(found["AllocationId"], detail=found.get("PublicIp", ""))


@lookup("aws:ec2/natGateway:NatGateway")
def nat_gateway(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By tags and subnet; a deleted one is still listed for an hour."""
    filters = _tagged(wanted, subnet_id=wanted.text("subnetId"))
    for page in session.client("ec2").get_paginator("describe_nat_gateways").paginate(Filters=filters):
        for found in page["NatGateways"]:
            if found["State"] not in GOING:
                yield Candidate(found["NatGatewayId"], _status(found["State"]), found.get("FailureMessage", ""))


@lookup("aws:ec2/vpcEndpoint:VpcEndpoint")
def vpc_endpoint(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By tags, VPC and service."""
    filters = _tagged(wanted, vpc_id=wanted.text("vpcId"), service_name=wanted.text("serviceName"))
    for page in session.client("ec2").get_paginator("describe_vpc_endpoints").paginate(Filters=filters):
        for found in page["VpcEndpoints"]:
            # The cloud spells these states with and without a capital.
            state = str(found["State"]).lower()
            if state not in GOING:
                yield Candidate(found["VpcEndpointId"], _status(state))


@lookup("aws:ec2/routeTable:RouteTable")
def route_table(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By tags and VPC."""
    filters = _tagged(wanted, vpc_id=wanted.text("vpcId"))
    for page in session.client("ec2").get_paginator("describe_route_tables").paginate(Filters=filters):
        for found in page["RouteTables"]:
            yield Candidate(found["RouteTableId"])


@lookup("aws:ec2/route:Route")
def route(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By its table and destination, of which the provider makes its id."""
    destination = next((wanted.text(key) for key in ROUTE_DESTINATIONS if wanted.inputs.get(key)), "") or wanted.text(
        "destinationCidrBlock"
    )
    table_id = wanted.text("routeTableId")
    for table in _table(session, table_id):
        if any(destination in {found.get(key) for key in ROUTE_DESTINATIONS.values()} for found in table["Routes"]):
            yield Candidate(f"r-{table_id}{zlib.crc32(destination.encode())}", detail=destination)


ROUTE_DESTINATIONS = {
    "destinationCidrBlock": "DestinationCidrBlock",
    "destinationIpv6CidrBlock": "DestinationIpv6CidrBlock",
    "destinationPrefixListId": "DestinationPrefixListId",
}


@lookup("aws:ec2/routeTableAssociation:RouteTableAssociation")
def route_table_association(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By its table and its subnet or gateway."""
    member, key = ("SubnetId", "subnetId") if wanted.inputs.get("subnetId") else ("GatewayId", "gatewayId")
    for table in _table(session, wanted.text("routeTableId")):
        for found in table["Associations"]:
            if found.get(member) == wanted.text(key):
                yield Candidate(found["RouteTableAssociationId"])


@lookup("aws:ec2/securityGroup:SecurityGroup")
def security_group(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By name, which is unique in its VPC; half made, and to be replaced, while it still has the egress that EC2 gives each new group."""
    filters = _filters(group_name=wanted.text("name"), vpc_id=wanted.text("vpcId"))
    for page in session.client("ec2").get_paginator("describe_security_groups").paginate(Filters=filters):
        for found in page["SecurityGroups"]:
            # The provider revokes it by its second call, and never looks at it again: adopted so, the group would stay open to all.
            half_made = EGRESS_OF_A_NEW_GROUP in [item for rule in found["IpPermissionsEgress"] for item in rule["IpRanges"]]
            how = (Status.FAILED, "half made: open to all egress") if half_made else (Status.READY, "")
            yield Candidate(found["GroupId"], *how, tags_in(found.get("Tags", ())))


@lookup("aws:ec2/defaultSecurityGroup:DefaultSecurityGroup")
def default_security_group(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By VPC, which has exactly one; half made, and to be adopted anew, while it still has the rules that it came with."""
    filters = _filters(vpc_id=wanted.text("vpcId"), group_name="default")
    for found in session.client("ec2").describe_security_groups(Filters=filters)["SecurityGroups"]:
        half_made = found["IpPermissions"] or found["IpPermissionsEgress"]
        yield Candidate(found["GroupId"], *((Status.FAILED, "half made: its rules are still there") if half_made else ()))


@lookup("aws:ec2/flowLog:FlowLog")
def flow_log(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By tags and what is logged."""
    logged = next((wanted.text(key) for key in ("subnetId", "eniId") if wanted.inputs.get(key)), "") or wanted.text("vpcId")
    tags = wanted.own_tags()
    for page in session.client("ec2").get_paginator("describe_flow_logs").paginate():
        for found in page["FlowLogs"]:
            carried = {tag["Key"]: tag["Value"] for tag in found.get("Tags", ())}
            if found["ResourceId"] == logged and tags.items() <= carried.items():
                yield Candidate(found["FlowLogId"])


@lookup("aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule")
def ingress_rule(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By group, protocol, ports and source: EC2 refuses a second rule with the same."""
    return _group_rules(session, wanted, is_egress=False)


@lookup("aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule")
def egress_rule(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By group, protocol, ports and destination: EC2 refuses a second rule with the same."""
    return _group_rules(session, wanted, is_egress=True)


@lookup("aws:ec2/placementGroup:PlacementGroup")
def placement_group(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By name, which is its id."""
    filters = _filters(group_name=wanted.text("name"))
    for found in session.client("ec2").describe_placement_groups(Filters=filters)["PlacementGroups"]:
        if found["State"] not in GOING:
            yield Candidate(found["GroupName"], _status(found["State"]), tags=tags_in(found.get("Tags", ())))


@lookup("aws:ec2/launchTemplate:LaunchTemplate")
def launch_template(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By name, which is unique in a region."""
    filters = _filters(launch_template_name=wanted.text("name"))
    for page in session.client("ec2").get_paginator("describe_launch_templates").paginate(Filters=filters):
        for found in page["LaunchTemplates"]:
            yield Candidate(found["LaunchTemplateId"], tags=tags_in(found.get("Tags", ())))


def _tagged(wanted: Wanted, **values: str) -> "list[FilterTypeDef]":
    tags: list[FilterTypeDef] = [{"Name": f"tag:{key}", "Values": [value]} for key, value in wanted.own_tags().items()]
    return tags + _filters(**values)


def _filters(**values: str) -> "list[FilterTypeDef]":
    return [{"Name": name.replace("_", "-"), "Values": [value]} for name, value in values.items()]


def _status(state: str) -> Status:
    if state == "failed":
        return Status.FAILED
    return Status.SETTLING if state.startswith("pending") else Status.READY


def _table(session: boto3.Session, table_id: str) -> "list[RouteTableTypeDef]":
    """The route table, or none if it is gone: then nothing in it exists."""
    ask = session.client("ec2").describe_route_tables
    return answer(lambda: ask(RouteTableIds=[table_id])["RouteTables"], "InvalidRouteTableID.NotFound") or []


RULE_MEMBERS: Mapping[str, str] = {"cidrIpv4": "CidrIpv4", "cidrIpv6": "CidrIpv6", "prefixListId": "PrefixListId"}


def _group_rules(session: boto3.Session, wanted: Wanted, *, is_egress: bool) -> Iterator[Candidate]:
    filters = _filters(group_id=wanted.text("securityGroupId"))
    for page in session.client("ec2").get_paginator("describe_security_group_rules").paginate(Filters=filters):
        for found in page["SecurityGroupRules"]:
            if found["IsEgress"] is is_egress and _same_rule(wanted, found):
                yield Candidate(found["SecurityGroupRuleId"])


def _same_rule(wanted: Wanted, found: "SecurityGroupRuleTypeDef") -> bool:
    referenced = found.get("ReferencedGroupInfo", {}).get("GroupId")
    return (
        wanted.text("ipProtocol") == found["IpProtocol"]
        and all(wanted.inputs.get(key) == found.get(member) for key, member in RULE_MEMBERS.items())
        and wanted.inputs.get("referencedSecurityGroupId") == referenced
        and all(
            _port(wanted.inputs.get(key)) == _port(found.get(member)) for key, member in (("fromPort", "FromPort"), ("toPort", "ToPort"))
        )
    )


def _port(value: object) -> int:
    """A port as a number; all ports is −1 in an answer, and may be left out in a request."""
    return int(value) if isinstance(value, int | float) else -1
