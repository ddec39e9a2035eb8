"""Access entries and the access policies associated with them."""

from typing import Final

from rehearsal.world.calls import ACCOUNT_ID, Call, picked
from rehearsal.world.eks.records import (
    ACCESS_ENTRIES,
    ACCESS_POLICIES,
    InUse,
    InvalidParameter,
    InvalidRequest,
    NotFound,
    check_tags,
    find_cluster,
    find_member,
    of_cluster,
)
from rehearsal.world.registry import answers
from rehearsal.world.state import Record
from rehearsal.world.untyped import Untyped

POLICY_PREFIX: Final = "arn:aws:eks::aws:cluster-access-policy/"
POLICIES: Final = (
    "AmazonEKSAdminPolicy", "AmazonEKSClusterAdminPolicy", "AmazonEKSAdminViewPolicy", "AmazonEKSEditPolicy", "AmazonEKSViewPolicy",
    "AmazonEKSAutoNodePolicy", "AmazonEKSBlockStoragePolicy", "AmazonEKSComputePolicy", "AmazonEKSLoadBalancingPolicy",
    "AmazonEKSNetworkingPolicy", "AmazonEKSHybridPolicy", "AmazonEKSClusterInsightsPolicy", "AmazonEKSSecretReaderPolicy",
)  # fmt: skip
"""The access policies that EKS has (EKS user guide, access policy permissions)."""
NODE_TYPES: Final = ("EC2_LINUX", "EC2_WINDOWS", "FARGATE_LINUX", "HYBRID_LINUX", "HYPERPOD_LINUX")
"""Entries for nodes: their groups are EKS's business, and policies can't be associated."""
CREATOR: Final = f"arn:aws:iam::{ACCOUNT_ID}:user/moto"
"""Who every caller of the simulated cloud is."""


def check_mode(cluster: Record) -> None:
    """The cluster takes access entries."""
    if cluster["accessConfig"]["authenticationMode"] == "CONFIG_MAP":
        modes = "[API, API_AND_CONFIG_MAP]"
        raise InvalidRequest(f"The cluster's authentication mode must be set to one of {modes} to perform this operation.")


def make_entry(call: Call, cluster: str, principal: str, kind: str = "STANDARD") -> Record:
    """An access entry with its defaults."""
    now = call.state.clock.now()
    name = principal.rpartition("/")[2]
    entry = {
        "clusterName": cluster,
        "principalArn": principal,
        "kubernetesGroups": ["system:nodes"] if kind in NODE_TYPES else [],
        "accessEntryArn": call.arn(f"access-entry/{cluster}/{principal.split(':')[5].split('/')[0]}/{ACCOUNT_ID}/{name}"),
        "createdAt": now,
        "modifiedAt": now,
        "tags": {},
        "username": "system:node:{{EC2PrivateDNSName}}" if kind in NODE_TYPES else principal,
        "type": kind,
    }
    return entry


def add_creator(call: Call, cluster: str) -> None:
    """EKS makes an entry for whoever creates a cluster, unless told not to."""
    call.records(ACCESS_ENTRIES)[f"{cluster}/{CREATOR}"] = make_entry(call, cluster, CREATOR)
    associate_with(call, cluster, CREATOR, f"{POLICY_PREFIX}AmazonEKSClusterAdminPolicy", {"type": "cluster", "namespaces": []})


def add_node_role(call: Call, cluster: Record, role: str) -> None:
    """EKS makes an entry for the role of a managed node group."""
    if cluster["accessConfig"]["authenticationMode"] != "CONFIG_MAP":
        call.records(ACCESS_ENTRIES).setdefault(f"{cluster['name']}/{role}", make_entry(call, cluster["name"], role, "EC2_LINUX"))


@answers("eks", "CreateAccessEntry")
def create(call: Call) -> Untyped:
    """One entry for each principal."""
    cluster, principal = find_cluster(call), call.params["principalArn"]
    check_mode(cluster)
    check_tags(call.params.get("tags"))
    kind = call.params.get("type", "STANDARD")
    ident = f"{cluster['name']}/{principal}"
    if ident in call.records(ACCESS_ENTRIES):
        raise InUse("The specified access entry resource is already in use on this cluster.")
    if len(principal.split(":")) < 6 or not principal.startswith("arn:aws:iam::"):
        raise InvalidParameter("The specified principalArn is invalid: invalid principal.")
    if kind in NODE_TYPES and call.params.get("kubernetesGroups"):
        raise InvalidParameter(f"The Kubernetes group names can't be specified for an access entry of type {kind}.")
    entry = make_entry(call, cluster["name"], principal, kind)
    call.records(ACCESS_ENTRIES)[ident] = {**entry, **picked(call.params, "kubernetesGroups", "username", "tags")}
    return {"accessEntry": call.records(ACCESS_ENTRIES)[ident]}


def find_entry(call: Call) -> Record:
    """The entry that a call names."""
    try:
        return find_member(call, ACCESS_ENTRIES, call.params["principalArn"], "access entry")
    except NotFound:
        find_cluster(call)
        message = "The specified principalArn could not be found. You can view your available access entries with 'list-access-entries'."
        raise NotFound(message) from None


@answers("eks", "DescribeAccessEntry")
def describe(call: Call) -> Untyped:
    """One entry."""
    return {"accessEntry": find_entry(call)}


@answers("eks", "UpdateAccessEntry")
def update(call: Call) -> Untyped:
    """Groups and user name may change."""
    entry = find_entry(call)
    entry.update(picked(call.params, "kubernetesGroups", "username"))
    entry["modifiedAt"] = call.state.clock.now()
    return {"accessEntry": entry}


@answers("eks", "DeleteAccessEntry")
def delete(call: Call) -> Untyped:
    """An entry goes with its associations."""
    entry = find_entry(call)
    cluster, principal = entry["clusterName"], entry["principalArn"]
    del call.records(ACCESS_ENTRIES)[f"{cluster}/{principal}"]
    for ident, association in of_cluster(call.state, call.region, ACCESS_POLICIES, cluster).items():
        if association["principalArn"] == principal:
            del call.records(ACCESS_POLICIES)[f"{cluster}/{ident}"]
    return {}


@answers("eks", "ListAccessEntries")
def list_entries(call: Call) -> Untyped:
    """The principals of a cluster's entries, all or those with a policy."""
    cluster = find_cluster(call)["name"]
    principals = sorted(of_cluster(call.state, call.region, ACCESS_ENTRIES, cluster))
    if policy := call.params.get("associatedPolicyArn"):
        associations = of_cluster(call.state, call.region, ACCESS_POLICIES, cluster).values()
        principals = sorted(each["principalArn"] for each in associations if each["policyArn"] == policy)
    return {"accessEntries": principals}


def associate_with(call: Call, cluster: str, principal: str, policy: str, scope: dict[str, Untyped]) -> Record:
    """Keep an association; a second one of the same policy only changes its scope."""
    now, ident = call.state.clock.now(), f"{cluster}/{principal}#{policy}"
    old = call.records(ACCESS_POLICIES).get(ident, {"associatedAt": now})
    record = {"clusterName": cluster, "principalArn": principal, "policyArn": policy, "accessScope": scope}
    call.records(ACCESS_POLICIES)[ident] = {**old, **record, "modifiedAt": now}
    return call.records(ACCESS_POLICIES)[ident]


@answers("eks", "AssociateAccessPolicy")
def associate(call: Call) -> Untyped:
    """A known policy, for an entry that is not a node's."""
    entry, policy, scope = find_entry(call), call.params["policyArn"], call.params["accessScope"]
    if policy.removeprefix(POLICY_PREFIX) not in POLICIES:
        raise NotFound(f"The specified policyArn {policy} is not a valid access policy: see list-access-policies.")
    if entry["type"] in NODE_TYPES:
        raise InvalidRequest(f"Access policies can't be associated with an access entry of type {entry['type']}.")
    if (scope.get("type") == "namespace") != bool(scope.get("namespaces")):
        raise InvalidParameter("Namespaces are required for the access scope type namespace, and for no other.")
    found = associate_with(call, entry["clusterName"], entry["principalArn"], policy, {"namespaces": [], **scope})
    return {"clusterName": entry["clusterName"], "principalArn": entry["principalArn"], "associatedAccessPolicy": found}


@answers("eks", "DisassociateAccessPolicy")
def disassociate(call: Call) -> Untyped:
    """Take a policy from an entry."""
    entry = find_entry(call)
    ident = f"{entry['clusterName']}/{entry['principalArn']}#{call.params['policyArn']}"
    if call.records(ACCESS_POLICIES).pop(ident, None) is None:
        raise NotFound(f"The access policy {call.params['policyArn']} is not associated with {entry['principalArn']}.")
    return {}


@answers("eks", "ListAssociatedAccessPolicies")
def list_associated(call: Call) -> Untyped:
    """The policies of an entry."""
    entry = find_entry(call)
    associations = of_cluster(call.state, call.region, ACCESS_POLICIES, entry["clusterName"]).values()
    own = [each for each in associations if each["principalArn"] == entry["principalArn"]]
    return {"clusterName": entry["clusterName"], "principalArn": entry["principalArn"], "associatedAccessPolicies": own}


@answers("eks", "ListAccessPolicies")
def list_policies(call: Call) -> Untyped:
    """All access policies that there are."""
    return {"accessPolicies": [{"name": name, "arn": f"{POLICY_PREFIX}{name}"} for name in POLICIES]}
