"""Look-up for log groups."""

from collections.abc import Iterator

import boto3

from operations.recovery.lookups.registry import Candidate, Wanted, lookup


@lookup("aws:cloudwatch/logGroup:LogGroup")
def log_group(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By name, which is its id; the cloud can only be asked by a prefix of it."""
    name, logs = wanted.text("name"), session.client("logs")
    for page in logs.get_paginator("describe_log_groups").paginate(logGroupNamePrefix=name):
        for found in page["logGroups"]:
            if found["logGroupName"] == name:
                arn = found["arn"].removesuffix(":*")  # which covers its streams, and can't be asked for tags
                yield Candidate(name, tags=logs.list_tags_for_resource(resourceArn=arn)["tags"])
