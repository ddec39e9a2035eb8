"""What a base stack tells the clusters on it: one typed and versioned record, exported as `base`."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class ScratchOutputs(BaseModel):
    """What mounts need of a base stack's scratch file system."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(description="id of the file system, fs-…")
    dns_name: str = Field(description="name that clients mount it by")
    mount_name: str = Field(description="Lustre mount name, which FSx gives")
    security_group_id: str = Field(description="group of the file system; clients are admitted by it")


class BaseOutputs(BaseModel):
    """The output `base` of a base stack; a cluster whose account, region or zone differs is refused.

    Version 2 adds `scratch` and `kms_key_arn`, both optional, so that a base of version 1 still carries clusters; older programs refuse
    version 2 by its number.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1, 2] = Field(default=2, description="form of this record; raised when a field is added or changes its meaning")
    name: str = Field(description="name of the base's declaration")
    account: str = Field(description="12 digits")
    region: str
    zone: str = Field(description="zone ID of the GPU subnet")
    vpc_id: str
    gpu_subnet_id: str = Field(description="private subnet of the nodes")
    control_plane_subnet_ids: tuple[str, ...] = Field(description="subnets in at least two zones")
    fabric_security_group_id: str = Field(description="group whose members reach each other by EFA")
    checkpoint_bucket: str | None = Field(default=None, description="bucket name; null: the base keeps none")
    scratch: ScratchOutputs | None = Field(default=None, description="scratch file system; null: the base keeps none")
    kms_key_arn: str | None = Field(default=None, description="key that encrypts what is stored; null: the account's default keys do")
