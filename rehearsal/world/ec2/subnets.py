"""Subnets lie in a zone of their region and are no default subnets; moto takes the first one of a zone for one."""

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.ec2.filters import tags_given
from rehearsal.world.registry import PASS, answers, guards
from rehearsal.world.untyped import Untyped
from rehearsal.world.zones import ZONES, zone_name


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


@answers("ec2", "CreateSubnet")
def create(call: Call) -> Untyped:
    """A new subnet gives no public addresses, and is kept under its zone's name."""
    params = call.params
    if params.get("Ipv6Native") or "CidrBlock" not in params:
        return PASS
    zone = params.get("AvailabilityZone") or zone_name(call.region, params.get("AvailabilityZoneId", "")) or ZONES[call.region][0].name
    tags = {"subnet": {tag["Key"]: tag["Value"] for tag in tags_given(params, "subnet")}}
    subnet = call.backend().create_subnet(params["VpcId"], params["CidrBlock"], params.get("Ipv6CidrBlock"), zone, tags=tags)
    subnet.default_for_az = subnet.map_public_ip_on_launch = False
    return {"Subnet": subnet}
