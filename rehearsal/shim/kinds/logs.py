"""CloudWatch log groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rehearsal.shim.kind import Call, Change, Kind, Reading, Setter, Text, sets
from rehearsal.shim.kinds.tagging import arn_tags

_ARN = Text("arn:$partition:logs:$region:$account:log-group:$id")


def _retention(change: Change) -> Iterator[Call]:
    """Sets the retention, or takes it away: unset and 0 both mean for ever."""
    if change.news.get("retentionInDays"):
        yield Call("PutRetentionPolicy", {"logGroupName": "$name", "retentionInDays": "$retentionInDays"})
    elif change.olds.get("retentionInDays"):
        yield Call("DeleteRetentionPolicy", {"logGroupName": "$name"})


def _key(change: Change) -> Iterator[Call]:
    """Associates a key with the group or takes it away."""
    if change.news.get("kmsKeyId"):
        yield Call("AssociateKmsKey", {"logGroupName": "$name", "kmsKeyId": "$kmsKeyId"})
    else:
        yield Call("DisassociateKmsKey", {"logGroupName": "$name"})


KINDS: Mapping[str, Kind] = {
    "aws:cloudwatch/logGroup:LogGroup": Kind(
        service="logs",
        label="CloudWatch Logs Log Group",
        schema="AWS::Logs::LogGroup",
        takes="name namePrefix kmsKeyId logGroupClass deletionProtectionEnabled retentionInDays skipDestroy tags",
        create=Call("CreateLogGroup"),
        id=Text("$name"),
        read=Reading("DescribeLogGroups", {"logGroupNamePrefix": "$name"}, "logGroups[?logGroupName=='$name'] | [0]"),
        delete=(Call("DeleteLogGroup", {"logGroupName": "$name"}),),
        more=(Reading("ListTagsForResource", {"resourceArn": _ARN}, "{tags: tags}"),),
        aliases={"name": "logGroupName"},
        outputs={"arn": _ARN},
        setters=(
            Setter(("retentionInDays",), _retention, after_create=True),
            Setter(("kmsKeyId",), _key),
            sets(
                "deletionProtectionEnabled",
                Call(
                    "PutLogGroupDeletionProtection",
                    {
                        "logGroupIdentifier": "$name",
                        "deletionProtectionEnabled": "$deletionProtectionEnabled",
                    },
                ),
            ),
            arn_tags(),
        ),
        name="name",
        name_prefix="namePrefix",
        name_limit=512,
        local=frozenset({"namePrefix", "skipDestroy"}),
        defaults={"logGroupClass": "STANDARD", "retentionInDays": 0, "deletionProtectionEnabled": False},
        computed=frozenset({"logGroupClass"}),
    ),
}
