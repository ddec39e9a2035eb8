"""What FSx accepts of a new or changed Lustre file system (FSx API reference, CreateFileSystem and its Lustre structures; LustreGuide)."""

from collections.abc import Mapping
from typing import Any, Final

from rehearsal.world.calls import HTTP_NOT_IMPLEMENTED, Refusal
from rehearsal.world.fsx.records import BadRequest

Given = Mapping[str, Any]

FIRST_SIZES_GIB: Final = (1200, 2400)
TIERS: Final = {"PERSISTENT_1": (50, 100, 200), "PERSISTENT_2": (125, 250, 500, 1000)}
"""Deployment type → PerUnitStorageThroughput on SSD, in MB/s/TiB; scratch types have none."""
EFA_STEPS_GIB: Final = {125: 38400, 250: 19200, 500: 9600, 1000: 4800}
"""Throughput of PERSISTENT_2 → the step in which an EFA file system's capacity grows (LustreGuide, working with EFA)."""
METADATA_IOPS: Final = (1500, 3000, 6000)
"""Metadata IOPS below 12000; from there on multiples of 12000."""
METADATA_STEP: Final = 12000
METADATA_VERSION: Final = "2.15"


def not_played(what: str) -> Refusal:
    """The refusal of something that exists on the cloud and not here."""
    return Refusal("NotImplementedByRehearsal", f"The rehearsal cloud does not play {what}.", HTTP_NOT_IMPLEMENTED)


def check_new(params: Given) -> None:
    """Refuse a file system that FSx would not make, its network aside."""
    lustre: Given = params.get("LustreConfiguration") or {}
    deployment = lustre.get("DeploymentType", "SCRATCH_1")
    if params["FileSystemType"] != "LUSTRE":
        raise not_played(f"{params['FileSystemType']} file systems")
    if params.get("StorageType", "SSD") != "SSD":
        raise not_played(f"Lustre on {params['StorageType']} storage")
    if "ImportPath" in lustre or "ExportPath" in lustre:
        raise not_played("ImportPath and ExportPath: make a data repository association")
    check_throughput(deployment, lustre)
    check_capacity(deployment, params.get("StorageCapacity"), lustre)
    check_metadata(deployment, params, lustre)
    check_version(deployment, params, lustre)
    check_persistence(deployment, params, lustre)


def check_throughput(deployment: str, lustre: Given) -> None:
    """Persistent types need one of their tiers, scratch types have none."""
    given, tiers = lustre.get("PerUnitStorageThroughput"), TIERS.get(deployment)
    if tiers is None and given is not None:
        raise BadRequest(f"PerUnitStorageThroughput cannot be specified for {deployment} file systems.")
    if tiers is not None and given not in tiers:
        allowed = ", ".join(map(str, tiers))
        message = f"Invalid PerUnitStorageThroughput {given} for a {deployment} SSD file system. Valid values: {allowed}."
        raise Refusal("InvalidPerUnitStorageThroughput", message)


def check_capacity(deployment: str, capacity: int | None, lustre: Given) -> None:
    """Capacity comes in the steps of its deployment type; with EFA in larger ones."""
    if capacity is None:
        raise BadRequest("StorageCapacity must be specified for Lustre file systems.")
    if lustre.get("EfaEnabled"):
        step = EFA_STEPS_GIB.get(lustre.get("PerUnitStorageThroughput", 0))
        if step and (capacity < step or capacity % step):
            raise BadRequest(
                f"Invalid storage capacity {capacity} for an EFA-enabled file system with {lustre['PerUnitStorageThroughput']} MB/s/TiB. "
                f"Storage capacity must be a multiple of {step} GiB."
            )
        return
    step = 3600 if deployment == "SCRATCH_1" else 2400
    if capacity not in FIRST_SIZES_GIB and (capacity < step or capacity % step):
        raise BadRequest(
            f"Invalid storage capacity {capacity} for a {deployment} file system. Valid values are 1200, 2400 and multiples of {step} GiB."
        )


def automatic_iops(capacity: int) -> int:
    """The metadata IOPS that AUTOMATIC mode gives a capacity in GiB (LustreGuide, managing metadata performance)."""
    small = {1200: 1500, 2400: 3000}
    if capacity in small:
        return small[capacity]
    if capacity <= 9600:
        return 6000
    return METADATA_STEP * max(1, capacity // 24000)


def check_metadata(deployment: str, params: Given, lustre: Given) -> None:
    """Metadata performance belongs to PERSISTENT_2, and EFA needs both."""
    metadata: Given | None = lustre.get("MetadataConfiguration")
    if metadata is not None and deployment != "PERSISTENT_2":
        raise BadRequest(f"MetadataConfiguration cannot be specified for {deployment} file systems: it needs PERSISTENT_2.")
    if lustre.get("EfaEnabled") and (deployment != "PERSISTENT_2" or metadata is None):
        raise BadRequest("EfaEnabled can be set only for PERSISTENT_2 file systems with a MetadataConfiguration.")
    if metadata is not None:
        check_iops(metadata, int(params["StorageCapacity"]))


def check_iops(metadata: Given, capacity: int) -> None:
    """Provisioned IOPS are one of the steps and no fewer than the automatic ones; automatic mode takes none."""
    iops = metadata.get("Iops")
    if metadata["Mode"] == "AUTOMATIC":
        if iops is not None:
            raise BadRequest("Metadata Iops cannot be specified in AUTOMATIC mode.")
        return
    if iops is None:
        raise BadRequest("Metadata Iops must be specified in USER_PROVISIONED mode.")
    if iops not in METADATA_IOPS and iops % METADATA_STEP:
        raise BadRequest(f"Invalid metadata Iops {iops}. Valid values are 1500, 3000, 6000 and multiples of 12000 up to 192000.")
    if iops < automatic_iops(capacity):
        raise BadRequest(f"Metadata Iops {iops} are fewer than the {automatic_iops(capacity)} of AUTOMATIC mode for {capacity} GiB.")


def default_version(deployment: str, lustre: Given) -> str:
    """The Lustre version when the request says none."""
    if deployment != "PERSISTENT_2":
        return "2.10"
    return METADATA_VERSION if "MetadataConfiguration" in lustre else "2.12"


def check_version(deployment: str, params: Given, lustre: Given) -> None:
    """The Lustre version exists and fits."""
    version = params.get("FileSystemTypeVersion") or default_version(deployment, lustre)
    allowed: tuple[str, ...] = ("2.10", "2.12", "2.15")
    if deployment == "PERSISTENT_2":
        allowed = ("2.15",) if "MetadataConfiguration" in lustre else ("2.12", "2.15")
    if version not in allowed:
        raise BadRequest(f"FileSystemTypeVersion {version} is not supported by this {deployment} file system: {', '.join(allowed)}.")


def check_persistence(deployment: str, params: Given, lustre: Given) -> None:
    """Own keys and backups belong to persistent file systems."""
    if deployment.startswith("PERSISTENT"):
        return
    if "KmsKeyId" in params:
        raise BadRequest(f"KmsKeyId cannot be specified for {deployment} file systems.")
    if lustre.get("AutomaticBackupRetentionDays"):
        raise BadRequest(f"Automatic backups are not supported by {deployment} file systems.")


def check_growth(deployment: str, old: Given, capacity: int) -> None:
    """A file system only grows, in its steps, and SCRATCH_1 not at all."""
    if deployment == "SCRATCH_1":
        raise BadRequest("The storage capacity of SCRATCH_1 file systems cannot be changed.")
    if capacity <= old["StorageCapacity"]:
        raise BadRequest(f"The storage capacity {capacity} must be greater than the current storage capacity {old['StorageCapacity']}.")
    if capacity in FIRST_SIZES_GIB and capacity % 2400:
        raise BadRequest(f"The storage capacity {capacity} must be a multiple of 2400 GiB.")
    check_capacity(deployment, capacity, old["LustreConfiguration"])


def check_change(old: Given, changed: Given) -> None:
    """The Lustre settings that a change touches may be changed so."""
    now: Given = old["LustreConfiguration"]
    deployment = now["DeploymentType"]
    tier = changed.get("PerUnitStorageThroughput")
    if tier is not None and tier != now.get("PerUnitStorageThroughput"):
        if now.get("EfaEnabled"):
            raise BadRequest("PerUnitStorageThroughput of EFA-enabled file systems cannot be changed.")
        check_throughput(deployment, changed)
    if "MetadataConfiguration" in changed:
        if "MetadataConfiguration" not in now:
            raise BadRequest("This file system was created without a MetadataConfiguration.")
        wanted = changed["MetadataConfiguration"]
        iops = wanted.get("Iops") or automatic_iops(old["StorageCapacity"])
        if iops < now["MetadataConfiguration"]["Iops"]:
            raise BadRequest(f"Metadata Iops cannot be decreased from {now['MetadataConfiguration']['Iops']} to {iops}.")
        check_iops(wanted, int(old["StorageCapacity"]))
    if changed.get("AutomaticBackupRetentionDays"):
        check_persistence(deployment, {}, changed)
