"""Tags of everything that EKS has, by ARN."""

from typing import Final

from rehearsal.world.calls import Call
from rehearsal.world.eks.records import ACCESS_ENTRIES, ADDONS, CLUSTERS, NODE_GROUPS, NotFound, check_tags
from rehearsal.world.registry import answers
from rehearsal.world.state import Record
from rehearsal.world.untyped import Untyped

ARNS: Final = {CLUSTERS: "arn", NODE_GROUPS: "nodegroupArn", ADDONS: "addonArn", ACCESS_ENTRIES: "accessEntryArn"}
"""Where each kind keeps its ARN."""


def by_arn(call: Call) -> Record:
    """The thing that a call names."""
    wanted = call.params["resourceArn"]
    for kind, member in ARNS.items():
        for record in call.records(kind).values():
            if record[member] == wanted:
                return record
    raise NotFound(f"Resource {wanted} was not found.")


@answers("eks", "TagResource")
def tag(call: Call) -> Untyped:
    """Add or change tags."""
    record = by_arn(call)
    tags = {**record.get("tags", {}), **call.params["tags"]}
    check_tags(tags)
    record["tags"] = tags
    return {}


@answers("eks", "UntagResource")
def untag(call: Call) -> Untyped:
    """Remove tags."""
    record = by_arn(call)
    record["tags"] = {key: value for key, value in record.get("tags", {}).items() if key not in call.params["tagKeys"]}
    return {}


@answers("eks", "ListTagsForResource")
def list_tags(call: Call) -> Untyped:
    """The tags of one thing."""
    return {"tags": by_arn(call).get("tags", {})}
