"""Data repository associations: an S3 prefix below a path of a Lustre file system."""

import re
import uuid
from typing import Any, Final

from rehearsal.world.calls import Call, Refusal, picked
from rehearsal.world.faults import Fault
from rehearsal.world.fsx.records import (
    ASSOCIATIONS,
    BadRequest,
    associations_of,
    available_file_system,
    find_association,
)
from rehearsal.world.registry import answers, degrades
from rehearsal.world.state import Record
from rehearsal.world.untyped import Untyped

MAX_ASSOCIATIONS: Final = 8
"""Associations that a file system may have (FSx API reference, CreateDataRepositoryAssociation)."""
CHUNK_MIB: Final = 1024
S3_PATH: Final = re.compile(r"s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:/(.*))?")


def prefix_of(path: str) -> str:
    """A path with exactly one slash at its end, so that `/a` and `/a/` are the same and `/ab` lies in neither."""
    return f"{path.rstrip('/')}/"


def overlap(one: str, other: str) -> bool:
    """Whether one path is or lies in the other."""
    first, second = prefix_of(one), prefix_of(other)
    return first.startswith(second) or second.startswith(first)


def check_file_system(call: Call, record: Record) -> None:
    """The file system takes associations, and one more."""
    lustre = record["LustreConfiguration"]
    if lustre["DeploymentType"] == "SCRATCH_1" or record["FileSystemTypeVersion"] == "2.10":
        message = (
            f"Data repository associations are not supported by {lustre['DeploymentType']} with Lustre {record['FileSystemTypeVersion']}."
        )
        raise Refusal("UnsupportedOperation", message)
    if len(associations_of(call, record["FileSystemId"])) >= MAX_ASSOCIATIONS:
        raise Refusal("ServiceLimitExceeded", f"A file system can have {MAX_ASSOCIATIONS} data repository associations.")


def check_path(path: str | None, others: list[Record]) -> str:
    """The path in the file system begins with a slash and overlaps no other association's."""
    if path is None:
        raise BadRequest("FileSystemPath must be specified.")
    if not path.startswith("/"):
        raise BadRequest(f"The file system path '{path}' must begin with a forward slash (/).")
    for other in others:
        if overlap(path, other["FileSystemPath"]):
            raise BadRequest(f"The file system path '{path}' overlaps with '{other['FileSystemPath']}' of {other['AssociationId']}.")
    return path


def check_repository(call: Call, path: str, others: list[Record]) -> None:
    """The S3 path names a bucket that can be read, and no other association of the file system has it."""
    match = S3_PATH.fullmatch(path)
    if match is None:
        raise BadRequest(f"The data repository path '{path}' must have the form s3://bucket-name/prefix/.")
    if match.group(1) not in call.backend("s3").buckets:
        raise BadRequest(
            "Amazon FSx is unable to validate access to the S3 bucket. Ensure the IAM role or user you are using has "
            "s3:Get*, s3:List* and s3:PutObject permissions to the S3 bucket prefix."
        )
    for other in others:
        if prefix_of(other["DataRepositoryPath"]) == prefix_of(path):
            raise BadRequest(f"The data repository path '{path}' is linked by {other['AssociationId']} already.")


def s3_configuration(given: dict[str, Any] | None) -> dict[str, Any]:
    """Import and export policies as they are shown: those that name an event."""
    return {name: policy for name, policy in (given or {}).items() if policy.get("Events")}


@answers("fsx", "CreateDataRepositoryAssociation")
def create(call: Call) -> Untyped:
    """Check and make an association; it is available at once."""
    params = call.params
    file_system = available_file_system(call, params["FileSystemId"])
    check_file_system(call, file_system)
    others = associations_of(call, params["FileSystemId"])
    path = check_path(params.get("FileSystemPath"), others)
    check_repository(call, params["DataRepositoryPath"], others)
    ident = f"dra-{uuid.uuid4().hex[:17]}"
    record = {
        "AssociationId": ident,
        "ResourceARN": call.arn(f"association/{params['FileSystemId']}/{ident}"),
        "FileSystemId": params["FileSystemId"],
        "Lifecycle": "AVAILABLE",
        "FileSystemPath": path,
        "DataRepositoryPath": params["DataRepositoryPath"],
        "BatchImportMetaDataOnCreate": params.get("BatchImportMetaDataOnCreate", False),
        "ImportedFileChunkSize": params.get("ImportedFileChunkSize", CHUNK_MIB),
        "S3": s3_configuration(params.get("S3")),
        "Tags": params.get("Tags", []),
        "CreationTime": call.state.clock.now(),
    }
    call.records(ASSOCIATIONS)[ident] = record
    return {"Association": {**record, "Lifecycle": "CREATING"}}


@degrades("fsx", "CreateDataRepositoryAssociation")
def degrade(call: Call, fault: Fault) -> None:
    """The newest association comes up as MISCONFIGURED: it exists, but nothing is imported or exported."""
    record = list(call.records(ASSOCIATIONS).values())[-1]
    record["Lifecycle"] = "MISCONFIGURED"
    record["FailureDetails"] = {"Message": fault.message}


@answers("fsx", "DescribeDataRepositoryAssociations")
def describe(call: Call) -> Untyped:
    """By id, by file system, or all."""
    ids = call.params.get("AssociationIds")
    found = [find_association(call, ident) for ident in ids] if ids else list(call.records(ASSOCIATIONS).values())
    for each in call.params.get("Filters") or ():
        member = {"file-system-id": "FileSystemId"}.get(each["Name"])
        if member is None:
            raise BadRequest(f"The filter '{each['Name']}' is not supported here.")
        found = [record for record in found if record[member] in each.get("Values", ())]
    return {"Associations": found}


@answers("fsx", "UpdateDataRepositoryAssociation")
def update(call: Call) -> Untyped:
    """Change the policies or the chunk size; done at once."""
    record = find_association(call, call.params["AssociationId"])
    record.update(picked(call.params, "ImportedFileChunkSize"))
    if "S3" in call.params:
        record["S3"] = s3_configuration({**record["S3"], **call.params["S3"]})
    return {"Association": {**record, "Lifecycle": "UPDATING"}}


@answers("fsx", "DeleteDataRepositoryAssociation")
def delete(call: Call) -> Untyped:
    """The link goes; what was imported stays in the file system unless it is to be deleted with it."""
    record = find_association(call, call.params["AssociationId"])
    del call.records(ASSOCIATIONS)[record["AssociationId"]]
    wanted = call.params.get("DeleteDataInFileSystem", False)
    return {"AssociationId": record["AssociationId"], "Lifecycle": "DELETING", "DeleteDataInFileSystem": wanted}
