"""Look-ups for roles and what hangs on them."""

from collections.abc import Iterator

import boto3

from operations.recovery.lookups.registry import Candidate, Wanted, answer, lookup, tags_in

ABSENT = "NoSuchEntity"


@lookup("aws:iam/role:Role")
def role(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By name, which is its id."""
    name = wanted.text("name")
    found = answer(lambda: session.client("iam").get_role(RoleName=name)["Role"], ABSENT)
    if found:
        yield Candidate(name, tags=tags_in(found.get("Tags", ())))


@lookup("aws:iam/rolePolicy:RolePolicy")
def role_policy(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By role and name."""
    owner, name = wanted.text("role"), wanted.text("name")
    if answer(lambda: session.client("iam").get_role_policy(RoleName=owner, PolicyName=name), ABSENT):
        yield Candidate(f"{owner}:{name}")


@lookup("aws:iam/rolePolicyAttachment:RolePolicyAttachment")
def role_policy_attachment(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By role and policy."""
    owner, policy = wanted.text("role"), wanted.text("policyArn")
    pages = session.client("iam").get_paginator("list_attached_role_policies").paginate(RoleName=owner)
    found = answer(lambda: [attached["PolicyArn"] for page in pages for attached in page["AttachedPolicies"]], ABSENT)
    if policy in (found or ()):
        yield Candidate(f"{owner}/{policy}")


@lookup("aws:iam/serviceLinkedRole:ServiceLinkedRole")
def service_linked_role(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By service, suffix and description: a role that was there before ours would have the first two as well."""
    service, suffix = wanted.text("awsServiceName"), str(wanted.inputs.get("customSuffix") or "")
    for page in session.client("iam").get_paginator("list_roles").paginate(PathPrefix=f"/aws-service-role/{service}/"):
        for found in page["Roles"]:
            same_description = found.get("Description", "") == (wanted.inputs.get("description") or "")
            if found["RoleName"].partition("_")[2] == suffix and same_description:
                yield Candidate(found["Arn"])
