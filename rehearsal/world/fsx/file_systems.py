"""Lustre file systems: create, describe, grow and change, delete."""

import re
import uuid
from typing import Any, Final

from rehearsal.world.calls import ACCOUNT_ID, Call, picked
from rehearsal.world.faults import Fault
from rehearsal.world.fsx.lustre_rules import automatic_iops, check_change, check_growth, check_new, default_version
from rehearsal.world.fsx.network import check_groups, drop_interfaces, find_groups, find_subnet, make_interfaces
from rehearsal.world.fsx.records import (
    ASSOCIATIONS,
    BACKUPS,
    FILE_SYSTEMS,
    BadRequest,
    associations_of,
    available_file_system,
    find_file_system,
)
from rehearsal.world.kms.keys import usable_key
from rehearsal.world.registry import answers, degrades
from rehearsal.world.state import Record
from rehearsal.world.untyped import Untyped

CHANGEABLE: Final = (
    "WeeklyMaintenanceStartTime", "DailyAutomaticBackupStartTime", "AutomaticBackupRetentionDays", "DataCompressionType",
    "RootSquashConfiguration", "PerUnitStorageThroughput",
)  # fmt: skip
"""Lustre settings that a change sets as they are given."""
SHOWN: Final = (*CHANGEABLE, "CopyTagsToBackups", "EfaEnabled")
LOG_GROUP: Final = re.compile(r"arn:aws:logs:[^:]+:\d{12}:log-group:(/aws/fsx[^:]*)(:.*)?")
SERVICE_KEY: Final = "00000000-0000-4000-8000-000000000f5c"
"""Stands for the service's own key (alias aws/fsx), which is no thing of the user's."""


def log_configuration(call: Call, given: dict[str, Any] | None) -> dict[str, Any]:
    """The logging of a file system as FSx shows it, once its log group was found."""
    wanted = given or {"Level": "DISABLED"}
    destination = wanted.get("Destination")
    if destination is None:
        return wanted if wanted["Level"] == "DISABLED" else {**wanted, "Destination": default_log_group(call)}
    if wanted["Level"] == "DISABLED":
        raise BadRequest("A log destination cannot be specified with the level DISABLED.")
    match = LOG_GROUP.fullmatch(destination)
    if match is None or match.group(1) not in call.backend("logs").groups:
        raise BadRequest(f"The log destination '{destination}' does not exist, or its name does not begin with /aws/fsx.")
    return wanted


def default_log_group(call: Call) -> str:
    """FSx makes and uses a log group of its own where no destination is named; nobody deletes it."""
    groups, name = call.backend("logs").groups, "/aws/fsx/lustre"
    if name not in groups:
        call.backend("logs").create_log_group(name, {}, kmsKeyId=None)
    return f"arn:aws:logs:{call.region}:{ACCOUNT_ID}:log-group:{name}"


def lustre_configuration(call: Call) -> dict[str, Any]:
    """The Lustre part of a new file system."""
    given = call.params.get("LustreConfiguration") or {}
    deployment = given.get("DeploymentType", "SCRATCH_1")
    shown: dict[str, Any] = {
        "DeploymentType": deployment,
        "DataCompressionType": "NONE",
        "WeeklyMaintenanceStartTime": "7:04:00",
        "CopyTagsToBackups": False,
        "MountName": "fsx" if deployment == "SCRATCH_1" else uuid.uuid4().hex[:8],
        **picked(given, *SHOWN),
        "LogConfiguration": log_configuration(call, given.get("LogConfiguration")),
    }
    if deployment.startswith("PERSISTENT"):
        shown = {"AutomaticBackupRetentionDays": 0, **shown}
    if deployment == "PERSISTENT_2":
        shown = {"EfaEnabled": False, **shown}
    if metadata := given.get("MetadataConfiguration"):
        shown["MetadataConfiguration"] = {"Iops": automatic_iops(call.params["StorageCapacity"]), **metadata}
    return shown


def encryption_key(call: Call, deployment: str) -> dict[str, str]:
    """The key of a persistent file system: the one named, which must be usable, or the service's own."""
    if not deployment.startswith("PERSISTENT"):
        return {}
    reference = call.params.get("KmsKeyId")
    if reference is None:
        return {"KmsKeyId": f"arn:aws:kms:{call.region}:{ACCOUNT_ID}:key/{SERVICE_KEY}"}
    key = usable_key(call.state, call.region, reference)
    if key is None:
        raise BadRequest(f"The KMS key '{reference}' does not exist, is not enabled, or is not accessible.")
    return {"KmsKeyId": str(key.arn)}


@answers("fsx", "CreateFileSystem")
def create(call: Call) -> Untyped:
    """Check and make a file system; it is available at once."""
    params = call.params
    check_new(params)
    lustre = lustre_configuration(call)
    key = encryption_key(call, lustre["DeploymentType"])
    subnet = find_subnet(call, params)
    groups = find_groups(call, params, subnet)
    check_groups(groups, bool(lustre.get("EfaEnabled")))
    ident = f"fs-{uuid.uuid4().hex[:17]}"
    record = {
        "OwnerId": ACCOUNT_ID,
        "CreationTime": call.state.clock.now(),
        "FileSystemId": ident,
        "FileSystemType": "LUSTRE",
        "FileSystemTypeVersion": params.get("FileSystemTypeVersion") or default_version(lustre["DeploymentType"], lustre),
        "Lifecycle": "AVAILABLE",
        "StorageCapacity": params["StorageCapacity"],
        "StorageType": "SSD",
        "VpcId": subnet.vpc_id,
        "SubnetIds": params["SubnetIds"],
        "NetworkInterfaceIds": make_interfaces(call, ident, subnet, groups),
        "DNSName": f"{ident}.fsx.{call.region}.amazonaws.com",
        **key,
        "ResourceARN": call.arn(f"file-system/{ident}"),
        "Tags": params.get("Tags", []),
        "LustreConfiguration": lustre,
    }
    call.records(FILE_SYSTEMS)[ident] = record
    return {"FileSystem": {**record, "Lifecycle": "CREATING"}}


@degrades("fsx", "CreateFileSystem")
def degrade(call: Call, fault: Fault) -> None:
    """The newest file system comes up as FAILED."""
    record = list(call.records(FILE_SYSTEMS).values())[-1]
    record["Lifecycle"] = "FAILED"
    record["FailureDetails"] = {"Message": fault.message}


@answers("fsx", "DescribeFileSystems")
def describe(call: Call) -> Untyped:
    """By id, or all."""
    ids = call.params.get("FileSystemIds")
    return {"FileSystems": [find_file_system(call, ident) for ident in ids] if ids else list(call.records(FILE_SYSTEMS).values())}


@answers("fsx", "UpdateFileSystem")
def update(call: Call) -> Untyped:
    """Grow a file system or change its settings; done at once."""
    params = call.params
    record = available_file_system(call, params["FileSystemId"])
    changed = params.get("LustreConfiguration") or {}
    lustre = record["LustreConfiguration"]
    check_change(record, changed)
    logging = log_configuration(call, changed["LogConfiguration"]) if "LogConfiguration" in changed else lustre["LogConfiguration"]
    if "StorageCapacity" in params:
        check_growth(lustre["DeploymentType"], record, params["StorageCapacity"])
        record["StorageCapacity"] = params["StorageCapacity"]
    lustre.update(picked(changed, *CHANGEABLE), LogConfiguration=logging)
    if "MetadataConfiguration" in lustre:
        lustre["MetadataConfiguration"] = metadata_after(record, changed.get("MetadataConfiguration"))
    return {"FileSystem": {**record, "Lifecycle": "UPDATING"}}


def metadata_after(record: Record, wanted: dict[str, Any] | None) -> dict[str, Any]:
    """The metadata performance after a change; automatic mode follows the capacity."""
    now = wanted or record["LustreConfiguration"]["MetadataConfiguration"]
    if now["Mode"] == "AUTOMATIC":
        return {"Mode": "AUTOMATIC", "Iops": automatic_iops(record["StorageCapacity"])}
    return dict(now)


@answers("fsx", "DeleteFileSystem")
def delete(call: Call) -> Untyped:
    """A file system goes with its associations; its data is gone, unless a last backup is asked for."""
    ident = call.params["FileSystemId"]
    record = find_file_system(call, ident)
    wanted = call.params.get("LustreConfiguration") or {}
    answer: dict[str, Any] = {"FileSystemId": ident, "Lifecycle": "DELETING"}
    linked = associations_of(call, ident)
    if wanted.get("SkipFinalBackup", True) is False:
        if linked or not record["LustreConfiguration"]["DeploymentType"].startswith("PERSISTENT"):
            raise BadRequest("Backups are not supported by scratch file systems, nor by file systems linked to a data repository.")
        answer["LustreResponse"] = {"FinalBackupId": keep_backup(call, record, wanted.get("FinalBackupTags", []))}
    for association in linked:
        del call.records(ASSOCIATIONS)[association["AssociationId"]]
    drop_interfaces(call, record["NetworkInterfaceIds"])
    del call.records(FILE_SYSTEMS)[ident]
    return answer


def keep_backup(call: Call, record: Record, tags: list[dict[str, str]]) -> str:
    """A backup that outlives its file system, and costs money; returns its id."""
    ident = f"backup-{uuid.uuid4().hex[:17]}"
    call.records(BACKUPS)[ident] = {
        "BackupId": ident,
        "Lifecycle": "AVAILABLE",
        "Type": "USER_INITIATED",
        "CreationTime": call.state.clock.now(),
        "ResourceARN": call.arn(f"backup/{ident}"),
        "FileSystem": record,
        "Tags": tags,
    }
    return ident
