"""What may not be deleted while something depends on it (EC2 error code DependencyViolation), and what goes with it."""

from typing import Final

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.faults import Fault
from rehearsal.world.registry import degrades, follows, guards
from rehearsal.world.untyped import Untyped

VIOLATION: Final = "DependencyViolation"


def interfaces(call: Call) -> list[Untyped]:
    """All network interfaces, in moto's form."""
    return list(call.backend().enis.values())


def subnet_exists(call: Call, ident: str) -> None:
    """Refuse a subnet that does not exist."""
    if not any(ident in of_zone for of_zone in call.backend().subnets.values()):
        raise Refusal("InvalidSubnetID.NotFound", f"The subnet ID '{ident}' does not exist")


@guards("ec2", "DeleteSubnet")
def subnet_is_empty(call: Call) -> None:
    """A subnet with interfaces in it stays."""
    ident = call.params["SubnetId"]
    if any(interface.subnet.id == ident for interface in interfaces(call)):
        raise Refusal(VIOLATION, f"The subnet '{ident}' has dependencies and cannot be deleted.")


@guards("ec2", "DeleteSecurityGroup")
def group_is_unused(call: Call) -> None:
    """A group that an interface or a rule of another group uses stays."""
    ident = call.params.get("GroupId")
    group = call.backend().get_security_group_from_id(ident) if ident else None
    if group is None:
        return
    if group.name == "default":
        raise Refusal("CannotDelete", f'the specified group: "{ident}" name: "default" cannot be deleted by a user')
    in_use = any(group.id == each.id for interface in interfaces(call) for each in interface.group_set)
    others = [other for groups in call.backend().groups.values() for other in groups.values() if other.id != ident]
    referenced = any(rule.source_group.get("GroupId") == ident for other in others for rule in rules(other))
    if in_use or referenced:
        raise Refusal(VIOLATION, f"resource {ident} has a dependent object")


def rules(group: Untyped) -> list[Untyped]:
    """Ingress and egress rules of moto's security group."""
    return [*group.ingress_rules, *group.egress_rules]


@guards("ec2", "DeleteVpc")
def vpc_is_empty(call: Call) -> None:
    """A VPC with subnets, gateways, further groups or endpoints stays."""
    backend, ident = call.backend(), call.params["VpcId"]
    gateways = [gateway for gateway in backend.internet_gateways.values() if gateway.vpc and gateway.vpc.id == ident]
    groups = [group for group in backend.groups.get(ident, {}).values() if group.name != "default"]
    endpoints = [endpoint for endpoint in backend.vpc_end_points.values() if endpoint.vpc_id == ident and endpoint.state != "deleted"]
    subnets = [subnet for of_zone in backend.subnets.values() for subnet in of_zone.values() if subnet.vpc_id == ident]
    if gateways or groups or endpoints or subnets:
        raise Refusal(VIOLATION, f"The vpc '{ident}' has dependencies and cannot be deleted.")


@guards("ec2", "DetachInternetGateway")
def no_public_addresses(call: Call) -> None:
    """A gateway stays attached while its VPC has mapped public addresses."""
    ident = call.params["VpcId"]
    if any(interface.vpc_id == ident and interface.public_ip for interface in interfaces(call)):
        message = f"Network {ident} has some mapped public address(es). Please unmap those public address(es) before detaching the gateway."
        raise Refusal(VIOLATION, message)


@guards("ec2", "ReleaseAddress")
def address_is_free(call: Call) -> None:
    """An address that is associated stays."""
    ident = call.params.get("AllocationId")
    for address in call.backend().addresses:
        if address.allocation_id == ident and (address.eni or address.instance):
            raise Refusal("InvalidIPAddress.InUse", f"Address {address.public_ip} is in use.")


@guards("ec2", "CreateNatGateway")
def nat_gateway_parts_exist(call: Call) -> None:
    """Subnet and address exist, the address is free, and a public gateway has one."""
    subnet_exists(call, call.params["SubnetId"])
    ident = call.params.get("AllocationId")
    if call.params.get("ConnectivityType", "public") == "public" and not ident:
        raise Refusal("MissingParameter", "The request must contain the parameter AllocationId")
    if ident:
        address = next((address for address in call.backend().addresses if address.allocation_id == ident), None)
        if address is None:
            raise Refusal("InvalidAllocationID.NotFound", f"The allocation ID '{ident}' does not exist")
        if address.association_id:
            raise Refusal(
                "Resource.AlreadyAssociated", f"resource {ident} is already associated with associate-id {address.association_id}"
            )


@guards("ec2", "DeleteNatGateway")
def nat_gateway_exists(call: Call) -> None:
    """Refuse a gateway that does not exist."""
    ident = call.params["NatGatewayId"]
    if ident not in call.backend().nat_gateways:
        raise Refusal("NatGatewayNotFound", f"The Nat Gateway {ident} was not found")


@guards("ec2", "DescribeNatGateways")
def nat_gateways_exist(call: Call) -> None:
    """Refuse gateways that do not exist; moto shows an empty list."""
    for ident in call.params.get("NatGatewayIds") or ():
        if ident not in call.backend().nat_gateways:
            raise Refusal("NatGatewayNotFound", f"The Nat Gateway {ident} was not found")


@follows("ec2", "DeleteNatGateway")
def free_address_and_interface(call: Call) -> None:
    """With a gateway goes its interface, and its address is free again; moto keeps both."""
    give_up_interface(call, call.backend().nat_gateways[call.params["NatGatewayId"]])


def give_up_interface(call: Call, gateway: Untyped) -> None:
    """Take a NAT gateway's interface away, which frees its address."""
    backend, interface = call.backend(), gateway._eni
    for address in backend.addresses:
        if address.eni is interface:
            backend.disassociate_address(association_id=address.association_id)
    backend.enis.pop(interface.id, None)


@follows("ec2", "CreateVpcEndpoint")
def gateway_by_default(call: Call) -> None:
    """An endpoint is a gateway unless it is said to be something else; moto leaves its type open and can't delete it then."""
    for endpoint in call.backend().vpc_end_points.values():
        endpoint.vpc_endpoint_type = endpoint.vpc_endpoint_type or "Gateway"


@follows("ec2", "DeleteVpcEndpoints")
def forget_endpoints(call: Call) -> None:
    """A deleted endpoint is gone; moto would show it for ever."""
    for ident in call.params["VpcEndpointIds"]:
        call.backend().vpc_end_points.pop(ident, None)


@degrades("ec2", "CreateNatGateway")
def fail_nat_gateway(call: Call, fault: Fault) -> None:
    """The newest gateway of the subnet comes up as failed, without an interface: its address is free for the next one."""
    gateways = [gateway for gateway in call.backend().nat_gateways.values() if gateway.subnet_id == call.params["SubnetId"]]
    gateways[-1].state = "failed"
    gateways[-1].failure_code = fault.code or "InternalError"
    gateways[-1].failure_message = fault.message
    give_up_interface(call, gateways[-1])
