"""EKS look-ups: over a client that answers one status after the other, as the service does."""

import pytest
from botocore.exceptions import ClientError

from operations.recovery.lookups.registry import Candidate, Status, Wanted, all_lookups

PRINCIPAL = "arn:aws:iam::123456789012:role/platform"
POLICY = "arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy"
CLUSTER = ("aws:eks/cluster:Cluster", {"name": "atlas"})
GROUP = ("aws:eks/nodeGroup:NodeGroup", {"clusterName": "atlas", "nodeGroupName": "atlas-train-cb"})
ADDON = ("aws:eks/addon:Addon", {"clusterName": "atlas", "addonName": "vpc-cni"})
ENTRY = ("aws:eks/accessEntry:AccessEntry", {"clusterName": "atlas", "principalArn": PRINCIPAL})
ASSOCIATION = ("aws:eks/accessPolicyAssociation:AccessPolicyAssociation", ENTRY[1] | {"policyArn": POLICY})
IDS = {
    CLUSTER[0]: "atlas",
    GROUP[0]: "atlas:atlas-train-cb",
    ADDON[0]: "atlas:vpc-cni",
    ENTRY[0]: f"atlas:{PRINCIPAL}",
    ASSOCIATION[0]: f"atlas#{PRINCIPAL}#{POLICY}",
}
ALL = (CLUSTER, GROUP, ADDON, ENTRY, ASSOCIATION)


class Eks:
    """Session and client in one: holds the thing that is asked for, with a status, or an error."""

    def __init__(self, status="ACTIVE", error=None, **more):
        self.status, self.error, self.more, self.asked = status, error, more, []

    def client(self, service):
        assert service == "eks"
        return self

    def get_paginator(self, operation):
        assert operation == "list_associated_access_policies"
        return self

    def paginate(self, **asked):
        self._note(asked)
        yield {"associatedAccessPolicies": []}
        yield {"associatedAccessPolicies": [{"policyArn": POLICY}]}

    def _note(self, asked):
        self.asked.append(asked)
        if self.error:
            raise ClientError({"Error": {"Code": self.error, "Message": "m"}}, "Describe")

    def __getattr__(self, operation):
        kind = operation.removeprefix("describe_")
        assert kind in {"cluster", "nodegroup", "addon", "access_entry"}
        return lambda **asked: self._note(asked) or {kind.replace("access_entry", "accessEntry"): {"status": self.status, **self.more}}


def look(session, case):
    resource_type, inputs = case
    return list(all_lookups()[resource_type](session, Wanted("urn:x", resource_type, inputs)))


@pytest.mark.parametrize("case", ALL)
def test_there(case):
    session = Eks()
    assert [(found.id, found.status) for found in look(session, case)] == [(IDS[case[0]], Status.READY)]
    assert set(session.asked[0].values()) <= set(case[1].values())


@pytest.mark.parametrize("case", ALL)
def test_not_there(case):
    assert look(Eks(error="ResourceNotFoundException"), case) == []


@pytest.mark.parametrize("case", ALL)
@pytest.mark.parametrize("error", ["AccessDeniedException", "ServerException", "InvalidParameterException"])
def test_any_other_error_is_no_answer(case, error):
    with pytest.raises(ClientError):
        look(Eks(error=error), case)


@pytest.mark.parametrize("case", [CLUSTER, GROUP, ADDON])
@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("CREATING", Status.SETTLING),
        ("UPDATING", Status.SETTLING),
        ("DELETING", Status.SETTLING),
        ("ACTIVE", Status.READY),
        ("DEGRADED", Status.READY),
        ("CREATE_FAILED", Status.FAILED),
        ("FAILED", Status.FAILED),
    ],
)
def test_status(case, status, expected):
    assert look(Eks(status), case) == [Candidate(IDS[case[0]], expected, status, {})]


@pytest.mark.parametrize("case", [CLUSTER, GROUP, ADDON, ENTRY])
def test_its_tags_say_whose_it_is(case):
    (found,) = look(Eks(tags={"pulumi-stack": "p/dev"}), case)
    assert found.tags == {"pulumi-stack": "p/dev"}


def test_another_policy_of_the_same_principal_is_not_it():
    other = (ASSOCIATION[0], ASSOCIATION[1] | {"policyArn": POLICY.replace("ClusterAdmin", "View")})
    assert look(Eks(), other) == []
