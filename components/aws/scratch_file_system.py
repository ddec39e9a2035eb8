"""The scratch file system: FSx for Lustre beside the nodes, with the S3 data that appears in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pulumi_aws as aws
from pulumi import ComponentResource, CustomTimeouts, Input, Output, Resource, ResourceOptions

from components.aws.lustre_rules import LustreRules
from components.naming import Naming
from declaration.scratch import Compression, DataRepository, FsxLustre, ScratchDeployment

if TYPE_CHECKING:
    import pulumi_aws.fsx as fsx

LUSTRE_VERSION = "2.15"
"""EFA and metadata settings need it, and current kernels mount nothing older; FSx would take 2.10 for scratch (FSx API)."""
TIMEOUTS = CustomTimeouts(create="60m", update="180m", delete="60m")
"""Large file systems take half an hour to appear; growing one moves data."""
IMPORTED_EVENTS = ["NEW", "CHANGED", "DELETED"]
"""What S3 says about objects: the file system shows what S3 holds."""
EXPORTED_EVENTS = ["NEW", "CHANGED"]
"""What FSx says about files. Not DELETED: clearing scratch up must never delete the data in S3 (FSx API, AutoExportPolicy)."""


@dataclass(frozen=True)
class ScratchFileSystemArgs:
    """What a scratch file system is made from."""

    naming: Naming
    declared: FsxLustre
    """Deployment, size in GiB, throughput in MB/s for each TiB, EFA, S3 data; source: the declaration's `storage.scratch`."""
    vpc_id: Input[str]
    subnet_id: Input[str]
    """The nodes' subnet: EFA crosses no zone, and other traffic that does bills by the GB."""
    fabric_security_group_id: Input[str]
    """Group whose members reach each other by EFA; joined by a file system with EFA."""
    fabric_rules: list[Resource]
    """The rules of that group that this stack makes; FSx checks at creation that its traffic is admitted."""
    kms_key_arn: Input[str] | None
    """Key of a persistent file system; None: FSx's own. Scratch deployments take none (FSx API)."""


@dataclass(frozen=True)
class ScratchMount:
    """What clients mount a file system by, whether this stack makes it or a base stack did."""

    id: Input[str]
    dns_name: Input[str]
    mount_name: Input[str]
    security_group_id: Input[str]

    def how_to_mount(self, mount_path: str) -> Output[dict[str, object]]:
        """Say what a node or pod needs to get at the file system, and the whole command (FSx user guide, mounting from EC2)."""
        known: dict[str, Input[object]] = {"id": self.id, "dns_name": self.dns_name, "mount_name": self.mount_name}
        return Output.all(**known).apply(
            lambda one: {**one, "mount_path": mount_path, "mount": mount_command(one["dns_name"], one["mount_name"], mount_path)}
        )


class ScratchFileSystem(ComponentResource):
    """A Lustre file system, its security group, and one link for each S3 prefix.

    It is neither protected nor kept on destroy: it bills by the hour, its size alone can cost more than the nodes, and what must last
    belongs into the checkpoint bucket, or goes back to S3 by `export`. Changes that would replace it show as such at preview.
    """

    mount: ScratchMount

    def __init__(self, args: ScratchFileSystemArgs, opts: ResourceOptions | None = None) -> None:
        self._args, self._naming, declared = args, args.naming, args.declared
        props = {"deployment": declared.deployment.value, "capacity_gib": declared.capacity_gib, "efa": declared.efa}
        super().__init__("gpu-clusters:aws:ScratchFileSystem", self._naming.name("scratch"), props, opts)
        self._own = ResourceOptions(parent=self)
        group = self._group()
        rules = self._rules(group)
        file_system = self._file_system(group, [*rules, *(args.fabric_rules if declared.efa else [])])
        for repository in declared.import_from:
            self._link(repository, file_system)
        self.mount = ScratchMount(file_system.id, file_system.dns_name, file_system.mount_name, group.id)
        self.register_outputs({"id": file_system.id, "dns_name": file_system.dns_name, "mount_name": file_system.mount_name})

    def _group(self) -> aws.ec2.SecurityGroup:
        return aws.ec2.SecurityGroup(
            self._naming.name("scratch"),
            vpc_id=self._args.vpc_id,
            description=f"Scratch file system of {self._naming.cluster}: Lustre among its servers; clients are admitted by group",
            tags=self._naming.tags("scratch"),
            opts=self._own,
        )

    def _rules(self, group: aws.ec2.SecurityGroup) -> list[Resource]:
        """Let the file system's servers reach each other; without that FSx refuses to make it."""
        rules = LustreRules(self._naming, self._own)
        return [
            *rules.ingress("scratch-from-itself", group.id, group.id, "Lustre among servers"),
            *rules.egress("scratch-to-itself", group.id, group.id, "Lustre among servers"),
        ]

    def _file_system(self, group: aws.ec2.SecurityGroup, before: list[Resource]) -> aws.fsx.LustreFileSystem:
        declared, persistent = self._args.declared, self._args.declared.deployment is ScratchDeployment.PERSISTENT_2
        # A member of the fabric's group meets what EFA asks for: all traffic by group id, both ways, and among the servers themselves.
        groups: list[Input[str]] = [group.id, *([self._args.fabric_security_group_id] if declared.efa else [])]
        return aws.fsx.LustreFileSystem(
            self._naming.name("scratch"),
            deployment_type=declared.deployment.value.upper(),
            storage_type="SSD",
            storage_capacity=declared.capacity_gib,
            per_unit_storage_throughput=declared.throughput_mbps_per_tib,
            efa_enabled=declared.efa if persistent else None,
            metadata_configuration=_metadata(declared) if persistent else None,
            file_system_type_version=LUSTRE_VERSION,
            data_compression_type="LZ4" if declared.compression is Compression.LZ4 else "NONE",
            kms_key_id=self._args.kms_key_arn if persistent else None,
            subnet_ids=self._args.subnet_id,  # one subnet, whatever the property's name says
            security_group_ids=groups,
            skip_final_backup=True,  # FSx has no backups of file systems that are linked to S3
            tags=self._naming.tags("scratch"),
            opts=ResourceOptions(parent=self, depends_on=before, custom_timeouts=TIMEOUTS),
        )

    def _link(self, repository: DataRepository, file_system: aws.fsx.LustreFileSystem) -> None:
        """Show an S3 prefix as a folder; files are read from S3 when they are first opened."""
        part = f"scratch-link-{link_part(repository.path)}"
        followed: fsx.DataRepositoryAssociationS3ArgsDict = {"auto_import_policy": {"events": IMPORTED_EVENTS}}
        if self._args.declared.export:
            followed["auto_export_policy"] = {"events": EXPORTED_EVENTS}
        aws.fsx.DataRepositoryAssociation(
            self._naming.name(part),
            file_system_id=file_system.id,
            file_system_path=repository.path,
            data_repository_path=repository.s3,
            batch_import_meta_data_on_create=True,
            delete_data_in_filesystem=False,
            s3=followed,
            tags=self._naming.tags(part),
            # A folder and a prefix are linked once, so the old link goes before the new one comes.
            opts=ResourceOptions(parent=self, delete_before_replace=True, custom_timeouts=TIMEOUTS),
        )


def _metadata(declared: FsxLustre) -> fsx.LustreFileSystemMetadataConfigurationArgsDict:
    """Give metadata operations a rate of their own, automatic with the size unless said; it can't be switched on later."""
    if declared.metadata_iops is None:
        return {"mode": "AUTOMATIC"}
    return {"mode": "USER_PROVISIONED", "iops": declared.metadata_iops}


def link_part(path: str) -> str:
    """Name a link by its folder, in which no `+` may stand, so that two folders never share a name."""
    return path.strip("/").replace("/", "+") or "root"


def mount_command(dns_name: str, mount_name: str, mount_path: str) -> str:
    """Return the command that mounts the file system on a node; it must come after the driver's module, so not from fstab."""
    return f"mount -t lustre -o noatime,flock,lazystatfs {dns_name}@tcp:/{mount_name} {mount_path}"
