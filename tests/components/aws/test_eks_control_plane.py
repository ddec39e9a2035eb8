import pytest

from components.aws.eks_control_plane import admin_part

CLUSTER, LOGS = "aws:eks/cluster:Cluster", "aws:cloudwatch/logGroup:LogGroup"
PLATFORM = "arn:aws:iam::123456789012:role/platform"


def control_plane(**changes):
    return {"kind": "eks", "version": "1.34", "endpoint": {"public_cidrs": ["203.0.113.0/24"]}, "admins": [PLATFORM]} | changes


@pytest.mark.parametrize("preview", [True, False])
def test_access_is_by_entries_alone_and_the_endpoint_private(built, declared, preview):
    inputs = built(declared(), preview=preview).one(CLUSTER).inputs
    assert inputs["name"] == "atlas"
    assert inputs["accessConfig"] == {"authenticationMode": "API", "bootstrapClusterCreatorAdminPermissions": False}
    assert inputs["bootstrapSelfManagedAddons"] is False
    assert inputs["enabledClusterLogTypes"] == ["api", "audit", "authenticator"]
    assert inputs["upgradePolicy"] == {"supportType": "STANDARD"}
    assert inputs["vpcConfig"] == {
        "subnetIds": ["subnet-0a", "subnet-0b"],
        "endpointPrivateAccess": True,
        "endpointPublicAccess": True,
        "publicAccessCidrs": ["203.0.113.0/24"],
    }


def test_without_public_ranges_the_public_endpoint_is_off(built, declared):
    config = built(declared(control_plane=control_plane(endpoint={"public_cidrs": []}))).one(CLUSTER).inputs["vpcConfig"]
    assert config["endpointPublicAccess"] is False
    assert "publicAccessCidrs" not in config


def test_logs_are_kept_as_declared_and_made_before_the_cluster(built, declared):
    recording = built(declared(control_plane=control_plane(log_retention_days=30)))
    logs, cluster = recording.one(LOGS), recording.one(CLUSTER)
    assert logs.inputs["name"] == "/aws/eks/atlas/cluster"
    assert logs.inputs["retentionInDays"] == 30
    assert logs.urn in cluster.dependencies, "else EKS makes the group itself, without retention, and leaves it behind"


def test_the_role_may_act_before_the_cluster_is_made(built, declared):
    recording = built(declared())
    attachment = recording.one("aws:iam/rolePolicyAttachment:RolePolicyAttachment", "atlas-control-plane-AmazonEKSClusterPolicy")
    assert attachment.urn in recording.one(CLUSTER).dependencies


def test_admins_get_the_cluster_admin_policy_whatever_their_order(built, declared):
    other = "arn:aws:iam::210987654321:role/on/call"
    one = built(declared(control_plane=control_plane(admins=[PLATFORM, other])))
    turned = built(declared(control_plane=control_plane(admins=[other, PLATFORM])))
    associations = one.of_type("aws:eks/accessPolicyAssociation:AccessPolicyAssociation")
    assert [row.inputs["principalArn"] for row in associations] == [PLATFORM, other]
    assert all(row.inputs["policyArn"].endswith("cluster-access-policy/AmazonEKSClusterAdminPolicy") for row in associations)
    assert all(row.inputs["accessScope"] == {"type": "cluster"} for row in associations)
    assert {row.urn for row in one.resources} == {row.urn for row in turned.resources}


@pytest.mark.parametrize(
    ("arn", "part"), [(PLATFORM, "123456789012-platform"), ("arn:aws:iam::210987654321:role/on/call", "210987654321-on/call")]
)
def test_admin_part(arn, part):
    assert admin_part(arn) == part


def test_no_two_roles_share_a_part():
    roles = [
        f"arn:aws:iam::{account}:role/{path}" for account in (123456789012, 210987654321) for path in ("a/b", "a-b", "a--b", "b", "a/a-b")
    ]
    assert len({admin_part(role) for role in roles}) == len(roles)


def test_moving_tags_sit_on_the_cluster_object(built, declared):
    tags = built(declared(run_id="run-7")).one(CLUSTER).inputs["tags"]
    assert (tags["expires-at"], tags["run-id"]) == ("2026-12-24T00:00:00Z", "run-7")
