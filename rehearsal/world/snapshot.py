"""Everything that exists beyond an empty account's defaults, as the cloud itself describes it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from rehearsal.world.capacity import RESERVATIONS
from rehearsal.world.internal import Asker
from rehearsal.world.kms.keys import forget_deleted
from rehearsal.world.state import WorldState

Thing = dict[str, Any]
Snapshot = dict[str, dict[str, list[Thing]]]
HIDDEN: Final = "hidden"
"""The service of stores that hold no things."""
HOME_REGION: Final = "us-east-1"
"""Where services without regions are asked."""


@dataclass(frozen=True)
class Listing:
    """How one kind of thing is listed, and which of them an empty account has too or are gone already."""

    kind: str
    operation: str
    key: str
    ident: str
    given: Callable[[Thing, frozenset[str]], bool] = lambda thing, default_vpcs: False


def in_default_vpc(thing: Thing, default_vpcs: frozenset[str]) -> bool:
    """Whether a thing lies in the VPC that every account has."""
    return thing.get("VpcId") in default_vpcs


def is_default_group(group: Thing, default_vpcs: frozenset[str]) -> bool:
    """Whether a security group is the one that the default VPC comes with."""
    return group["GroupName"] == "default" and in_default_vpc(group, default_vpcs)


def is_gone(thing: Thing, default_vpcs: frozenset[str]) -> bool:
    """Whether a thing is shown for a while after its end."""
    return thing["State"] in ("deleted", "deleting")


def is_main_table(table: Thing, default_vpcs: frozenset[str]) -> bool:
    """Whether a route table is the main one of the default VPC."""
    return in_default_vpc(table, default_vpcs) and any(association.get("Main") for association in table["Associations"])


def is_default_gateway(gateway: Thing, default_vpcs: frozenset[str]) -> bool:
    """Whether an internet gateway is the default VPC's."""
    return any(attachment["VpcId"] in default_vpcs for attachment in gateway["Attachments"])


EC2_LISTINGS: Final = (
    Listing("vpcs", "DescribeVpcs", "Vpcs", "VpcId", lambda vpc, _: bool(vpc["IsDefault"])),
    Listing("subnets", "DescribeSubnets", "Subnets", "SubnetId", lambda subnet, _: bool(subnet["DefaultForAz"])),
    Listing("internet-gateways", "DescribeInternetGateways", "InternetGateways", "InternetGatewayId", is_default_gateway),
    Listing("nat-gateways", "DescribeNatGateways", "NatGateways", "NatGatewayId", is_gone),
    Listing("addresses", "DescribeAddresses", "Addresses", "AllocationId"),
    Listing("route-tables", "DescribeRouteTables", "RouteTables", "RouteTableId", is_main_table),
    Listing("security-groups", "DescribeSecurityGroups", "SecurityGroups", "GroupId", is_default_group),
    Listing("vpc-endpoints", "DescribeVpcEndpoints", "VpcEndpoints", "VpcEndpointId", is_gone),
    Listing("network-interfaces", "DescribeNetworkInterfaces", "NetworkInterfaces", "NetworkInterfaceId"),
    Listing("volumes", "DescribeVolumes", "Volumes", "VolumeId"),
    Listing("launch-templates", "DescribeLaunchTemplates", "LaunchTemplates", "LaunchTemplateId"),
    Listing("flow-logs", "DescribeFlowLogs", "FlowLogs", "FlowLogId"),
    Listing("key-pairs", "DescribeKeyPairs", "KeyPairs", "KeyPairId"),
)
"""EC2's kinds, save instances (they come in reservations)."""


def take_snapshot(asker: Asker, state: WorldState) -> Snapshot:
    """What exists: service → kind → things by id; kinds without a thing are left out.

    Capacity reservations are left out too: a test seeded them, and nothing that it runs can give them back.
    """
    found: dict[str, dict[str, dict[str, Thing]]] = {}
    for service, kind, ident, thing in everything(asker, state):
        found.setdefault(service, {}).setdefault(kind, {})[ident] = thing
    return {
        service: {kind: [things[ident] for ident in sorted(things)] for kind, things in sorted(kinds.items())}
        for service, kinds in sorted(found.items())
    }


def everything(asker: Asker, state: WorldState) -> Iterator[tuple[str, str, str, Thing]]:
    """Every thing with its service, kind and id."""
    for (region, store), records in state.kinds().items():
        service, _, kind = store.partition(":")
        if store != RESERVATIONS and service != HIDDEN:
            yield from ((service, kind, f"{region}/{ident}", {**record, "Region": region}) for ident, record in records.items())
    for region in sorted(state.regions):
        yield from (("ec2", kind, f"{region}/{ident}", {**thing, "Region": region}) for kind, ident, thing in of_ec2(asker, region))
        for group in asker.ask("logs", "DescribeLogGroups", region).get("logGroups", []):
            yield "logs", "log-groups", f"{region}/{group['logGroupName']}", {**group, "Region": region}
        yield from (("kms", kind, f"{region}/{ident}", {**thing, "Region": region}) for kind, ident, thing in of_kms(asker, state, region))
    if state.regions:
        yield from (("iam", kind, ident, thing) for kind, ident, thing in of_iam(asker))
        yield from (("s3", "buckets", bucket["Name"], bucket) for bucket in of_s3(asker, state))


def of_ec2(asker: Asker, region: str) -> Iterator[tuple[str, str, Thing]]:
    """What exists in EC2, in one region."""
    listed = {listing: asker.ask("ec2", listing.operation, region).get(listing.key, []) for listing in EC2_LISTINGS}
    default_vpcs = frozenset(vpc["VpcId"] for vpc in listed[EC2_LISTINGS[0]] if vpc["IsDefault"])
    for listing, things in listed.items():
        yield from ((listing.kind, thing[listing.ident], thing) for thing in things if not listing.given(thing, default_vpcs))
    for reservation in asker.ask("ec2", "DescribeInstances", region).get("Reservations", []):
        for instance in reservation["Instances"]:
            if instance["State"]["Name"] != "terminated":
                yield "instances", instance["InstanceId"], instance


def of_kms(asker: Asker, state: WorldState, region: str) -> Iterator[tuple[str, str, Thing]]:
    """Keys, those that wait for their deletion too, and aliases; the services' own keys are nobody's."""
    forget_deleted(state, region)
    for key in state.backend("kms", region).keys.values():
        if not any(name.startswith("alias/aws/") for name in key.aliases):
            tags = asker.ask("kms", "ListResourceTags", region, KeyId=key.id)["Tags"]
            yield "keys", key.id, {**key.to_dict()["KeyMetadata"], "Tags": tags}
            for name in key.aliases:
                yield "aliases", name, {"AliasName": name, "TargetKeyId": key.id}


def of_iam(asker: Asker) -> Iterator[tuple[str, str, Thing]]:
    """Roles with their policies, own policies, instance profiles and identity providers."""
    for role in asker.ask("iam", "ListRoles", HOME_REGION)["Roles"]:
        name = role["RoleName"]
        tags = asker.ask("iam", "ListRoleTags", HOME_REGION, RoleName=name)["Tags"]
        attached = asker.ask("iam", "ListAttachedRolePolicies", HOME_REGION, RoleName=name)["AttachedPolicies"]
        inline = asker.ask("iam", "ListRolePolicies", HOME_REGION, RoleName=name)["PolicyNames"]
        yield "roles", name, {**role, "Tags": tags, "AttachedPolicies": attached, "InlinePolicies": inline}
    for policy in asker.ask("iam", "ListPolicies", HOME_REGION, Scope="Local")["Policies"]:
        yield "policies", policy["Arn"], policy
    for profile in asker.ask("iam", "ListInstanceProfiles", HOME_REGION)["InstanceProfiles"]:
        yield "instance-profiles", profile["InstanceProfileName"], profile


def of_s3(asker: Asker, state: WorldState) -> Iterator[Thing]:
    """Buckets with their tags and every object version's size."""
    stored = state.backend("s3", HOME_REGION)
    if not stored.buckets:
        return
    for bucket in asker.ask("s3", "ListBuckets", HOME_REGION).get("Buckets", []):
        kept = stored.buckets[bucket["Name"]]
        versions = [version for name in sorted(kept.keys) for version in kept.keys.getlist(name)]
        objects = [{"Key": version.name, "Size": version.size} for version in versions if hasattr(version, "size")]
        sizes = {"Objects": objects, "Bytes": sum(each["Size"] for each in objects)}
        yield {**bucket, "Region": kept.region_name, "Tags": stored.tagger.get_tag_dict_for_resource(kept.arn), **sizes}
