"""What a base stack tells the clusters on it: one typed and versioned record, exported as `base`."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class BaseOutputs(BaseModel):
    """The output `base` of a base stack; a cluster whose account, region or zone differs is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1] = Field(default=1, description="form of this record; raised when a field changes its meaning")
    name: str = Field(description="name of the base's declaration")
    account: str = Field(description="12 digits")
    region: str
    zone: str = Field(description="zone ID of the GPU subnet")
    vpc_id: str
    gpu_subnet_id: str = Field(description="private subnet of the nodes")
    control_plane_subnet_ids: tuple[str, ...] = Field(description="subnets in at least two zones")
    fabric_security_group_id: str = Field(description="group whose members reach each other by EFA")
    checkpoint_bucket: str | None = Field(default=None, description="bucket name; null: the base keeps none")
