"""Clusters: create, describe, update, delete, with what EKS makes in the VPC for them."""

import ipaddress
import re
import uuid
from typing import Any, Final

from rehearsal.world.calls import Call, Refusal, picked
from rehearsal.world.eks.access import add_creator
from rehearsal.world.eks.records import (
    BOOTSTRAP,
    CLUSTERS,
    MEMBERS,
    NODE_GROUPS,
    UPDATES,
    InUse,
    InvalidParameter,
    InvalidRequest,
    NotFound,
    check_tags,
    find_cluster,
    note_update,
    of_cluster,
)
from rehearsal.world.faults import Fault
from rehearsal.world.registry import answers, degrades
from rehearsal.world.state import Record
from rehearsal.world.untyped import Untyped
from rehearsal.world.zones import ZONES

UNSUPPORTED_ZONE_IDS: Final = frozenset({"use1-az3", "usw1-az2", "cac1-az3"})
"""Zones without control planes (EKS user guide, network requirements)."""
MINOR_VERSIONS: Final = range(28, 37)
DEFAULT_VERSION: Final = "1.34"
LOG_TYPES: Final = ("api", "audit", "authenticator", "controllerManager", "scheduler")
PRIVATE_RANGES: Final = tuple(ipaddress.IPv4Network(block) for block in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"))
ROLE_ARN: Final = re.compile(r"arn:aws:iam::\d{12}:role/(?:.*/)?([^/]+)")
KEPT: Final = (
    "name", "roleArn", "encryptionConfig", "upgradePolicy", "zonalShiftConfig", "remoteNetworkConfig", "computeConfig", "storageConfig",
    "controlPlaneScalingConfig",
)  # fmt: skip
"""Members of CreateCluster that DescribeCluster shows as they were given."""
UPDATABLE: Final = (
    "resourcesVpcConfig", "logging", "accessConfig", "upgradePolicy", "zonalShiftConfig", "computeConfig", "kubernetesNetworkConfig",
    "storageConfig", "remoteNetworkConfig", "deletionProtection", "controlPlaneScalingConfig",
)  # fmt: skip


def check_role(call: Call, arn: str, service: str) -> None:
    """The role exists and trusts the service."""
    match = ROLE_ARN.fullmatch(arn)
    name = match.group(1) if match else ""
    role = next((role for role in call.backend("iam").roles.values() if role.name == name), None)
    if role is None or service not in str(role.assume_role_policy_document):
        raise InvalidParameter(f"Role with arn: {arn}, could not be assumed because it does not exist or the trusted entity is not correct")


def find_subnets(call: Call, ids: list[str]) -> list[Untyped]:
    """Moto's subnets of these ids."""
    known = {ident: subnet for of_zone in call.backend("ec2").subnets.values() for ident, subnet in of_zone.items()}
    for ident in ids:
        if ident not in known:
            raise InvalidParameter(f"The subnet ID '{ident}' does not exist (Service: AmazonEC2; Error Code: InvalidSubnetID.NotFound)")
    return [known[ident] for ident in ids]


def check_subnets(call: Call, name: str, ids: list[str]) -> str:
    """Subnets of one VPC in two zones that take control planes; returns the VPC's id."""
    subnets = find_subnets(call, ids)
    if len({subnet.vpc_id for subnet in subnets}) > 1:
        raise InvalidParameter("Subnets specified must be in the same VPC")
    if len({subnet.availability_zone for subnet in subnets}) < 2:
        raise InvalidParameter("Subnets specified must be in at least two different AZs")
    for subnet in subnets:
        if subnet.availability_zone_id in UNSUPPORTED_ZONE_IDS:
            good = [zone.name for zone in ZONES[call.region] if zone.zone_id not in UNSUPPORTED_ZONE_IDS]
            raise Refusal(
                "UnsupportedAvailabilityZoneException",
                f"Cannot create cluster '{name}' because {subnet.availability_zone}, the targeted availability zone, does not currently "
                f"have sufficient capacity to support the cluster. Retry and choose from these availability zones: {', '.join(good)}",
            )
    return str(subnets[0].vpc_id)


def check_endpoint(config: dict[str, Any]) -> None:
    """The API server can be reached somehow, and public addresses are public."""
    if config.get("endpointPublicAccess") is False and config.get("endpointPrivateAccess", False) is False:
        raise InvalidParameter("Private and public endpoint access cannot be false")
    for cidr in config.get("publicAccessCidrs") or ():
        try:
            network = ipaddress.ip_network(cidr)
        except ValueError:
            raise InvalidParameter(f"The following CIDRs are invalid in publicAccessCidrs: [{cidr}]") from None
        if isinstance(network, ipaddress.IPv4Network) and any(network.subnet_of(private) for private in PRIVATE_RANGES):
            raise InvalidParameter(f"The following CIDRs are not allowed in publicAccessCidrs: [{cidr}]")


def minor(version: str) -> int:
    """The minor of a supported Kubernetes version."""
    match = re.fullmatch(r"1\.(\d+)", version)
    if match is None or int(match.group(1)) not in MINOR_VERSIONS:
        raise InvalidParameter(f"unsupported Kubernetes version {version}")
    return int(match.group(1))


def check_groups(call: Call, config: dict[str, Any]) -> None:
    """Further security groups exist."""
    for ident in config.get("securityGroupIds") or ():
        if call.backend("ec2").get_security_group_from_id(ident) is None:
            raise InvalidParameter(f"The security group '{ident}' does not exist (Service: AmazonEC2; Error Code: InvalidGroup.NotFound)")


def vpc_config(given: dict[str, Any]) -> dict[str, Any]:
    """The network part with its defaults."""
    public = given.get("endpointPublicAccess", True)
    return {
        "subnetIds": given.get("subnetIds", []),
        "securityGroupIds": given.get("securityGroupIds", []),
        "endpointPublicAccess": public,
        "endpointPrivateAccess": given.get("endpointPrivateAccess", False),
        "publicAccessCidrs": (given.get("publicAccessCidrs") or ["0.0.0.0/0"]) if public else [],
    }


def logging_of(given: dict[str, Any] | None) -> dict[str, Any]:
    """Log types as EKS shows them: those that are on, then those that are off."""
    on: set[str] = set()
    for setup in (given or {}).get("clusterLogging") or ():
        on = on | set(setup.get("types", ())) if setup.get("enabled") else on - set(setup.get("types", ()))
    states = ((True, [kind for kind in LOG_TYPES if kind in on]), (False, [kind for kind in LOG_TYPES if kind not in on]))
    return {"clusterLogging": [{"types": types, "enabled": enabled} for enabled, types in states if types]}


def make_log_group(call: Call, cluster: Record) -> None:
    """EKS makes the log group itself where none is: without retention, and nobody deletes it."""
    if cluster["logging"]["clusterLogging"][0]["enabled"]:
        name = f"/aws/eks/{cluster['name']}/cluster"
        logs = call.backend("logs")
        if name not in logs.groups:
            logs.create_log_group(name, {}, kmsKeyId=None)


def make_network(call: Call, name: str, config: dict[str, Any], vpc_id: str) -> dict[str, Any]:
    """The cluster's security group and its interfaces in two zones, which keep subnets and VPC from being deleted."""
    backend = call.backend("ec2")
    tags = {"Name": f"eks-cluster-sg-{name}", f"kubernetes.io/cluster/{name}": "owned", "aws:eks:cluster-name": name}
    group = backend.create_security_group(
        f"eks-cluster-sg-{name}-{uuid.uuid4().int % 10**9}", f"EKS created security group of {name}", vpc_id, tags
    )
    for ident in config["subnetIds"][:2]:
        subnet = find_subnets(call, [ident])[0]
        address = subnet.get_available_subnet_ip(instance=None)
        backend.create_network_interface(subnet, address, group_ids=[group.id], description=f"Amazon EKS {name}")
    return {**config, "clusterSecurityGroupId": group.id, "vpcId": vpc_id}


def drop_network(call: Call, cluster: Record) -> None:
    """Take back what EKS made in the VPC."""
    backend, name = call.backend("ec2"), cluster["name"]
    for interface in list(backend.enis.values()):
        if interface.description == f"Amazon EKS {name}":
            interface.delete()
    groups = backend.groups[cluster["resourcesVpcConfig"]["vpcId"]]
    groups.pop(cluster["resourcesVpcConfig"]["clusterSecurityGroupId"], None)


@answers("eks", "CreateCluster")
def create(call: Call) -> Untyped:
    """Check and make a cluster; it is active at once."""
    params, name = call.params, call.params["name"]
    if name in call.records(CLUSTERS):
        raise InUse(f"Cluster already exists with name: {name}")
    version, given = params.get("version", DEFAULT_VERSION), params["resourcesVpcConfig"]
    minor(version)
    check_tags(params.get("tags"))
    check_role(call, params["roleArn"], "eks.amazonaws.com")
    check_endpoint({"endpointPublicAccess": True, **given})
    check_groups(call, given)
    vpc_id = check_subnets(call, name, given.get("subnetIds") or [])
    access = {"bootstrapClusterCreatorAdminPermissions": True, "authenticationMode": "CONFIG_MAP", **params.get("accessConfig", {})}
    network = {"serviceIpv4Cidr": "172.20.0.0/16", "ipFamily": "ipv4", **params.get("kubernetesNetworkConfig", {})}
    host = uuid.uuid4().hex.upper()
    cluster = {
        **picked(params, *KEPT),
        "arn": call.arn(f"cluster/{name}"),
        "createdAt": call.state.clock.now(),
        "version": version,
        "endpoint": f"https://{host}.gr7.{call.region}.eks.amazonaws.com",
        "resourcesVpcConfig": make_network(call, name, vpc_config(given), vpc_id),
        "kubernetesNetworkConfig": network,
        "logging": logging_of(params.get("logging")),
        "identity": {"oidc": {"issuer": f"https://oidc.eks.{call.region}.amazonaws.com/id/{host}"}},
        "status": "ACTIVE",
        "certificateAuthority": {"data": "UmVoZWFyc2FsQ0E="},
        "platformVersion": "eks.9",
        "tags": params.get("tags", {}),
        "health": {"issues": []},
        "accessConfig": access,
        "deletionProtection": params.get("deletionProtection", False),
        "upgradePolicy": params.get("upgradePolicy", {"supportType": "EXTENDED"}),
    }
    call.records(CLUSTERS)[name] = cluster
    call.records(BOOTSTRAP)[name] = {"selfManagedAddons": params.get("bootstrapSelfManagedAddons", True)}
    make_log_group(call, cluster)
    if access["authenticationMode"] != "CONFIG_MAP" and access["bootstrapClusterCreatorAdminPermissions"]:
        add_creator(call, name)
    return {"cluster": {**cluster, "status": "CREATING"}}


@degrades("eks", "CreateCluster")
def degrade(call: Call, fault: Fault) -> None:
    """The cluster comes up as FAILED."""
    cluster = call.records(CLUSTERS)[call.params["name"]]
    cluster["status"] = "FAILED"
    cluster["health"] = {"issues": [{"code": fault.code or "InternalFailure", "message": fault.message, "resourceIds": [cluster["arn"]]}]}


@answers("eks", "DescribeCluster")
def describe(call: Call) -> Untyped:
    """One cluster."""
    return {"cluster": find_cluster(call)}


@answers("eks", "ListClusters")
def list_all(call: Call) -> Untyped:
    """All names."""
    return {"clusters": sorted(call.records(CLUSTERS))}


@answers("eks", "DeleteCluster")
def delete(call: Call) -> Untyped:
    """A cluster goes with its add-ons and access entries, but not while it has node groups."""
    cluster, name = find_cluster(call), call.params["name"]
    if of_cluster(call.state, call.region, NODE_GROUPS, name):
        raise InUse("Cluster has nodegroups attached")
    if cluster["deletionProtection"]:
        raise InvalidRequest(f"Cluster '{name}' has deletion protection enabled: disable it before you delete the cluster")
    for kind in MEMBERS:
        for ident in of_cluster(call.state, call.region, kind, name):
            del call.records(kind)[f"{name}/{ident}"]
    drop_network(call, cluster)
    del call.records(CLUSTERS)[name], call.records(BOOTSTRAP)[name]
    return {"cluster": {**cluster, "status": "DELETING"}}


@answers("eks", "UpdateClusterConfig")
def update_config(call: Call) -> Untyped:
    """One kind of change at a time, and a real one."""
    cluster = find_cluster(call)
    kinds = [key for key in UPDATABLE if key in call.params]
    if len(kinds) != 1:
        raise InvalidParameter("Only one type of update can be allowed.")
    kind = kinds[0]
    changed = updated_part(call, cluster, kind)
    if changed == cluster.get(kind):
        raise InvalidParameter(f"No changes needed for the {kind} config provided")
    cluster[kind] = changed
    make_log_group(call, cluster)
    return note_update(call, UPDATE_TYPES.get(kind, "ConfigUpdate"), {"ClusterLogging" if kind == "logging" else "ResolveConflicts": kind})


UPDATE_TYPES: Final = {
    "logging": "LoggingUpdate",
    "resourcesVpcConfig": "VpcConfigUpdate",
    "accessConfig": "AccessConfigUpdate",
    "upgradePolicy": "UpgradePolicyUpdate",
    "zonalShiftConfig": "ZonalShiftConfigUpdate",
    "deletionProtection": "DeletionProtectionUpdate",
}


def updated_part(call: Call, cluster: Record, kind: str) -> Untyped:
    """One part of a cluster as it would be after an update."""
    given = call.params[kind]
    if kind == "logging":
        return logging_of({"clusterLogging": [*cluster["logging"]["clusterLogging"], *given.get("clusterLogging", ())]})
    if kind == "accessConfig":
        order = ("CONFIG_MAP", "API_AND_CONFIG_MAP", "API")
        old, new = cluster["accessConfig"]["authenticationMode"], given.get("authenticationMode", "API")
        if order.index(new) < order.index(old):
            raise InvalidParameter(f"Unsupported authentication mode update from {old} to {new}")
    if kind == "resourcesVpcConfig":
        merged = {**cluster[kind], **given}
        check_endpoint(merged)
        check_groups(call, given)
        if "subnetIds" in given:
            check_subnets(call, cluster["name"], given["subnetIds"])
        shown = {**merged, **vpc_config(merged)}
        return shown
    return {**cluster.get(kind, {}), **given} if isinstance(given, dict) else given


@answers("eks", "UpdateClusterVersion")
def update_version(call: Call) -> Untyped:
    """One minor version up at a time."""
    cluster, wanted = find_cluster(call), call.params["version"]
    if minor(wanted) != minor(cluster["version"]) + 1:
        raise InvalidParameter(f"Unsupported Kubernetes minor version update from {cluster['version']} to {wanted}")
    cluster["version"] = wanted
    return note_update(call, "VersionUpdate", {"Version": wanted})


@answers("eks", "DescribeUpdate")
def describe_update(call: Call) -> Untyped:
    """How an update ended."""
    update = call.records(UPDATES).get(call.params["updateId"])
    if update is None:
        raise NotFound(f"No update found for ID: {call.params['updateId']}")
    return {"update": update}


@answers("eks", "ListUpdates")
def list_updates(call: Call) -> Untyped:
    """The ids of all updates."""
    find_cluster(call)
    return {"updateIds": list(call.records(UPDATES))}
