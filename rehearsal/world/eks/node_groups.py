"""Managed node groups: create, describe, update, delete."""

import functools
import uuid
from typing import Any, Final

from moto.core.utils import get_service_model

from rehearsal.world.calls import Call, picked
from rehearsal.world.eks.access import add_node_role
from rehearsal.world.eks.node_group_rules import check_params, check_scaling, check_template, check_update, check_version, read_template
from rehearsal.world.eks.nodes import Issue, add_nodes, dry_run, nodes_of, remove_nodes, roll, scale
from rehearsal.world.eks.records import (
    NODE_GROUPS,
    InUse,
    InvalidParameter,
    active_cluster,
    find_cluster,
    find_member,
    note_update,
    of_cluster,
)
from rehearsal.world.faults import Fault
from rehearsal.world.registry import answers, degrades
from rehearsal.world.state import Record
from rehearsal.world.untyped import Untyped

DEFAULT_AMI: Final = "AL2023_x86_64_STANDARD"
RELEASE_DATE: Final = "20261105"
KEPT: Final = ("instanceTypes", "remoteAccess", "nodeRole", "subnets", "nodeRepairConfig", "warmPoolConfig", "diskSize")
"""Members of CreateNodegroup that DescribeNodegroup shows as they were given."""


@functools.cache
def issue_codes() -> frozenset[str]:
    """The issues that EKS has, from its service model."""
    return frozenset(get_service_model("eks").shape_for("NodegroupIssueCode").metadata["enum"])


def new_group(call: Call, cluster: Record) -> Record:
    """The record of a group, with the service's defaults."""
    params, now = call.params, call.state.clock.now()
    name = params["nodegroupName"]
    version = params.get("version", cluster["version"])
    low = params.get("scalingConfig", {}).get("minSize", 1)
    template, data = read_template(call, params["launchTemplate"]) if "launchTemplate" in params else (None, {})
    own_image = bool(data.get("ImageId"))
    group: dict[str, Any] = {
        **picked(params, *KEPT),
        "nodegroupName": name,
        "nodegroupArn": call.arn(f"nodegroup/{cluster['name']}/{name}/{uuid.uuid4()}"),
        "clusterName": cluster["name"],
        "version": version,
        "releaseVersion": data["ImageId"] if own_image else params.get("releaseVersion", f"{version}.0-{RELEASE_DATE}"),
        "createdAt": now,
        "modifiedAt": now,
        "status": "ACTIVE",
        "capacityType": params.get("capacityType", "ON_DEMAND"),
        "scalingConfig": {"minSize": low, "maxSize": 2, "desiredSize": low, **params.get("scalingConfig", {})},
        "amiType": "CUSTOM" if own_image else params.get("amiType", DEFAULT_AMI),
        "labels": params.get("labels", {}),
        "taints": params.get("taints", []),
        "resources": {"autoScalingGroups": [{"name": f"eks-{name}-{uuid.uuid4()}"}]},
        "health": {"issues": []},
        "updateConfig": params.get("updateConfig") or {"maxUnavailable": 1},
        "tags": params.get("tags", {}),
    }
    if template:
        return {**group, "launchTemplate": template}
    return {"instanceTypes": ["t3.medium"], "diskSize": 20, **group}


@answers("eks", "CreateNodegroup")
def create(call: Call) -> Untyped:
    """Check, then launch; what can't be launched shows as CREATE_FAILED."""
    cluster, name = active_cluster(call), call.params["nodegroupName"]
    ident = f"{cluster['name']}/{name}"
    if ident in call.records(NODE_GROUPS):
        raise InUse(f"NodeGroup already exists with name {name} and cluster name {cluster['name']}")
    check_params(call, cluster)
    if "launchTemplate" in call.params:
        check_template(call.params, read_template(call, call.params["launchTemplate"])[1])
    elif call.params.get("capacityType") == "CAPACITY_BLOCK":
        raise InvalidParameter("The capacity type CAPACITY_BLOCK requires a launch template with the market type capacity-block.")
    group = new_group(call, cluster)
    dry_run(call, cluster, group)
    call.records(NODE_GROUPS)[ident] = group
    add_node_role(call, cluster, group["nodeRole"])
    issue = add_nodes(call, cluster, group, group["scalingConfig"]["desiredSize"])
    if issue:
        fail(group, issue)
    return {"nodegroup": {**group, "status": "CREATING", "health": {"issues": []}}}


def fail(group: Record, issue: Issue) -> None:
    """A group whose creation failed; whatever it launched goes on running."""
    group["status"] = "CREATE_FAILED"
    group["health"] = {"issues": [issue.shown(group)]}


@degrades("eks", "CreateNodegroup")
def degrade(call: Call, fault: Fault) -> None:
    """The group comes up as CREATE_FAILED: by an issue of EKS, or because EC2 refuses its launches with the fault's code."""
    group = find_group(call)
    remove_nodes(call, group, len(nodes_of(call, group)))
    code = fault.code or "InsufficientInstanceCapacity"
    if code in issue_codes():
        fail(group, Issue(code, fault.message))
    else:
        message = f"Could not launch On-Demand Instances. {code} - {fault.message} Launching EC2 instance failed."
        fail(group, Issue("AsgInstanceLaunchFailures", message))


def find_group(call: Call) -> Record:
    """The group that a call names."""
    return find_member(call, NODE_GROUPS, call.params["nodegroupName"], "node group")


@answers("eks", "DescribeNodegroup")
def describe(call: Call) -> Untyped:
    """One group."""
    return {"nodegroup": find_group(call)}


@answers("eks", "ListNodegroups")
def list_groups(call: Call) -> Untyped:
    """The names of a cluster's groups."""
    return {"nodegroups": sorted(of_cluster(call.state, call.region, NODE_GROUPS, find_cluster(call)["name"]))}


@answers("eks", "DeleteNodegroup")
def delete(call: Call) -> Untyped:
    """A group goes with its nodes."""
    group = find_group(call)
    remove_nodes(call, group, len(nodes_of(call, group)))
    del call.records(NODE_GROUPS)[f"{group['clusterName']}/{group['nodegroupName']}"]
    return {"nodegroup": {**group, "status": "DELETING"}}


@answers("eks", "UpdateNodegroupConfig")
def update_config(call: Call) -> Untyped:
    """Size, labels, taints and the way of updates change in place."""
    cluster, group, params = find_cluster(call), find_group(call), call.params
    scaling = {**group["scalingConfig"], **params.get("scalingConfig", {})}
    check_scaling(scaling)
    check_update(params.get("updateConfig") or {})
    group["scalingConfig"] = scaling
    group["labels"] = changed_labels(group["labels"], params.get("labels") or {})
    group["taints"] = changed_taints(group["taints"], params.get("taints") or {})
    group.update(picked(params, "updateConfig", "nodeRepairConfig", "warmPoolConfig"))
    group["modifiedAt"] = call.state.clock.now()
    return settle(call, group, "ConfigUpdate", scale(call, cluster, group))


def changed_labels(labels: dict[str, str], change: dict[str, Any]) -> dict[str, str]:
    """Labels after an update."""
    kept = {key: value for key, value in labels.items() if key not in (change.get("removeLabels") or ())}
    return {**kept, **(change.get("addOrUpdateLabels") or {})}


def changed_taints(taints: list[dict[str, str]], change: dict[str, Any]) -> list[dict[str, str]]:
    """Taints after an update; a taint is known by key and effect."""

    def name(taint: dict[str, str]) -> tuple[str | None, str | None]:
        return taint.get("key"), taint.get("effect")

    added = change.get("addOrUpdateTaints") or []
    gone = {name(taint) for taint in [*(change.get("removeTaints") or []), *added]}
    return [taint for taint in taints if name(taint) not in gone] + added


def settle(call: Call, group: Record, kind: str, issue: Issue | None) -> Untyped:
    """The group's health after an update, and the update itself."""
    if group["status"] != "CREATE_FAILED":
        group["status"] = "DEGRADED" if issue else "ACTIVE"
        group["health"] = {"issues": [issue.shown(group)] if issue else []}
    errors = [{"errorCode": "NodeCreationFailure", "errorMessage": issue.message, "resourceIds": []}] if issue else None
    return note_update(call, kind, {"DesiredSize": group["scalingConfig"]["desiredSize"]}, errors)


@answers("eks", "UpdateNodegroupVersion")
def update_version(call: Call) -> Untyped:
    """Another version, release or template version; the nodes are replaced one by one."""
    cluster, group, params = find_cluster(call), find_group(call), call.params
    changed = dict(group)
    if "launchTemplate" in params:
        changed["launchTemplate"] = checked_template(call, group)
    if version := params.get("version"):
        check_version(cluster, version)
        changed["version"], changed["releaseVersion"] = version, f"{version}.0-{RELEASE_DATE}"
    if release := params.get("releaseVersion"):
        changed["releaseVersion"] = release
    dry_run(call, cluster, changed)
    group.update(changed, modifiedAt=call.state.clock.now())
    return settle(call, group, "VersionUpdate", roll(call, cluster, group))


def checked_template(call: Call, group: Record) -> dict[str, str]:
    """The new template version of a group: of the same template, by all the rules."""
    old = group.get("launchTemplate")
    if old is None:
        raise InvalidParameter("You cannot specify a launch template for a node group that was created without one.")
    template, data = read_template(call, call.params["launchTemplate"])
    if template["id"] != old["id"]:
        raise InvalidParameter(f"You cannot change the launch template of a node group: it was created with {old['id']}.")
    check_template({**picked(group, "capacityType", "instanceTypes"), **picked(call.params, "version", "releaseVersion")}, data)
    return template
