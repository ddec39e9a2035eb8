"""Look-ups for Lustre file systems and their associations: FSx names none, so they are found by tags and members."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import boto3

from operations.recovery.lookups.registry import Candidate, Status, Wanted, lookup

if TYPE_CHECKING:
    from mypy_boto3_fsx.type_defs import FilterTypeDef, TagTypeDef

GOING = "DELETING"
SETTLING = frozenset({"CREATING", "UPDATING"})
FAILED = frozenset({"FAILED", "MISCONFIGURED", "MISCONFIGURED_UNAVAILABLE"})


@lookup("aws:fsx/lustreFileSystem:LustreFileSystem")
def file_system(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By tags and subnet; FSx can't be asked by them, so all file systems are read."""
    subnet, tags = wanted.text("subnetIds"), wanted.own_tags()
    for page in session.client("fsx").get_paginator("describe_file_systems").paginate():
        for found in page["FileSystems"]:
            if found["FileSystemType"] == "LUSTRE" and subnet in found["SubnetIds"] and _carries(found.get("Tags", ()), tags):
                yield from _candidate(found["FileSystemId"], found["Lifecycle"], found.get("FailureDetails", {}).get("Message", ""))


@lookup("aws:fsx/dataRepositoryAssociation:DataRepositoryAssociation")
def data_repository_association(session: boto3.Session, wanted: Wanted) -> Iterator[Candidate]:
    """By file system and path: FSx refuses a second one below the same path."""
    owner, path = wanted.text("fileSystemId"), wanted.text("fileSystemPath")
    ask = session.client("fsx").describe_data_repository_associations  # botocore can't page through it
    where: list[FilterTypeDef] = [{"Name": "file-system-id", "Values": [owner]}]
    page = ask(Filters=where)
    while True:
        for found in page["Associations"]:
            if found["FileSystemPath"].rstrip("/") == path.rstrip("/"):
                yield from _candidate(found["AssociationId"], found["Lifecycle"], found.get("FailureDetails", {}).get("Message", ""))
        if not page.get("NextToken"):
            return
        page = ask(Filters=where, NextToken=page["NextToken"])


def _carries(tags: "Iterable[TagTypeDef]", wanted: dict[str, str]) -> bool:
    return wanted.items() <= {tag["Key"]: tag["Value"] for tag in tags}.items()


def _candidate(ident: str, state: str, failure: str) -> Iterator[Candidate]:
    if state == GOING:
        return
    status = Status.FAILED if state in FAILED else Status.SETTLING if state in SETTLING else Status.READY
    yield Candidate(ident, status, failure or state)
