"""Access entries and policies."""

import pytest

ADMIN = "arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy"
PRINCIPAL = "arn:aws:iam::123456789012:role/platform"


def test_entry_round_trip(account) -> None:
    account.cluster()
    given = {"kubernetesGroups": ["viewers"], "username": "platform", "tags": {"Name": "x"}, "type": "STANDARD"}
    account.eks.create_access_entry(clusterName="atlas", principalArn=PRINCIPAL, **given)
    entry = account.eks.describe_access_entry(clusterName="atlas", principalArn=PRINCIPAL)["accessEntry"]
    assert given.items() <= entry.items()
    account.eks.update_access_entry(clusterName="atlas", principalArn=PRINCIPAL, kubernetesGroups=["editors"])
    assert account.eks.describe_access_entry(clusterName="atlas", principalArn=PRINCIPAL)["accessEntry"]["kubernetesGroups"] == ["editors"]


def test_policy_round_trip(account, refused) -> None:
    account.cluster()
    account.eks.create_access_entry(clusterName="atlas", principalArn=PRINCIPAL)
    named = {"clusterName": "atlas", "principalArn": PRINCIPAL}
    account.eks.associate_access_policy(**named, policyArn=ADMIN, accessScope={"type": "namespace", "namespaces": ["train"]})
    account.eks.associate_access_policy(**named, policyArn=ADMIN, accessScope={"type": "cluster"})
    (found,) = account.eks.list_associated_access_policies(**named)["associatedAccessPolicies"]
    assert (found["policyArn"], found["accessScope"]) == (ADMIN, {"type": "cluster", "namespaces": []})
    assert PRINCIPAL in account.eks.list_access_entries(clusterName="atlas", associatedPolicyArn=ADMIN)["accessEntries"]
    account.eks.disassociate_access_policy(**named, policyArn=ADMIN)
    assert refused(lambda: account.eks.disassociate_access_policy(**named, policyArn=ADMIN))[0] == "ResourceNotFoundException"


def test_entry_goes_with_its_policies(account, control) -> None:
    account.cluster()
    before = control.snapshot()
    account.eks.create_access_entry(clusterName="atlas", principalArn=PRINCIPAL)
    account.eks.associate_access_policy(clusterName="atlas", principalArn=PRINCIPAL, policyArn=ADMIN, accessScope={"type": "cluster"})
    account.eks.delete_access_entry(clusterName="atlas", principalArn=PRINCIPAL)
    assert control.snapshot() == before


def test_creator_gets_an_entry_unless_told_not_to(account) -> None:
    account.cluster()
    account.cluster(name="closed", accessConfig={"authenticationMode": "API", "bootstrapClusterCreatorAdminPermissions": False})
    assert len(account.eks.list_access_entries(clusterName="atlas")["accessEntries"]) == 1
    assert account.eks.list_access_entries(clusterName="closed")["accessEntries"] == []


def test_node_role_gets_an_entry_of_its_own_type(account, refused) -> None:
    account.cluster()
    account.node_group()
    entry = account.eks.describe_access_entry(clusterName="atlas", principalArn=account.node_role)["accessEntry"]
    assert entry["type"] == "EC2_LINUX"
    named = {"clusterName": "atlas", "principalArn": account.node_role}
    associate = {"policyArn": ADMIN, "accessScope": {"type": "cluster"}}
    assert refused(lambda: account.eks.associate_access_policy(**named, **associate))[0] == "InvalidRequestException"


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda eks, named: eks.create_access_entry(**named), "ResourceInUseException"),
        (lambda eks, named: eks.create_access_entry(clusterName="atlas", principalArn="platform"), "InvalidParameterException"),
        (
            lambda eks, named: eks.create_access_entry(
                clusterName="atlas", principalArn=f"{PRINCIPAL}2", type="EC2_LINUX", kubernetesGroups=["x"]
            ),
            "InvalidParameterException",
        ),
        (
            lambda eks, named: eks.associate_access_policy(**named, policyArn=f"{ADMIN}x", accessScope={"type": "cluster"}),
            "ResourceNotFoundException",
        ),
        (
            lambda eks, named: eks.associate_access_policy(**named, policyArn=ADMIN, accessScope={"type": "namespace"}),
            "InvalidParameterException",
        ),
        (lambda eks, named: eks.describe_access_entry(clusterName="atlas", principalArn=f"{PRINCIPAL}2"), "ResourceNotFoundException"),
    ],
)
def test_refusals(account, refused, call, code) -> None:
    account.cluster()
    named = {"clusterName": "atlas", "principalArn": PRINCIPAL}
    account.eks.create_access_entry(**named)
    assert refused(lambda: call(account.eks, named))[0] == code
