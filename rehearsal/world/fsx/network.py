"""The network of a file system: one subnet, security groups that let Lustre through, and the interfaces that hold both."""

from collections.abc import Mapping
from typing import Any, Final

from rehearsal.world.calls import Call
from rehearsal.world.fsx.records import BadRequest, InvalidNetworkSettings
from rehearsal.world.untyped import Untyped

LUSTRE_PORT: Final = 988
SERVERS: Final = 2
"""Interfaces of a file system here: one for the metadata server, one for all data servers (the cloud has more of the second)."""


def find_subnet(call: Call, params: Mapping[str, Any]) -> Untyped:
    """Moto's subnet of a new file system: Lustre takes exactly one."""
    ids = params["SubnetIds"]
    if len(ids) != 1:
        raise BadRequest(f"Exactly one subnet ID must be specified for Lustre file systems, not {len(ids)}.")
    for of_zone in call.backend("ec2").subnets.values():
        if ids[0] in of_zone:
            return of_zone[ids[0]]
    raise InvalidNetworkSettings(f"The subnet ID '{ids[0]}' does not exist.")


def find_groups(call: Call, params: Mapping[str, Any], subnet: Untyped) -> list[Untyped]:
    """Moto's security groups of a new file system; the VPC's default group where none is named."""
    backend = call.backend("ec2")
    ids = params.get("SecurityGroupIds")
    if not ids:
        return [group for group in backend.groups[subnet.vpc_id].values() if group.name == "default"]
    groups = []
    for ident in ids:
        group = backend.get_security_group_from_id(ident)
        if group is None:
            raise InvalidNetworkSettings(f"The security group '{ident}' does not exist.")
        if group.vpc_id != subnet.vpc_id:
            raise InvalidNetworkSettings(f"The security group '{ident}' and the subnet '{subnet.id}' belong to different VPCs.")
        groups.append(group)
    return groups


def check_groups(groups: list[Untyped], efa: bool) -> None:
    """The groups let Lustre's port in and out; with EFA one of them lets everything through to and from itself."""
    open_both_ways = all(any(covers(rule) for group in groups for rule in rules_of(group, way)) for way in ("ingress", "egress"))
    if not open_both_ways:
        raise InvalidNetworkSettings(
            "The file system cannot be created because the default security group in the subnet provided or the provided security groups "
            "do not permit Lustre LNET network traffic on port 988"
        )
    if efa and not any(all(lets_itself(group, way) for way in ("ingress", "egress")) for group in groups):
        raise InvalidNetworkSettings(
            "The file system cannot be created because EFA needs a security group that allows all inbound and outbound traffic "
            "to and from the security group itself"
        )


def rules_of(group: Untyped, way: str) -> list[Untyped]:
    """A group's rules of one direction."""
    return list(group.ingress_rules if way == "ingress" else group.egress_rules)


def covers(rule: Untyped) -> bool:
    """Whether a rule is about Lustre's port."""
    if str(rule.ip_protocol) == "-1":
        return True
    in_range = int(rule.from_port or 0) <= LUSTRE_PORT <= int(rule.to_port or 0)
    return str(rule.ip_protocol) in ("tcp", "6") and in_range


def lets_itself(group: Untyped, way: str) -> bool:
    """Whether a group lets everything through to or from itself, by its id: address ranges do not count for EFA."""
    return any(str(rule.ip_protocol) == "-1" and rule.source_group.get("GroupId") == group.id for rule in rules_of(group, way))


def make_interfaces(call: Call, ident: str, subnet: Untyped, groups: list[Untyped]) -> list[str]:
    """The interfaces of a file system, which keep its subnet and groups from being deleted; returns their ids."""
    backend = call.backend("ec2")
    made = []
    for _ in range(SERVERS):
        address = subnet.get_available_subnet_ip(instance=None)
        interface = backend.create_network_interface(
            subnet, address, group_ids=[group.id for group in groups], description=f"Created by Amazon FSx for {ident}"
        )
        made.append(str(interface.id))
    return made


def drop_interfaces(call: Call, ids: list[str]) -> None:
    """Take a file system's interfaces back."""
    enis = call.backend("ec2").enis
    for ident in ids:
        if ident in enis:
            enis[ident].delete()
