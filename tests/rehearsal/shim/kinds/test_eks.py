"""What clusters, node groups, add-ons and access entries say to EKS."""

import pytest

from rehearsal.shim.kinds.eks import KINDS
from rehearsal.shim.lifecycle import BROKEN, HalfMadeError
from tests.rehearsal.shim.kinds.scripted import Scripted, creation, deletion, life, update

CLUSTER, GROUP, ADDON = "aws:eks/cluster:Cluster", "aws:eks/nodeGroup:NodeGroup", "aws:eks/addon:Addon"
ENTRY, ASSOCIATION = "aws:eks/accessEntry:AccessEntry", "aws:eks/accessPolicyAssociation:AccessPolicyAssociation"
ROLE = "arn:aws:iam::123456789012:role/eks"
NETWORK = {"subnetIds": ["subnet-1", "subnet-2"], "endpointPrivateAccess": True, "endpointPublicAccess": False}
ATLAS = {"name": "atlas", "roleArn": ROLE, "version": "1.34", "vpcConfig": NETWORK}
NODES = {
    "clusterName": "atlas",
    "nodeGroupName": "train",
    "nodeRoleArn": ROLE,
    "subnetIds": ["subnet-1"],
    "scalingConfig": {"minSize": 0, "desiredSize": 2, "maxSize": 4},
}


def operations(calls) -> list[str]:
    return [operation for operation, _ in calls]


def test_log_types_are_switched_on_in_the_create_call() -> None:
    _, _, ((_, request),) = creation(CLUSTER, {**ATLAS, "enabledClusterLogTypes": ["api", "audit"]})
    assert request["logging"] == {"clusterLogging": [{"types": ["api", "audit"], "enabled": True}]}
    assert request["resourcesVpcConfig"] == NETWORK


def test_log_types_that_are_not_wanted_are_switched_off() -> None:
    ((_, request),) = update(CLUSTER, {**ATLAS, "enabledClusterLogTypes": ["api"]}, {**ATLAS, "enabledClusterLogTypes": ["audit"]})
    on, off = request["logging"]["clusterLogging"]
    assert (on["types"], on["enabled"], off["enabled"]) == (["audit"], True, False)
    assert set(off["types"]) == {"api", "authenticator", "controllerManager", "scheduler"}


def test_endpoint_and_subnets_change_by_a_call_each() -> None:
    news = {**ATLAS, "vpcConfig": {"subnetIds": ["subnet-1"], "endpointPrivateAccess": True, "endpointPublicAccess": True}}
    first, second = (request["resourcesVpcConfig"] for _, request in update(CLUSTER, ATLAS, news))
    assert first == {"endpointPrivateAccess": True, "endpointPublicAccess": True}
    assert second == {"subnetIds": ["subnet-1"]}
    only = update(CLUSTER, ATLAS, {**ATLAS, "vpcConfig": {**NETWORK, "endpointPublicAccess": True}})
    assert len(only) == 1


def test_a_cluster_rises_by_its_version_call() -> None:
    assert update(CLUSTER, ATLAS, {**ATLAS, "version": "1.35"}) == [("UpdateClusterVersion", {"name": "atlas", "version": "1.35"})]


def test_a_group_is_known_by_cluster_and_name() -> None:
    identity, _, ((operation, request),) = creation(GROUP, NODES)
    assert (identity, operation) == ("atlas:train", "CreateNodegroup")
    assert (request["nodegroupName"], request["nodeRole"], request["subnets"]) == ("train", ROLE, ["subnet-1"])
    assert KINDS[GROUP].id.parse("atlas:train") == {"clusterName": "atlas", "nodeGroupName": "train"}


@pytest.mark.parametrize(
    ("change", "request_"),
    [
        (
            {"scalingConfig": {"minSize": 0, "desiredSize": 3, "maxSize": 4}},
            {"scalingConfig": {"minSize": 0, "desiredSize": 3, "maxSize": 4}},
        ),
        ({"labels": {"pool": "b"}}, {"labels": {"addOrUpdateLabels": {"pool": "b"}, "removeLabels": ["gone"]}}),
        ({"labels": {}}, {"labels": {"removeLabels": ["pool", "gone"]}}),
        (
            {"taints": [{"key": "gpu", "effect": "NO_SCHEDULE"}]},
            {
                "taints": {
                    "addOrUpdateTaints": [{"key": "gpu", "effect": "NO_SCHEDULE"}],
                    "removeTaints": [{"key": "old", "effect": "NO_EXECUTE"}],
                }
            },
        ),
    ],
)
def test_a_groups_configuration_changes_in_place(change, request_) -> None:
    olds = {**NODES, "labels": {"pool": "a", "gone": "x"}, "taints": [{"key": "old", "effect": "NO_EXECUTE"}]}
    ((operation, request),) = update(GROUP, olds, {**olds, **change})
    assert operation == "UpdateNodegroupConfig"
    assert request == {"clusterName": "atlas", "nodegroupName": "train", **request_}


def test_a_rolling_update_names_the_template_always_and_versions_where_they_changed() -> None:
    olds = {**NODES, "version": "1.34", "launchTemplate": {"id": "lt-1", "version": "1"}}
    ((operation, request),) = update(GROUP, olds, {**olds, "launchTemplate": {"id": "lt-1", "version": "2"}})
    assert operation == "UpdateNodegroupVersion"
    assert request["launchTemplate"] == {"id": "lt-1", "version": "2"}
    assert "version" not in request
    ((_, raised),) = update(GROUP, olds, {**olds, "version": "1.35"})
    assert (raised["version"], raised["launchTemplate"]) == ("1.35", {"id": "lt-1", "version": "1"})


@pytest.mark.parametrize(
    ("token", "inputs", "operation", "shown"),
    [
        (CLUSTER, ATLAS, "DescribeCluster", {"cluster": {"status": "FAILED"}}),
        (GROUP, NODES, "DescribeNodegroup", {"nodegroup": {"status": "CREATE_FAILED"}}),
        (ADDON, {"clusterName": "atlas", "addonName": "coredns"}, "DescribeAddon", {"addon": {"status": "CREATE_FAILED"}}),
    ],
)
def test_what_failed_to_come_up_is_marked_with_its_issues_told(token, inputs, operation, shown) -> None:
    class Failing(Scripted):
        def wait(self, waiting, seconds):
            raise RuntimeError("unexpected state")

    (described,) = shown.values()
    described["health"] = {"issues": [{"code": "AccessDenied", "message": "no"}]}
    made = life(token)
    object.__setattr__(made, "cloud", Failing({operation: shown}))
    with pytest.raises(HalfMadeError, match="unexpected state; AccessDenied: no") as half:
        made.create(inputs, 0)
    assert half.value.state[BROKEN] == described["status"]
    described["status"] = "ACTIVE"
    assert BROKEN not in made.state_of("x", inputs, made.observe("x", inputs, {}))


def test_an_add_on_resolves_conflicts_one_way_when_made_and_another_when_changed() -> None:
    inputs = {
        "clusterName": "atlas",
        "addonName": "coredns",
        "addonVersion": "v1",
        "resolveConflictsOnCreate": "OVERWRITE",
        "resolveConflictsOnUpdate": "PRESERVE",
    }
    identity, _, ((_, request),) = creation(ADDON, inputs)
    assert (identity, request["resolveConflicts"]) == ("atlas:coredns", "OVERWRITE")
    ((_, changed),) = update(ADDON, inputs, {**inputs, "addonVersion": "v2"})
    assert (changed["addonVersion"], changed["resolveConflicts"]) == ("v2", "PRESERVE")


@pytest.mark.parametrize(("preserve", "sent"), [({}, {}), ({"preserve": True}, {"preserve": True})])
def test_an_add_ons_software_may_stay(preserve, sent) -> None:
    calls = deletion(ADDON, {"clusterName": "atlas", "addonName": "coredns", **preserve})
    assert calls == [("DeleteAddon", {"clusterName": "atlas", "addonName": "coredns", **sent})]


def test_an_entry_is_a_standard_one_unless_said() -> None:
    identity, _, ((_, request),) = creation(ENTRY, {"clusterName": "atlas", "principalArn": ROLE})
    assert (identity, request["type"]) == (f"atlas:{ROLE}", "STANDARD")
    assert KINDS[ENTRY].id.parse(f"atlas:{ROLE}") == {"clusterName": "atlas", "principalArn": ROLE}


def test_an_association_is_there_while_the_entry_lists_it() -> None:
    policy = "arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy"
    inputs = {"clusterName": "atlas", "principalArn": ROLE, "policyArn": policy, "accessScope": {"type": "cluster"}}
    answer = {"ListAssociatedAccessPolicies": {"associatedAccessPolicies": [{"policyArn": policy, "accessScope": {"type": "cluster"}}]}}
    assert life(ASSOCIATION, answer).observe("x", inputs, {})
    assert life(ASSOCIATION, answer).observe("x", {**inputs, "policyArn": f"{policy}2"}, {}) is None
    assert operations(deletion(ASSOCIATION, inputs)) == ["DisassociateAccessPolicy"]
    assert KINDS[ASSOCIATION].id.parse(f"atlas#{ROLE}#{policy}") == {"clusterName": "atlas", "principalArn": ROLE, "policyArn": policy}
