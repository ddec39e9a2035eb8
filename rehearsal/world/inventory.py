"""The snapshot as a flat list: what is left, whose it is, and what of it costs money."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from rehearsal.world.snapshot import Snapshot, Thing

BILLING: Final = frozenset(
    {
        ("ec2", "instances"),
        ("ec2", "volumes"),
        ("ec2", "nat-gateways"),
        ("ec2", "addresses"),
        ("eks", "clusters"),
        ("s3", "buckets"),
        ("logs", "log-groups"),
    }
)
"""Kinds that cost money while they exist; buckets and log groups only by what lies in them."""
BY_CONTENT: Final = {("s3", "buckets"): "Bytes", ("logs", "log-groups"): "storedBytes"}
"""Kinds that cost money only if this many bytes lie in them."""
IDENTS: Final = (
    "AllocationId", "NatGatewayId", "InstanceId", "VolumeId", "NetworkInterfaceId", "InternetGatewayId", "RouteTableId", "SubnetId",
    "VpcEndpointId", "LaunchTemplateId", "KeyPairId", "GroupId", "VpcId", "PolicyId", "RoleName", "InstanceProfileName",
    "logGroupName", "accessEntryArn", "addonArn", "nodegroupArn", "arn", "Name",
)  # fmt: skip
"""Names under which things carry their id: the first that a thing has is its own."""
NAMES: Final = (
    "nodegroupName", "addonName", "name", "RoleName", "PolicyName", "LaunchTemplateName", "GroupName", "KeyName", "InstanceProfileName",
    "logGroupName", "principalArn", "Name",
)  # fmt: skip
"""Names under which things carry their name."""


@dataclass(frozen=True)
class Resource:
    """One thing that exists."""

    service: str
    kind: str
    id: str
    name: str
    region: str
    tags: dict[str, str]
    billing: bool
    detail: str


def take_inventory(snapshot: Snapshot) -> list[dict[str, Any]]:
    """Every thing of a snapshot as plain data."""
    return [asdict(resource) for resource in of_snapshot(snapshot)]


def of_snapshot(snapshot: Snapshot) -> Iterator[Resource]:
    """Every thing of a snapshot."""
    for service, kinds in snapshot.items():
        for kind, things in kinds.items():
            for thing in things:
                tags = tags_of(thing)
                name = tags.get("Name") or next((str(thing[key]) for key in NAMES if thing.get(key)), "")
                ident = next((str(thing[key]) for key in IDENTS if thing.get(key)), name)
                content = BY_CONTENT.get((service, kind))
                billing = (service, kind) in BILLING and (content is None or thing.get(content, 0) > 0)
                yield Resource(service, kind, ident, name, str(thing.get("Region", "")), tags, billing, detail_of(thing))


def tags_of(thing: Thing) -> dict[str, str]:
    """The tags of a thing, whichever of the cloud's two forms they have."""
    for key in ("Tags", "TagSet", "tags"):
        tags = thing.get(key)
        if isinstance(tags, dict):
            return {str(name): str(value) for name, value in tags.items()}
        if tags:
            return {str(tag["Key"]): str(tag["Value"]) for tag in tags}
    return {}


def detail_of(thing: Thing) -> str:
    """What tells one thing from another of its kind, in a few words."""
    state = thing.get("State") or thing.get("status") or ""
    state = state.get("Name", "") if isinstance(state, dict) else state
    size = f"{thing['Size']} GiB" if "Size" in thing else f"{thing['Bytes']} bytes" if "Bytes" in thing else ""
    return " ".join(str(word) for word in (thing.get("InstanceType") or "", size, state) if word)
