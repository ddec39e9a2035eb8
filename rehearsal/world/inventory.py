"""The snapshot as a flat list: what is left, whose it is, and what of it costs money."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from rehearsal.world.snapshot import Snapshot, Thing


def always(thing: Thing) -> bool:
    """It costs money while it exists."""
    return True


BILLING: Final[dict[tuple[str, str], Callable[[Thing], bool]]] = {
    ("ec2", "instances"): always,
    ("ec2", "volumes"): always,
    ("ec2", "nat-gateways"): always,
    ("ec2", "addresses"): always,
    ("ec2", "vpc-endpoints"): lambda endpoint: endpoint.get("VpcEndpointType") == "Interface",
    ("eks", "clusters"): always,
    ("fsx", "file-systems"): always,
    ("fsx", "backups"): always,
    ("kms", "keys"): lambda key: bool(key["KeyState"] != "PendingDeletion"),
    ("s3", "buckets"): lambda bucket: bool(bucket["Bytes"] > 0),
    ("logs", "log-groups"): lambda group: bool(group.get("storedBytes", 0) > 0),
}
"""Kinds that cost money, and when: buckets and log groups by what lies in them."""
IDENTS: Final = (
    "AllocationId", "NatGatewayId", "InstanceId", "VolumeId", "NetworkInterfaceId", "InternetGatewayId", "RouteTableId", "SubnetId",
    "VpcEndpointId", "LaunchTemplateId", "KeyPairId", "FlowLogId", "AssociationId", "FileSystemId",
    "BackupId", "AliasName", "KeyId", "GroupId", "VpcId", "PolicyId", "RoleName", "InstanceProfileName",
    "logGroupName", "accessEntryArn", "addonArn", "nodegroupArn", "arn", "Name",
)  # fmt: skip
"""Names under which things carry their id: the first that a thing has is its own."""
NAMES: Final = (
    "nodegroupName", "addonName", "name", "RoleName", "PolicyName", "LaunchTemplateName", "GroupName", "KeyName", "InstanceProfileName",
    "logGroupName", "principalArn", "AliasName", "Name",
)  # fmt: skip
"""Names under which things carry their name."""
STATES: Final = ("State", "status", "Lifecycle", "KeyState")
"""Names under which things carry their state."""


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
                bills = BILLING.get((service, kind))
                billing = bills is not None and bills(thing)
                yield Resource(service, kind, ident, name, str(thing.get("Region", "")), tags, billing, detail_of(thing))


def tags_of(thing: Thing) -> dict[str, str]:
    """The tags of a thing, whichever of the cloud's two forms they have."""
    for key in ("Tags", "TagSet", "tags"):
        tags = thing.get(key)
        if isinstance(tags, dict):
            return {str(name): str(value) for name, value in tags.items()}
        if tags:
            return {str(tag.get("Key", tag.get("TagKey"))): str(tag.get("Value", tag.get("TagValue"))) for tag in tags}
    return {}


def detail_of(thing: Thing) -> str:
    """What tells one thing from another of its kind, in a few words."""
    state = next((thing[key] for key in STATES if thing.get(key)), "")
    state = state.get("Name", "") if isinstance(state, dict) else state
    size = (
        f"{thing['StorageCapacity']} GiB"
        if "StorageCapacity" in thing
        else f"{thing['Size']} GiB"
        if "Size" in thing
        else f"{thing['Bytes']} bytes"
        if "Bytes" in thing
        else ""
    )
    return " ".join(str(word) for word in (thing.get("InstanceType") or "", size, state) if word)
