"""Where EKS keeps what: our stores, and how a thing is found or refused."""

import uuid
from typing import Any, Final

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.state import Record, WorldState

CLUSTERS: Final = "eks:clusters"
NODE_GROUPS: Final = "eks:nodegroups"
ADDONS: Final = "eks:addons"
ACCESS_ENTRIES: Final = "eks:access-entries"
ACCESS_POLICIES: Final = "eks:access-policy-associations"
UPDATES: Final = "hidden:eks-updates"
"""Updates are the past: a hidden store keeps them out of the snapshot."""
BOOTSTRAP: Final = "hidden:eks-bootstrap"
"""What a cluster was told at its creation and never shows again."""
MEMBERS: Final = (NODE_GROUPS, ADDONS, ACCESS_ENTRIES, ACCESS_POLICIES)
"""What belongs to a cluster: records whose id begins with the cluster's name and a slash."""
MAX_TAGS: Final = 50


class InvalidParameter(Refusal):
    """A parameter is wrong."""

    def __init__(self, message: str) -> None:
        super().__init__("InvalidParameterException", message)


class InvalidRequest(Refusal):
    """The request is wrong given the state of the cluster, or for EC2."""

    def __init__(self, message: str) -> None:
        super().__init__("InvalidRequestException", message)


class InUse(Refusal):
    """The thing exists already or is needed."""

    def __init__(self, message: str) -> None:
        super().__init__("ResourceInUseException", message)


class NotFound(Refusal):
    """There is no such thing."""

    def __init__(self, message: str) -> None:
        super().__init__("ResourceNotFoundException", message)


def find_cluster(call: Call) -> Record:
    """The cluster that a call names."""
    name = call.params.get("clusterName") or call.params["name"]
    found = call.records(CLUSTERS).get(name)
    if found is None:
        raise NotFound(f"No cluster found for name: {name}.")
    return found


def active_cluster(call: Call) -> Record:
    """The cluster that a call names, ready to take members."""
    found = find_cluster(call)
    if found["status"] != "ACTIVE":
        raise InvalidRequest(f"Cluster '{found['name']}' is not in ACTIVE status")
    return found


def of_cluster(state: WorldState, region: str, kind: str, cluster: str) -> dict[str, Record]:
    """The members of one kind of a cluster: id within the cluster → record."""
    prefix = f"{cluster}/"
    return {ident.removeprefix(prefix): record for ident, record in state.records(region, kind).items() if ident.startswith(prefix)}


def find_member(call: Call, kind: str, name: str, what: str) -> Record:
    """A member of the cluster that a call names."""
    cluster = find_cluster(call)
    found = call.records(kind).get(f"{cluster['name']}/{name}")
    if found is None:
        raise NotFound(f"No {what} found for name: {name}.")
    return found


def note_update(call: Call, kind: str, params: dict[str, Any], errors: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """Keep an update for DescribeUpdate; returns the answer, which still says that it runs."""
    ident = str(uuid.uuid4())
    update: Record = {
        "id": ident,
        "status": "Failed" if errors else "Successful",
        "type": kind,
        "params": [{"type": key, "value": str(value)} for key, value in params.items()],
        "createdAt": call.state.clock.now(),
        "errors": errors or [],
    }
    call.records(UPDATES)[ident] = update
    return {"update": {**update, "status": "InProgress", "errors": []}}


def check_tags(tags: dict[str, str] | None) -> None:
    """No more tags than a thing may have."""
    if len(tags or {}) > MAX_TAGS:
        raise Refusal("InvalidParameterException", f"The number of tags exceeds the limit of {MAX_TAGS}.")
