"""FSx for Lustre: file systems and what links them to S3."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rehearsal.shim.kind import Call, Change, Kind, Reading, Setter, sets
from rehearsal.shim.kinds.tagging import fsx_tags

_LUSTRE = (
    "dataCompressionType",
    "perUnitStorageThroughput",
    "logConfiguration",
    "rootSquashConfiguration",
    "metadataConfiguration",
    "automaticBackupRetentionDays",
    "dailyAutomaticBackupStartTime",
    "weeklyMaintenanceStartTime",
)
_FAILURE = "FailureDetails && [{code: Lifecycle, message: FailureDetails.Message}]"


def _change(change: Change) -> Iterator[Call]:
    """One call with what changed, as in the real provider."""
    changed = {name for name in (*_LUSTRE, "storageCapacity") if change.olds.get(name) != change.news.get(name)}
    lustre = {name[0].upper() + name[1:]: f"${name}" for name in _LUSTRE if name in changed}
    capacity = "$storageCapacity" if "storageCapacity" in changed else None
    yield Call("UpdateFileSystem", {"FileSystemId": "$id", "StorageCapacity": capacity, "LustreConfiguration": lustre})


KINDS: Mapping[str, Kind] = {
    "aws:fsx/lustreFileSystem:LustreFileSystem": Kind(
        service="fsx",
        label="FSx for Lustre File System",
        schema="AWS::FSx::FileSystem",
        takes="subnetIds storageCapacity storageType deploymentType fileSystemTypeVersion securityGroupIds kmsKeyId copyTagsToBackups"
        f" driveCacheType efaEnabled finalBackupTags skipFinalBackup tags {' '.join(_LUSTRE)}",
        create=Call("CreateFileSystem", {"FileSystemType": "LUSTRE"}),
        id="FileSystem.FileSystemId",
        nested="LustreConfiguration",
        read=Reading("DescribeFileSystems", {"FileSystemIds": ["$id"]}, "FileSystems[0]"),
        delete=(
            Call(
                "DeleteFileSystem",
                {
                    "FileSystemId": "$id",
                    "LustreConfiguration": {"SkipFinalBackup": "$skipFinalBackup", "FinalBackupTags": "$finalBackupTags"},
                },
            ),
        ),
        outputs={
            "arn": "ResourceARN",
            "dnsName": "DNSName",
            "mountName": "LustreConfiguration.MountName",
            "networkInterfaceIds": "NetworkInterfaceIds",
            "ownerId": "OwnerId",
            "vpcId": "VpcId",
        },
        setters=(Setter((*_LUSTRE, "storageCapacity"), _change), fsx_tags()),
        singles=frozenset({"subnetIds"}),
        local=frozenset({"finalBackupTags", "skipFinalBackup"}),
        write_only=frozenset({"securityGroupIds"}),
        defaults={
            "storageType": "SSD",
            "deploymentType": "SCRATCH_1",
            "dataCompressionType": "NONE",
            "copyTagsToBackups": False,
            "skipFinalBackup": True,
        },
        computed=frozenset(
            {
                "automaticBackupRetentionDays",
                "dailyAutomaticBackupStartTime",
                "efaEnabled",
                "fileSystemTypeVersion",
                "kmsKeyId",
                "logConfiguration",
                "logConfiguration.destination",
                "metadataConfiguration",
                "metadataConfiguration.iops",
                "weeklyMaintenanceStartTime",
            }
        ),
        status="Lifecycle",
        settled=("AVAILABLE",),
        broken=("FAILED",),
        issues=_FAILURE,
    ),
    "aws:fsx/dataRepositoryAssociation:DataRepositoryAssociation": Kind(
        service="fsx",
        label="FSx for Lustre Data Repository Association",
        schema="AWS::FSx::DataRepositoryAssociation",
        takes="dataRepositoryPath fileSystemId fileSystemPath batchImportMetaDataOnCreate deleteDataInFilesystem"
        " importedFileChunkSize s3 tags",
        create=Call("CreateDataRepositoryAssociation"),
        id="Association.AssociationId",
        read=Reading("DescribeDataRepositoryAssociations", {"AssociationIds": ["$id"]}, "Associations[0]"),
        delete=(Call("DeleteDataRepositoryAssociation", {"AssociationId": "$id", "DeleteDataInFileSystem": "$deleteDataInFilesystem"}),),
        outputs={"arn": "ResourceARN", "associationId": "AssociationId"},
        setters=(
            sets(
                "importedFileChunkSize s3",
                Call(
                    "UpdateDataRepositoryAssociation",
                    {"AssociationId": "$id", "ImportedFileChunkSize": "$importedFileChunkSize", "S3": "$s3"},
                ),
            ),
            fsx_tags(),
        ),
        local=frozenset({"deleteDataInFilesystem"}),
        defaults={"batchImportMetaDataOnCreate": False, "deleteDataInFilesystem": False},
        computed=frozenset({"importedFileChunkSize", "s3", "s3.autoImportPolicy", "s3.autoExportPolicy"}),
        status="Lifecycle",
        settled=("AVAILABLE",),
        broken=("FAILED", "MISCONFIGURED"),
        issues=_FAILURE,
    ),
}
