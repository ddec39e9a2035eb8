"""Add-ons: known names, and health that follows from the nodes."""

import json
import re
import uuid
from typing import Any, Final

from rehearsal.world.calls import Call, picked
from rehearsal.world.eks.records import (
    ADDONS,
    NODE_GROUPS,
    InUse,
    InvalidParameter,
    active_cluster,
    check_tags,
    find_cluster,
    find_member,
    note_update,
    of_cluster,
)
from rehearsal.world.faults import Fault
from rehearsal.world.registry import answers, degrades
from rehearsal.world.state import Record
from rehearsal.world.untyped import Untyped

VERSIONS: Final = {
    "vpc-cni": "v1.20.4-eksbuild.2",
    "kube-proxy": "v1.34.0-eksbuild.2",
    "coredns": "v1.12.3-eksbuild.1",
    "eks-pod-identity-agent": "v1.3.8-eksbuild.2",
    "eks-node-monitoring-agent": "v1.4.1-eksbuild.1",
    "aws-ebs-csi-driver": "v1.50.1-eksbuild.1",
    "aws-efs-csi-driver": "v2.1.11-eksbuild.1",
    "aws-fsx-csi-driver": "v1.7.0-eksbuild.1",
    "aws-mountpoint-s3-csi-driver": "v2.1.0-eksbuild.1",
    "snapshot-controller": "v8.3.0-eksbuild.1",
    "metrics-server": "v0.8.0-eksbuild.2",
    "amazon-cloudwatch-observability": "v4.4.0-eksbuild.1",
    "aws-network-flow-monitoring-agent": "v1.1.0-eksbuild.1",
    "adot": "v0.131.0-eksbuild.1",
}
"""Add-ons of the service itself, with the version that it takes when none is named."""
DEPLOYMENTS: Final = frozenset({"coredns", "metrics-server", "aws-ebs-csi-driver"})
"""Add-ons with a Deployment: unhealthy until some node takes its pods."""
VERSION: Final = re.compile(r"v\d+\.\d+\.\d+-eksbuild\.\d+")
REPELLING: Final = ("NO_SCHEDULE", "NO_EXECUTE")


def check_version(name: str, version: str) -> None:
    """A version in the service's own form."""
    if name not in VERSIONS:
        raise InvalidParameter(f"Addon {name} specified is not supported")
    if not VERSION.fullmatch(version):
        raise InvalidParameter(f"Addon version specified is not supported: {version}")


def configuration(params: dict[str, Any]) -> dict[str, Any]:
    """The configuration values, which are JSON."""
    text = params.get("configurationValues") or "{}"
    try:
        values = json.loads(text)
    except json.JSONDecodeError:
        raise InvalidParameter("ConfigurationValue provided in request is not supported: it is no JSON document") from None
    return values if isinstance(values, dict) else {}


def can_be_placed(call: Call, addon: Record) -> bool:
    """Whether some node takes the add-on's pods."""
    groups = of_cluster(call.state, call.region, NODE_GROUPS, addon["clusterName"]).values()
    with_nodes = [
        group for group in groups if group["status"] in ("ACTIVE", "DEGRADED", "UPDATING") and group["scalingConfig"]["desiredSize"] > 0
    ]
    tolerant = bool(configuration(addon).get("tolerations"))
    return any(tolerant or not any(taint["effect"] in REPELLING for taint in group.get("taints") or ()) for group in with_nodes)


def described(call: Call, addon: Record) -> Record:
    """An add-on as it is now."""
    if addon["status"] != "ACTIVE" or addon["addonName"] not in DEPLOYMENTS or can_be_placed(call, addon):
        return addon
    message = "The add-on is unhealthy because it doesn't have the desired number of replicas."
    return {
        **addon,
        "status": "DEGRADED",
        "health": {"issues": [{"code": "InsufficientNumberOfReplicas", "message": message, "resourceIds": []}]},
    }


@answers("eks", "CreateAddon")
def create(call: Call) -> Untyped:
    """Once in a cluster that is active."""
    cluster, name = active_cluster(call)["name"], call.params["addonName"]
    version = call.params.get("addonVersion") or VERSIONS.get(name, "")
    check_version(name, version)
    check_tags(call.params.get("tags"))
    configuration(call.params)
    if f"{cluster}/{name}" in call.records(ADDONS):
        raise InUse("Addon already exists.")
    now = call.state.clock.now()
    addon = {
        "addonName": name,
        "clusterName": cluster,
        "status": "ACTIVE",
        "addonVersion": version,
        "health": {"issues": []},
        "addonArn": call.arn(f"addon/{cluster}/{name}/{uuid.uuid4()}"),
        "createdAt": now,
        "modifiedAt": now,
        "tags": call.params.get("tags", {}),
        "podIdentityAssociations": [],
        **picked(call.params, "serviceAccountRoleArn", "configurationValues", "namespaceConfig"),
    }
    call.records(ADDONS)[f"{cluster}/{name}"] = addon
    return {"addon": {**addon, "status": "CREATING"}}


@degrades("eks", "CreateAddon")
def degrade(call: Call, fault: Fault) -> None:
    """The add-on comes up as CREATE_FAILED, or as DEGRADED with the code of an unhealthy one."""
    addon = call.records(ADDONS)[f"{call.params['clusterName']}/{call.params['addonName']}"]
    code = fault.code or "ConfigurationConflict"
    addon["status"] = "DEGRADED" if code == "InsufficientNumberOfReplicas" else "CREATE_FAILED"
    addon["health"] = {"issues": [{"code": code, "message": fault.message, "resourceIds": []}]}


def find_addon(call: Call) -> Record:
    """The add-on that a call names."""
    return find_member(call, ADDONS, call.params["addonName"], "addon")


@answers("eks", "DescribeAddon")
def describe(call: Call) -> Untyped:
    """One add-on as it is now."""
    return {"addon": described(call, find_addon(call))}


@answers("eks", "ListAddons")
def list_addons(call: Call) -> Untyped:
    """The names of a cluster's add-ons."""
    return {"addons": sorted(of_cluster(call.state, call.region, ADDONS, find_cluster(call)["name"]))}


@answers("eks", "UpdateAddon")
def update(call: Call) -> Untyped:
    """Version, configuration and role may change; an update heals."""
    addon = find_addon(call)
    configuration(call.params)
    if "addonVersion" in call.params:
        check_version(addon["addonName"], call.params["addonVersion"])
    changed = picked(call.params, "addonVersion", "serviceAccountRoleArn", "configurationValues")
    addon.update({**changed, "status": "ACTIVE", "health": {"issues": []}, "modifiedAt": call.state.clock.now()})
    return note_update(call, "AddonUpdate", {"AddonVersion": addon["addonVersion"]})


@answers("eks", "DeleteAddon")
def delete(call: Call) -> Untyped:
    """An add-on goes at once."""
    addon = find_addon(call)
    del call.records(ADDONS)[f"{addon['clusterName']}/{addon['addonName']}"]
    return {"addon": {**addon, "status": "DELETING"}}


@answers("eks", "DescribeAddonVersions")
def describe_versions(call: Call) -> Untyped:
    """The one version of each add-on that this cloud knows, for the version asked."""
    wanted, kubernetes = call.params.get("addonName"), call.params.get("kubernetesVersion", "1.34")
    fits = [{"clusterVersion": kubernetes, "platformVersions": ["*"], "defaultVersion": True}]
    return {
        "addons": [
            {"addonName": name, "type": "networking", "owner": "aws", "addonVersions": [{"addonVersion": version, "compatibilities": fits}]}
            for name, version in VERSIONS.items()
            if wanted in (None, name)
        ]
    }
