"""Subnets lie in a zone of their region and are no default subnets; moto takes the first one of a zone for one."""

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.registry import follows, guards
from rehearsal.world.zones import ZONES


@guards("ec2", "CreateSubnet")
def check_zone(call: Call) -> None:
    """The zone, by name or id, is one of the region's."""
    zones = ZONES.get(call.region, [])
    given = {"AvailabilityZone": [zone.name for zone in zones], "AvailabilityZoneId": [zone.zone_id for zone in zones]}
    for parameter, known in given.items():
        value = call.params.get(parameter)
        if value is not None and value not in known:
            word = parameter[0].lower() + parameter[1:]
            where = ", ".join(known)
            message = f"Value ({value}) for parameter {word} is invalid. Subnets can currently only be created in the following: {where}."
            raise Refusal("InvalidParameterValue", message)


@follows("ec2", "CreateSubnet")
def is_no_default(call: Call) -> None:
    """A new subnet gives no public addresses and is kept under its zone's name."""
    subnets = call.backend().subnets
    for key in list(subnets):
        for ident, subnet in list(subnets[key].items()):
            if subnet.vpc_id == call.params["VpcId"] and subnet.cidr_block == call.params.get("CidrBlock"):
                subnet.default_for_az = subnet.map_public_ip_on_launch = False
                del subnets[key][ident]
                subnets[subnet.availability_zone][ident] = subnet
