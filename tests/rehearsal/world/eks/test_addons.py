"""Add-ons: known, versioned, and as healthy as the nodes allow."""

import pytest


def described(account, name="coredns"):
    return account.eks.describe_addon(clusterName="atlas", addonName=name)["addon"]


def test_round_trip(account) -> None:
    account.cluster()
    given = {
        "addonVersion": "v1.20.1-eksbuild.1",
        "configurationValues": '{"env": {"ENABLE_PREFIX_DELEGATION": "true"}}',
        "tags": {"Name": "cni"},
    }
    assert account.eks.create_addon(clusterName="atlas", addonName="vpc-cni", **given)["addon"]["status"] == "CREATING"
    account.eks.get_waiter("addon_active").wait(clusterName="atlas", addonName="vpc-cni", WaiterConfig={"MaxAttempts": 1})
    addon = described(account, "vpc-cni")
    assert given.items() <= addon.items()
    assert account.eks.list_addons(clusterName="atlas")["addons"] == ["vpc-cni"]
    account.eks.update_addon(clusterName="atlas", addonName="vpc-cni", addonVersion="v1.20.4-eksbuild.2")
    assert described(account, "vpc-cni")["addonVersion"] == "v1.20.4-eksbuild.2"
    account.eks.delete_addon(clusterName="atlas", addonName="vpc-cni")
    account.eks.get_waiter("addon_deleted").wait(clusterName="atlas", addonName="vpc-cni", WaiterConfig={"MaxAttempts": 1})


def test_coredns_waits_for_a_node_that_takes_it(account) -> None:
    account.cluster()
    account.eks.create_addon(clusterName="atlas", addonName="coredns")
    assert described(account)["status"] == "DEGRADED"
    assert described(account)["health"]["issues"][0]["code"] == "InsufficientNumberOfReplicas"
    account.node_group(taints=[{"key": "nvidia.com/gpu", "effect": "NO_SCHEDULE"}])
    assert described(account)["status"] == "DEGRADED"
    account.node_group(nodegroupName="empty", scalingConfig={"minSize": 0, "desiredSize": 0, "maxSize": 1})
    assert described(account)["status"] == "DEGRADED"
    account.node_group(nodegroupName="system")
    assert described(account)["status"] == "ACTIVE"


def test_daemon_sets_are_healthy_without_nodes(account) -> None:
    account.cluster()
    account.eks.create_addon(clusterName="atlas", addonName="vpc-cni")
    assert described(account, "vpc-cni")["status"] == "ACTIVE"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"addonVersion": "1.2.3"}, "InvalidParameterException"),
        ({"configurationValues": "{no json"}, "InvalidParameterException"),
        ({"resolveConflicts": "MAYBE"}, "InvalidParameterException"),
    ],
)
def test_refusals(account, refused, change, code) -> None:
    account.cluster()
    assert refused(lambda: account.eks.create_addon(clusterName="atlas", addonName="vpc-cni", **change))[0] == code


def test_name_is_taken_and_unknown_is_not_found(account, refused) -> None:
    account.cluster()
    account.eks.create_addon(clusterName="atlas", addonName="vpc-cni")
    assert refused(lambda: account.eks.create_addon(clusterName="atlas", addonName="vpc-cni"))[0] == "ResourceInUseException"
    assert refused(lambda: described(account, "kube-proxy"))[0] == "ResourceNotFoundException"


def test_versions_can_be_asked(account) -> None:
    (addon,) = account.eks.describe_addon_versions(addonName="coredns", kubernetesVersion="1.34")["addons"]
    assert addon["addonVersions"][0]["compatibilities"][0]["clusterVersion"] == "1.34"
