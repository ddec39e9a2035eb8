"""Where moto's own way is too slow for thousands of interfaces, or reads a policy as no cloud does."""

import json

from moto.ec2.models.core import TaggedEC2Resource
from moto.ec2.utils import EC2_PREFIX_TO_RESOURCE, get_prefix
from moto.iam.access_control import IAMPolicy, PermissionResult
from moto.s3.models import FakeBucket

from rehearsal.world.untyped import Untyped


def own_tags(resource: Untyped) -> list[dict[str, str]]:
    """The tags of one resource, looked up by its id; moto reads the tags of all resources for it."""
    if not resource.id:
        return []
    kind = EC2_PREFIX_TO_RESOURCE.get(get_prefix(resource.id), "")
    tags = resource.ec2_backend.tags.get(resource.id, {})
    return [{"resource_id": resource.id, "key": key, "value": value, "resource_type": kind} for key, value in tags.items()]


def bucket_permission(bucket: Untyped, action: str, resource: str) -> PermissionResult:
    """What a bucket's policy says of an action; moto reads no condition, so "deny all that is not TLS" would deny all.

    The way to this world stands for TLS, so that such a statement never applies.
    """
    if bucket.policy is None:
        return PermissionResult.NEUTRAL
    policy = json.loads(bucket.policy)
    statements = policy["Statement"] if isinstance(policy["Statement"], list) else [policy["Statement"]]
    applying = [one for one in statements if not _only_without_tls(one)]
    if not applying:
        return PermissionResult.NEUTRAL
    return IAMPolicy(json.dumps({**policy, "Statement": applying})).is_action_permitted(action, resource)


def _only_without_tls(statement: dict[str, Untyped]) -> bool:
    wanted = statement.get("Condition", {}).get("Bool", {}).get("aws:SecureTransport")
    return str(wanted).lower() == "false"


def repair_moto() -> None:
    """Put our look-ups in place of moto's."""
    FakeBucket.get_permission = bucket_permission
    TaggedEC2Resource.get_tags = own_tags
