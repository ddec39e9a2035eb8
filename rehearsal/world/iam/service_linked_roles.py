"""Service-linked roles: one of a service and suffix, changed and deleted by their own calls only."""

from typing import Final

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.registry import guards
from rehearsal.world.untyped import Untyped

PATH: Final = "/aws-service-role/"


def linked_roles(call: Call, service: str) -> list[Untyped]:
    """Moto's roles that are linked to a service."""
    return [role for role in call.backend("iam").roles.values() if role.path == f"{PATH}{service}/"]


@guards("iam", "CreateServiceLinkedRole")
def is_free(call: Call) -> None:
    """The service is one of AWS's, and has no such role yet."""
    service, suffix = call.params["AWSServiceName"], call.params.get("CustomSuffix", "")
    if not service.endswith(".amazonaws.com"):
        raise Refusal("InvalidInput", f"{service} is not a service that can have a service-linked role.")
    for role in linked_roles(call, service):
        if role.name.endswith(f"_{suffix}") if suffix else "_" not in role.name:
            message = f"Service role name {role.name} has been taken in this account, please try a different suffix."
            raise Refusal("InvalidInput", message)


@guards("iam", "DeleteRole", "AttachRolePolicy", "DetachRolePolicy", "PutRolePolicy", "UpdateAssumeRolePolicy")
def is_not_linked(call: Call) -> None:
    """A service-linked role is its service's own."""
    name = call.params["RoleName"]
    if any(role.name == name and role.path.startswith(PATH) for role in call.backend("iam").roles.values()):
        message = f"Cannot perform the operation on the protected role '{name}' - this role is only modifiable by AWS"
        raise Refusal("UnmodifiableEntity", message)


@guards("iam", "DeleteServiceLinkedRole")
def is_linked(call: Call) -> None:
    """Only a service-linked role is deleted so."""
    name = call.params["RoleName"]
    if not any(role.name == name and role.path.startswith(PATH) for role in call.backend("iam").roles.values()):
        raise Refusal("NoSuchEntity", f"The role with name {name} cannot be found.")
