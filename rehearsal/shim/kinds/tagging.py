"""Tags of live resources: each service's own tagging calls, made from the difference of the old and the new map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rehearsal.shim.kind import Call, Change, Props, Setter


def _tag_setter(add: str, remove: str, target: Props, tags: str, keys: str, pairs: bool = False) -> Setter:
    """A setter for `tags`: one call for what is new or other, one for what is gone."""

    def calls(change: Change) -> Iterator[Call]:
        olds, news = change.olds.get("tags") or {}, change.news.get("tags") or {}
        gone = [key for key in olds if key not in news]
        if gone:
            named = [{"Key": key} for key in gone] if pairs else gone
            yield Call(remove, {**target, keys: named})
        if news:
            yield Call(add, {**target, tags: "$tags"})

    return Setter(("tags",), calls)


def ec2_tags(target: str = "$id", *, after_create: bool = False) -> Setter:
    """Tags of an EC2 resource, by the id that `target` names."""
    setter = _tag_setter("CreateTags", "DeleteTags", {"Resources": [target]}, "Tags", "Tags", pairs=True)
    return replace(setter, after_create=after_create)


def arn_tags(target: str = "$arn") -> Setter:
    """Tags of a resource of EKS or CloudWatch Logs, by its ARN."""
    return _tag_setter("TagResource", "UntagResource", {"resourceArn": target}, "tags", "tagKeys")


def fsx_tags() -> Setter:
    """Tags of a resource of FSx, by its ARN."""
    return _tag_setter("TagResource", "UntagResource", {"ResourceARN": "$arn"}, "Tags", "TagKeys")


def key_tags() -> Setter:
    """Tags of a KMS key, by its id."""
    return _tag_setter("TagResource", "UntagResource", {"KeyId": "$id"}, "Tags", "TagKeys")


def role_tags(name: str = "$name", *, after_create: bool = False) -> Setter:
    """Tags of an IAM role, by the name that `name` stands for."""
    return replace(_tag_setter("TagRole", "UntagRole", {"RoleName": name}, "Tags", "TagKeys"), after_create=after_create)


def bucket_tags() -> Setter:
    """Tags of a bucket: S3 only knows the whole set, and the create call takes none."""

    def calls(change: Change) -> Iterator[Call]:
        if change.news.get("tags"):
            pairs = [{"Key": key, "Value": value} for key, value in change.news["tags"].items()]
            yield Call("PutBucketTagging", {"Bucket": "$bucket", "Tagging": {"TagSet": pairs}})
        else:
            yield Call("DeleteBucketTagging", {"Bucket": "$bucket"})

    return Setter(("tags",), calls, after_create=True)
