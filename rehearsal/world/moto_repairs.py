"""Where moto's own way is too slow for thousands of interfaces, reads a policy as no cloud does, or forgets what it was told."""

import json
from collections.abc import Callable, Mapping, Sequence

from moto.ec2.models.core import TaggedEC2Resource
from moto.ec2.utils import EC2_PREFIX_TO_RESOURCE, get_prefix
from moto.iam.access_control import IAMPolicy, PermissionResult
from moto.s3.models import FakeBucket
from moto.s3.responses import S3Response

from rehearsal.world.untyped import Untyped

Rules = Sequence[Mapping[str, Untyped]]


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


def _remembers_newer_versions(set_lifecycle: Callable[[Untyped, Rules], None]) -> Callable[[Untyped, Rules], None]:
    """The way to set a bucket's lifecycle, with the number of old versions that no time ends, which moto forgets."""

    def remembering(bucket: Untyped, rules: Rules) -> None:
        set_lifecycle(bucket, rules)
        for kept, rule in zip(bucket.rules, rules, strict=True):
            kept.newer_noncurrent_versions = (rule.get("NoncurrentVersionExpiration") or {}).get("NewerNoncurrentVersions")

    return remembering


def _shows_newer_versions(get_lifecycle: Callable[[Untyped], Untyped]) -> Callable[[Untyped], Untyped]:
    """The answer of a bucket's lifecycle, with the number that was remembered."""

    def showing(response: Untyped) -> Untyped:
        serialized, bucket = response.serialized, response.backend.get_bucket(response.bucket_name)

        def completed(answer: Untyped) -> Untyped:
            shown = [] if isinstance(answer.result, Exception) else zip(bucket.rules, answer.result["Rules"], strict=True)
            for kept, rule in shown:
                if kept.newer_noncurrent_versions is not None:
                    rule["NoncurrentVersionExpiration"]["NewerNoncurrentVersions"] = kept.newer_noncurrent_versions
            return serialized(answer)

        response.serialized = completed
        return get_lifecycle(response)

    return showing


def repair_moto() -> None:
    """Put our look-ups in place of moto's, once however often it is called."""
    if FakeBucket.get_permission is not bucket_permission:
        FakeBucket.set_lifecycle = _remembers_newer_versions(FakeBucket.set_lifecycle)
        S3Response.get_bucket_lifecycle = _shows_newer_versions(S3Response.get_bucket_lifecycle)
    FakeBucket.get_permission = bucket_permission
    TaggedEC2Resource.get_tags = own_tags
