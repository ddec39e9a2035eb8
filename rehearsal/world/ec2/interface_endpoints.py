"""Interface endpoints: their interfaces, groups and names; moto gives them addresses of no subnet and no groups."""

import json
from typing import Final

from moto.ec2.models.vpcs import AWS_ENDPOINT_SERVICES, COVERED_ENDPOINT_SERVICES

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.ec2.filters import tags_given
from rehearsal.world.registry import PASS, answers, guards
from rehearsal.world.untyped import Untyped

GATEWAY_SERVICES: Final = ("s3", "dynamodb")
"""Services that have gateway endpoints (VPC user guide)."""
SERVICES: Final = frozenset((*AWS_ENDPOINT_SERVICES, *COVERED_ENDPOINT_SERVICES))
"""AWS's own endpoint services, as moto records them: what follows com.amazonaws.REGION in their names."""


def find_subnets(call: Call, ids: list[str], vpc_id: str) -> list[Untyped]:
    """Moto's subnets of these ids, all in the VPC."""
    known = {ident: subnet for of_zone in call.backend().subnets.values() for ident, subnet in of_zone.items()}
    for ident in ids:
        if ident not in known:
            raise Refusal("InvalidSubnetId.NotFound", f"The subnet ID '{ident}' does not exist")
        if known[ident].vpc_id != vpc_id:
            raise Refusal("InvalidParameter", f"The subnet '{ident}' does not belong to the VPC '{vpc_id}'.")
    return [known[ident] for ident in ids]


def check_zones(subnets: list[Untyped]) -> None:
    """One subnet a zone."""
    seen: set[str] = set()
    for subnet in subnets:
        if subnet.availability_zone in seen:
            raise Refusal("DuplicateSubnetsInSameZone", f"Found another VPC endpoint subnet in the availability zone of {subnet.id}.")
        seen.add(subnet.availability_zone)


def check_groups(call: Call, ids: list[str], vpc_id: str) -> list[str]:
    """Security groups exist in the VPC; without any, the VPC's default group."""
    backend = call.backend()
    for ident in ids:
        group = backend.get_security_group_from_id(ident)
        if group is None or group.vpc_id != vpc_id:
            raise Refusal("InvalidGroup.NotFound", f"The security group '{ident}' does not exist in VPC '{vpc_id}'")
    return ids or [group.id for group in backend.groups[vpc_id].values() if group.name == "default"]


def check_private_dns(call: Call, vpc_id: str, service_name: str, itself: str = "") -> None:
    """Private names need the VPC's DNS, and one endpoint of a service in a VPC has them."""
    vpc = call.backend().vpcs[vpc_id]
    if not (vpc.enable_dns_support and vpc.enable_dns_hostnames):
        message = f"Enabling private DNS requires both enableDnsSupport and enableDnsHostnames VPC attributes set to true for {vpc_id}"
        raise Refusal("InvalidParameter", message)
    named = [each for each in call.backend().vpc_end_points.values() if each.vpc_endpoint_type == "Interface" and each.private_dns_enabled]
    if any((each.vpc_id, each.service_name) == (vpc_id, service_name) and each.id != itself for each in named):
        domain = f"{service_name.rpartition('.')[2]}.{call.region}.amazonaws.com"
        message = f"private-dns-enabled cannot be set because there is already a conflicting DNS domain for {domain} in the VPC {vpc_id}"
        raise Refusal("InvalidParameter", message)


@guards("ec2", "CreateVpcEndpoint")
def service_exists(call: Call) -> None:
    """The service exists as an endpoint of the wanted type."""
    name, wanted = call.params.get("ServiceName", ""), call.params.get("VpcEndpointType", "Gateway")
    own = f"com.amazonaws.{call.region}."
    if not name.startswith("com.amazonaws."):
        return
    if not name.startswith(own) or name.removeprefix(own) not in SERVICES:
        raise Refusal("InvalidServiceName", f"The Vpc Endpoint Service '{name}' does not exist")
    if wanted == "Gateway" and name.removeprefix(own) not in GATEWAY_SERVICES:
        raise Refusal("InvalidParameter", "Endpoint type (Gateway) does not match available service types ([Interface]).")


@answers("ec2", "CreateVpcEndpoint")
def create(call: Call) -> Untyped:
    """An interface endpoint with an interface in each subnet; gateways are moto's."""
    params, backend = call.params, call.backend()
    if params.get("VpcEndpointType") != "Interface":
        return PASS
    vpc_id, name = params["VpcId"], params["ServiceName"]
    backend.get_vpc(vpc_id)
    subnets = find_subnets(call, params.get("SubnetIds") or [], vpc_id)
    check_zones(subnets)
    groups = check_groups(call, params.get("SecurityGroupIds") or [], vpc_id)
    private = params.get("PrivateDnsEnabled", True)
    if private:
        check_private_dns(call, vpc_id, name)
    tags = {tag["Key"]: tag["Value"] for tag in tags_given(params, "vpc-endpoint")}
    endpoint = backend.create_vpc_endpoint(
        vpc_id, name, "Interface", params.get("PolicyDocument"), [], [], security_group_ids=groups, tags=tags, private_dns_enabled=private
    )
    endpoint.network_interface_ids = []
    for subnet in subnets:
        join_subnet(call, endpoint, subnet)
    return {"VpcEndpoint": endpoint}


def join_subnet(call: Call, endpoint: Untyped, subnet: Untyped) -> None:
    """An interface of the endpoint in one more subnet."""
    address = subnet.get_available_subnet_ip(instance=None)
    interface = call.backend().create_network_interface(
        subnet, address, group_ids=list(endpoint.security_group_ids), description=f"VPC Endpoint Interface {endpoint.id}"
    )
    endpoint.subnet_ids = [*(endpoint.subnet_ids or []), subnet.id]
    endpoint.network_interface_ids = [*endpoint.network_interface_ids, interface.id]


def leave_subnet(call: Call, endpoint: Untyped, ident: str) -> None:
    """The endpoint's interface in a subnet goes."""
    enis = call.backend().enis
    for interface in [each for each in endpoint.network_interface_ids if enis[each].subnet.id == ident]:
        enis[interface].delete()
        endpoint.network_interface_ids = [each for each in endpoint.network_interface_ids if each != interface]
    endpoint.subnet_ids = [each for each in endpoint.subnet_ids if each != ident]


@answers("ec2", "ModifyVpcEndpoint")
def modify(call: Call) -> Untyped:
    """Subnets, groups, policy and private names of an interface endpoint; gateways are moto's."""
    params = call.params
    endpoint = call.backend().vpc_end_points.get(params["VpcEndpointId"])
    if endpoint is None:
        raise Refusal("InvalidVpcEndpointId.NotFound", f"The Vpc Endpoint Id '{params['VpcEndpointId']}' does not exist")
    if endpoint.vpc_endpoint_type != "Interface":
        return PASS
    joining = find_subnets(call, params.get("AddSubnetIds") or [], endpoint.vpc_id)
    leaving = params.get("RemoveSubnetIds") or []
    staying = find_subnets(call, [ident for ident in endpoint.subnet_ids if ident not in leaving], endpoint.vpc_id)
    check_zones([*staying, *joining])
    groups = [ident for ident in endpoint.security_group_ids if ident not in (params.get("RemoveSecurityGroupIds") or ())]
    groups += [ident for ident in params.get("AddSecurityGroupIds") or () if ident not in groups]
    if params.get("PrivateDnsEnabled") and not endpoint.private_dns_enabled:
        check_private_dns(call, endpoint.vpc_id, endpoint.service_name, endpoint.id)
    set_groups(call, endpoint, check_groups(call, groups, endpoint.vpc_id))
    for ident in leaving:
        leave_subnet(call, endpoint, ident)
    for subnet in joining:
        join_subnet(call, endpoint, subnet)
    if "PolicyDocument" in params:
        endpoint.policy_document = json.dumps(json.loads(params["PolicyDocument"]))
    if "PrivateDnsEnabled" in params:
        endpoint.private_dns_enabled = params["PrivateDnsEnabled"]
    return {"Return": True}


def set_groups(call: Call, endpoint: Untyped, ids: list[str]) -> None:
    """The endpoint and its interfaces get these security groups."""
    endpoint.security_group_ids = list(ids)
    for ident in endpoint.network_interface_ids:
        call.backend().modify_network_interface_attribute(ident, list(ids))
