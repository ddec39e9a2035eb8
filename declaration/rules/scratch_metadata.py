"""Metadata operations of a scratch file system that FSx does not sell."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem
from declaration.rule import Facts, problem, rule
from declaration.scratch import FsxLustre, ScratchDeployment

SMALL_IOPS = (1500, 3000, 6000)
"""Values below the step (FSx API, FileSystemLustreMetadataConfiguration)."""

STEP_IOPS = 12000
"""Further values are multiples of this, up to the most (same page)."""

MAX_IOPS = 192000
"""The most (same page)."""


@rule("scratch-metadata")
def scratch_metadata(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """metadata_iops is 1500, 3000, 6000 or a multiple of 12000 up to 192000, and is said of persistent_2 alone.

    Source: FSx API, CreateFileSystem, FileSystemLustreMetadataConfiguration.
    """
    scratch = cluster.storage.scratch if cluster.storage is not None else None
    if not isinstance(scratch, FsxLustre) or scratch.metadata_iops is None:
        return
    iops, path = scratch.metadata_iops, "storage.scratch.metadata_iops"
    if scratch.deployment is not ScratchDeployment.PERSISTENT_2:
        limit = f"left out with {scratch.deployment}"
        yield problem(path, iops, limit, "metadata_iops is {value}; it must be {limit}", "leave it out, or write deployment: persistent_2")
    elif iops not in SMALL_IOPS and not (0 < iops <= MAX_IOPS and iops % STEP_IOPS == 0):
        limit = f"{', '.join(map(str, SMALL_IOPS))} or a multiple of {STEP_IOPS} up to {MAX_IOPS}"
        above = min(MAX_IOPS, max(STEP_IOPS, -(-iops // STEP_IOPS) * STEP_IOPS))
        nearest = next((small for small in SMALL_IOPS if small >= iops), above)
        yield problem(path, iops, limit, "metadata_iops is {value}; it must be {limit}", f"write {nearest}, or leave it out for automatic")
