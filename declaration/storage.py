"""Where a cluster keeps what must outlive it, and what dies with its nodes."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from declaration.model import Part
from declaration.scratch import Scratch
from declaration.words import StackName


class CheckpointBucket(Part):
    """The object store of checkpoints: made here and kept on destroy, or a base stack's."""

    kind: Literal["bucket"] = Field(description="bucket")
    from_stack: StackName | None = Field(default=None, description="base stack that holds the bucket; default: made by this stack")
    adopt: bool = Field(default=False, description="true: take over the bucket of that name which an earlier destroy left in place")


class NodeCache(Part):
    """The local disks of each node, as one cache for images and scratch; its data dies with the node."""

    kind: Literal["nvme"] = Field(description="nvme")
    layout: Literal["raid0"] = Field(description="raid0: all disks as one volume")


class Storage(Part):
    """What is stored where."""

    scratch: Scratch | None = Field(default=None, description="shared file system of the nodes; default: none")
    checkpoints: CheckpointBucket | None = Field(default=None, description="object store of checkpoints")
    node_cache: NodeCache | None = Field(default=None, description="local disks of the nodes; machines without any go without")


LONGEST_BUCKET_NAME = 63
"""Characters of a bucket's name (S3 user guide, general purpose bucket naming rules)."""


def checkpoint_bucket_name(cluster: str, account: str, region: str) -> str:
    """Return the name of a cluster's checkpoint bucket, under which the next stack of the same declaration finds it again."""
    return f"{cluster}-checkpoints-{account}-{region}"
