"""The shared scratch file system: FSx for Lustre, made by this stack or a base stack's."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag

from declaration.model import Part
from declaration.words import MountPath, RepositoryPath, S3Uri, StackName, s3_uri


class ScratchDeployment(StrEnum):
    """How FSx keeps the data; the deployment types that take a data repository and, persistent_2, an EFA."""

    SCRATCH_2 = "scratch_2"
    PERSISTENT_2 = "persistent_2"


class Compression(StrEnum):
    """How FSx stores the data of new files."""

    LZ4 = "lz4"
    NONE = "none"


class DataRepository(Part):
    """One S3 prefix whose objects appear as files below one path of the file system."""

    s3: S3Uri = Field(description="s3://bucket or s3://bucket/prefix; linked once")
    path: RepositoryPath = Field(description="folder of the file system under which the objects appear, such as /tokens; within no other")


def _as_repositories(written: object) -> object:
    """One s3:// address stands for one repository at the root of the file system."""
    if isinstance(written, str):
        return ({"s3": s3_uri(written), "path": "/"},)
    return tuple(written) if isinstance(written, list) else written


class FsxLustre(Part):
    """An FSx for Lustre file system in the nodes' subnet; its Lustre version is 2.15.

    AWS names: deployment_type SCRATCH_2 | PERSISTENT_2, storage_capacity, per_unit_storage_throughput, efa_enabled, metadata_configuration,
    data_compression_type LZ4 | NONE; one data repository association for each item of `import_from`.
    """

    kind: Literal["fsx_lustre"] = Field(description="fsx_lustre")
    deployment: ScratchDeployment = Field(
        description="scratch_2 or persistent_2; persistent_2 outlives a failed server and takes an own key, scratch_2 is cheaper"
    )
    capacity_gib: int = Field(description="size in GiB: 1200, 2400 or a multiple of 2400; with EFA larger steps; billed by the GiB")
    throughput_mbps_per_tib: int | None = Field(
        default=None,
        description="MB/s for each TiB with persistent_2, where it must be said: 125, 250, 500 or 1000; scratch_2 has 200 and takes none",
    )
    efa: bool = Field(default=False, description="whether clients reach it over EFA; needs persistent_2 and a fixed size step; default: no")
    metadata_iops: int | None = Field(
        default=None,
        description="metadata operations a second of persistent_2: 1500, 3000, 6000 or a multiple of 12000 up to 192000;"
        " default: automatic with the size",
    )
    compression: Compression = Field(default=Compression.LZ4, description="lz4 or none; default: lz4, which costs nothing and saves space")
    import_from: Annotated[
        tuple[DataRepository, ...], BeforeValidator(_as_repositories, json_schema_input_type=str | tuple[DataRepository, ...])
    ] = Field(
        default=(),
        description="S3 data that appears as files and follows changes there: s3://bucket/prefix for the whole file system,"
        " or a list of {s3, path}; default: none",
    )
    export: bool = Field(
        default=False, description="whether new and changed files are written back to import_from; deleted ones stay in S3; default: no"
    )
    mount_path: MountPath = Field(default="/scratch", description="folder of each node at which it is mounted; default: /scratch")


class BaseScratch(Part):
    """The scratch file system of a base stack."""

    from_stack: StackName = Field(description="base stack that holds the file system")
    mount_path: MountPath = Field(default="/scratch", description="folder of each node at which it is mounted; default: /scratch")


_OWN, _BASE = "FsxLustre", "BaseScratch"


def _scratch_tag(raw: object) -> str:
    return _BASE if isinstance(raw, BaseScratch) or (isinstance(raw, Mapping) and "from_stack" in raw) else _OWN


Scratch = Annotated[Annotated[FsxLustre, Tag(_OWN)] | Annotated[BaseScratch, Tag(_BASE)], Discriminator(_scratch_tag)]
"""The scratch file system: {kind: fsx_lustre, …} or {from_stack}."""
