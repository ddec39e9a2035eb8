"""What roles and the policies on them say to IAM."""

import json

import pytest

from rehearsal.shim.kinds.iam import KINDS
from tests.rehearsal.shim.kinds.scripted import creation, deletion, life, update

ROLE, ATTACHMENT, POLICY = "aws:iam/role:Role", "aws:iam/rolePolicyAttachment:RolePolicyAttachment", "aws:iam/rolePolicy:RolePolicy"
TRUST = json.dumps({"Version": "2012-10-17", "Statement": []})
ARN = "arn:aws:iam::aws:policy/AmazonEKSClusterPolicy"


def test_a_role_is_known_by_its_name() -> None:
    identity, state, ((operation, request),) = creation(ROLE, {"name": "nodes", "assumeRolePolicy": TRUST, "tags": {"team": "a"}})
    assert (identity, operation) == ("nodes", "CreateRole")
    assert request == {
        "RoleName": "nodes",
        "AssumeRolePolicyDocument": TRUST,
        "Path": "/",
        "MaxSessionDuration": 3600,
        "Tags": [{"Key": "team", "Value": "a"}],
    }
    assert "region" not in state, "IAM is global"


@pytest.mark.parametrize(
    ("change", "operation", "request_"),
    [
        ({"assumeRolePolicy": "{}"}, "UpdateAssumeRolePolicy", {"PolicyDocument": "{}"}),
        ({"description": "x"}, "UpdateRole", {"Description": "x"}),
        ({"permissionsBoundary": ARN}, "PutRolePermissionsBoundary", {"PermissionsBoundary": ARN}),
        ({"tags": {"team": "b"}}, "TagRole", {"Tags": [{"Key": "team", "Value": "b"}]}),
    ],
)
def test_a_role_changes_in_place(change, operation, request_) -> None:
    olds = {"name": "nodes", "assumeRolePolicy": TRUST}
    ((sent, request),) = update(ROLE, olds, {**olds, **change}, identity="nodes")
    assert sent == operation
    assert request.items() >= {"RoleName": "nodes", **request_}.items()


def test_a_boundary_is_taken_away() -> None:
    olds = {"name": "nodes", "assumeRolePolicy": TRUST, "permissionsBoundary": ARN}
    calls = update(ROLE, olds, {"name": "nodes", "assumeRolePolicy": TRUST})
    assert calls == [("DeleteRolePermissionsBoundary", {"RoleName": "nodes"})]


def test_an_attachment_is_imported_by_role_and_policy_with_a_slash_between() -> None:
    identity, _, calls = creation(ATTACHMENT, {"role": "nodes", "policyArn": ARN})
    assert identity == f"nodes-{ARN}"
    assert calls == [("AttachRolePolicy", {"RoleName": "nodes", "PolicyArn": ARN})]
    assert KINDS[ATTACHMENT].import_id.parse(f"nodes/{ARN}") == {"role": "nodes", "policyArn": ARN}
    assert deletion(ATTACHMENT, {"role": "nodes", "policyArn": ARN}) == [("DetachRolePolicy", {"RoleName": "nodes", "PolicyArn": ARN})]


@pytest.mark.parametrize(("attached", "there"), [([ARN], True), ([], False), ([ARN + "2"], False)])
def test_an_attachment_is_there_while_the_role_lists_it(attached, there) -> None:
    answer = {"ListAttachedRolePolicies": {"AttachedPolicies": [{"PolicyArn": arn} for arn in attached]}}
    assert (life(ATTACHMENT, answer).observe("x", {"role": "nodes", "policyArn": ARN}, {}) is not None) is there


def test_a_role_policy_is_put_again_when_it_changes() -> None:
    olds = {"role": "nodes", "name": "own", "policy": "{}"}
    calls = update(POLICY, olds, {**olds, "policy": TRUST}, identity="nodes:own")
    assert calls == [("PutRolePolicy", {"RoleName": "nodes", "PolicyName": "own", "PolicyDocument": TRUST})]
    assert KINDS[POLICY].id.parse("nodes:own") == {"role": "nodes", "name": "own"}
    assert deletion(POLICY, olds) == [("DeleteRolePolicy", {"RoleName": "nodes", "PolicyName": "own"})]
