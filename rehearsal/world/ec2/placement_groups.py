"""Placement groups, with their tags."""

import uuid
from typing import Any, Final

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.ec2.filters import filtered, tag_map, tags_given
from rehearsal.world.launcher.places import PLACEMENT_GROUPS, members
from rehearsal.world.registry import PASS, answers
from rehearsal.world.state import Record
from rehearsal.world.untyped import Untyped

FILTERS: Final = {
    "group-name": "GroupName",
    "group-arn": "GroupArn",
    "state": "State",
    "strategy": "Strategy",
    "spread-level": "SpreadLevel",
}
MAX_TAGS: Final = 50


def unknown(name: str) -> Refusal:
    """The refusal for a group that does not exist."""
    return Refusal("InvalidPlacementGroup.Unknown", f"The Placement Group '{name}' is unknown.")


@answers("ec2", "CreatePlacementGroup")
def create(call: Call) -> Untyped:
    """A name is free, and only a partition group has partitions."""
    groups, params = call.records(PLACEMENT_GROUPS), call.params
    name, strategy = params.get("GroupName", ""), params.get("Strategy", "cluster")
    if not name:
        raise Refusal("MissingParameter", "The request must contain the parameter groupName")
    if name in groups:
        raise Refusal("InvalidPlacementGroup.Duplicate", f"The Placement Group '{name}' already exists.")
    if "PartitionCount" in params and strategy != "partition":
        raise Refusal("InvalidParameterCombination", "A partition count can be specified for the 'partition' strategy only.")
    if "SpreadLevel" in params and strategy != "spread":
        raise Refusal("InvalidParameterCombination", "A spread level can be specified for the 'spread' strategy only.")
    own: dict[str, Any] = {}
    if strategy == "partition":
        own["PartitionCount"] = params.get("PartitionCount", 2)
    if strategy == "spread":
        own["SpreadLevel"] = params.get("SpreadLevel", "rack")
    groups[name] = {
        "GroupName": name,
        "GroupId": f"pg-{uuid.uuid4().hex[:17]}",
        "GroupArn": call.arn(f"placement-group/{name}"),
        "State": "available",
        "Strategy": strategy,
        "Tags": tags_given(params, "placement-group"),
        **own,
    }
    return {"PlacementGroup": groups[name]}


@answers("ec2", "DescribePlacementGroups")
def describe(call: Call) -> Untyped:
    """By name, by id, by filter."""
    groups = call.records(PLACEMENT_GROUPS)
    names, ids = call.params.get("GroupNames") or [], call.params.get("GroupIds") or []
    known_ids = {group["GroupId"] for group in groups.values()}
    for name in names:
        if name not in groups:
            raise unknown(name)
    for ident in ids:
        if ident not in known_ids:
            raise Refusal("InvalidPlacementGroupId.NotFound", f"The Placement Group ID '{ident}' does not exist.")
    chosen = [group for name, group in groups.items() if (not names or name in names) and (not ids or group["GroupId"] in ids)]
    return {"PlacementGroups": filtered(chosen, call.params.get("Filters"), FILTERS)}


@answers("ec2", "DeletePlacementGroup")
def delete(call: Call) -> Untyped:
    """A group in which instances live stays."""
    groups, name = call.records(PLACEMENT_GROUPS), call.params["GroupName"]
    if name not in groups:
        raise unknown(name)
    if members(call.state, call.region, name):
        raise Refusal("InvalidPlacementGroup.InUse", f"The placement group '{name}' is in use and may not be deleted.")
    del groups[name]
    return {}


def own_records(call: Call) -> list[Record]:
    """The placement groups among the resources of a tagging call."""
    wanted = set(call.params["Resources"])
    return [group for group in call.records(PLACEMENT_GROUPS).values() if group["GroupId"] in wanted]


@answers("ec2", "CreateTags")
def create_tags(call: Call) -> Untyped:
    """Tags of placement groups; moto refuses ids that it does not know."""
    groups = own_records(call)
    for group in groups:
        tags = tag_map(group) | {tag["Key"]: tag.get("Value", "") for tag in call.params["Tags"]}
        if len(tags) > MAX_TAGS:
            raise Refusal("TagLimitExceeded", f"The maximum number of Tags for a resource ({MAX_TAGS}) has been reached.")
        group["Tags"] = [{"Key": key, "Value": value} for key, value in tags.items()]
    return {} if groups else PASS


@answers("ec2", "DeleteTags")
def delete_tags(call: Call) -> Untyped:
    """Tags of placement groups."""
    groups, gone = own_records(call), {tag["Key"] for tag in call.params.get("Tags") or ()}
    for group in groups:
        group["Tags"] = [tag for tag in group["Tags"] if gone and tag["Key"] not in gone]
    return {} if groups else PASS
