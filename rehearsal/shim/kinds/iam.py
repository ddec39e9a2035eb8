"""IAM roles and the policies on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rehearsal.shim.kind import Call, Change, Kind, Props, Reading, Setter, Text, sets
from rehearsal.shim.kinds.tagging import role_tags

_ROLE: Props = {"RoleName": "$name"}
_ROLE_POLICY: Props = {"RoleName": "$role", "PolicyName": "$name"}
_LINKED: Props = {"RoleName": "$idTail"}  # the id of a service-linked role is its ARN, which ends with its name
_ATTACHMENT: Props = {"RoleName": "$role", "PolicyArn": "$policyArn"}


def _boundary(change: Change) -> Iterator[Call]:
    """Sets or takes away the permissions boundary."""
    if change.news.get("permissionsBoundary"):
        yield Call("PutRolePermissionsBoundary", {**_ROLE, "PermissionsBoundary": "$permissionsBoundary"})
    else:
        yield Call("DeleteRolePermissionsBoundary", _ROLE)


KINDS: Mapping[str, Kind] = {
    "aws:iam/role:Role": Kind(
        service="iam",
        label="IAM Role",
        schema="AWS::IAM::Role",
        takes="name namePrefix path assumeRolePolicy description maxSessionDuration permissionsBoundary tags",
        create=Call("CreateRole"),
        id=Text("$name"),
        read=Reading("GetRole", _ROLE, "Role"),
        delete=(Call("DeleteRole", _ROLE),),
        aliases={"name": "RoleName", "assumeRolePolicy": "AssumeRolePolicyDocument"},
        reads={"permissionsBoundary": "PermissionsBoundary.PermissionsBoundaryArn"},
        outputs={"arn": "Arn", "uniqueId": "RoleId", "createDate": "CreateDate"},
        setters=(
            sets("assumeRolePolicy", Call("UpdateAssumeRolePolicy", {**_ROLE, "PolicyDocument": "$assumeRolePolicy"})),
            sets(
                "description maxSessionDuration",
                Call("UpdateRole", {**_ROLE, "Description": "$description", "MaxSessionDuration": "$maxSessionDuration"}),
            ),
            Setter(("permissionsBoundary",), _boundary),
            role_tags(),
        ),
        name="name",
        name_prefix="namePrefix",
        name_limit=64,
        local=frozenset({"namePrefix"}),
        defaults={"path": "/", "maxSessionDuration": 3600},
    ),
    "aws:iam/rolePolicyAttachment:RolePolicyAttachment": Kind(
        service="iam",
        label="IAM Role Policy Attachment",
        schema="",
        takes="role policyArn",
        create=Call("AttachRolePolicy", _ATTACHMENT),
        id=Text("$role-$policyArn"),
        import_id=Text("$role/$policyArn"),
        read=Reading("ListAttachedRolePolicies", {"RoleName": "$role"}, "AttachedPolicies[?PolicyArn=='$policyArn'] | [0]"),
        delete=(Call("DetachRolePolicy", _ATTACHMENT),),
        write_only=frozenset({"role"}),
    ),
    "aws:iam/rolePolicy:RolePolicy": Kind(
        service="iam",
        label="IAM Role Policy",
        schema="AWS::IAM::RolePolicy",
        takes="name namePrefix role policy",
        create=Call("PutRolePolicy"),
        id=Text("$role:$name"),
        read=Reading("GetRolePolicy", _ROLE_POLICY, "@"),
        delete=(Call("DeleteRolePolicy", _ROLE_POLICY),),
        put=True,
        aliases={"name": "PolicyName", "role": "RoleName", "policy": "PolicyDocument"},
        name="name",
        name_prefix="namePrefix",
        name_limit=128,
        local=frozenset({"namePrefix"}),
    ),
    "aws:iam/serviceLinkedRole:ServiceLinkedRole": Kind(
        service="iam",
        label="IAM Service Linked Role",
        schema="AWS::IAM::ServiceLinkedRole",
        takes="awsServiceName customSuffix description tags",
        create=Call("CreateServiceLinkedRole"),
        id="Role.Arn",
        read=Reading("GetRole", _LINKED, "Role"),
        delete=(Call("DeleteServiceLinkedRole", _LINKED),),
        reads={
            "awsServiceName": lambda role: str(role["Path"]).split("/")[2],
            "customSuffix": lambda role: str(role["RoleName"]).partition("_")[2] or None,
        },
        outputs={"arn": "Arn", "name": "RoleName", "path": "Path", "uniqueId": "RoleId", "createDate": "CreateDate"},
        setters=(
            sets("description", Call("UpdateRole", {**_LINKED, "Description": "$description"})),
            role_tags("$idTail", after_create=True),
        ),
    ),
}
