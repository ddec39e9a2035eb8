"""Look-ups for EKS, which names everything: what has a name is asked for by it, and waited for while it is being made."""

from collections.abc import Iterator

import boto3

from operations.recovery.lookups.registry import Candidate, Status, Wanted, answer, lookup

ABSENT = "ResourceNotFoundException"

# A thing on its way out still holds its name: wait until it is gone or back.
SETTLING = frozenset({"CREATING", "UPDATING", "PENDING", "DELETING"})
FAILED = frozenset({"FAILED", "CREATE_FAILED", "DELETE_FAILED"})


@lookup("aws:eks/cluster:Cluster")
def cluster(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By name, which is its id."""
    name = wanted.text("name")
    found = answer(lambda: session.client("eks").describe_cluster(name=name)["cluster"], ABSENT)
    if found:
        yield Candidate(name, _status(found["status"]), found["status"], found.get("tags", {}))


@lookup("aws:eks/nodeGroup:NodeGroup")
def node_group(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By cluster and name; one that could not launch is there all the same, and must not be forgotten."""
    owner, name = wanted.text("clusterName"), wanted.text("nodeGroupName")
    found = answer(lambda: session.client("eks").describe_nodegroup(clusterName=owner, nodegroupName=name)["nodegroup"], ABSENT)
    if found:
        yield Candidate(f"{owner}:{name}", _status(found["status"]), found["status"], found.get("tags", {}))


@lookup("aws:eks/addon:Addon")
def addon(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By cluster and add-on; a degraded one exists and is healed in place."""
    owner, name = wanted.text("clusterName"), wanted.text("addonName")
    found = answer(lambda: session.client("eks").describe_addon(clusterName=owner, addonName=name)["addon"], ABSENT)
    if found:
        yield Candidate(f"{owner}:{name}", _status(found["status"]), found["status"], found.get("tags", {}))


@lookup("aws:eks/accessEntry:AccessEntry")
def access_entry(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By cluster and principal."""
    owner, principal = wanted.text("clusterName"), wanted.text("principalArn")
    ask = session.client("eks").describe_access_entry
    found = answer(lambda: ask(clusterName=owner, principalArn=principal)["accessEntry"], ABSENT)
    if found:
        yield Candidate(f"{owner}:{principal}", tags=found.get("tags", {}))


@lookup("aws:eks/accessPolicyAssociation:AccessPolicyAssociation")
def access_policy_association(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By cluster, principal and policy."""
    owner, principal, policy = wanted.text("clusterName"), wanted.text("principalArn"), wanted.text("policyArn")
    pages = session.client("eks").get_paginator("list_associated_access_policies").paginate(clusterName=owner, principalArn=principal)
    found = answer(lambda: [association["policyArn"] for page in pages for association in page["associatedAccessPolicies"]], ABSENT)
    if policy in (found or ()):
        yield Candidate(f"{owner}#{principal}#{policy}")


def _status(status: str) -> Status:
    if status in FAILED:
        return Status.FAILED
    return Status.SETTLING if status in SETTLING else Status.READY
