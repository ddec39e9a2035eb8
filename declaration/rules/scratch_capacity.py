"""A scratch file system of a size that FSx does not make."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, one_of
from declaration.rule import Facts, problem, rule
from declaration.scratch import FsxLustre

SMALLEST_GIB = 1200
"""The one size below the step (FSx API, CreateFileSystem, StorageCapacity)."""

STEP_GIB = 2400
"""Sizes are multiples of this (same page)."""

EFA_STEP_GIB = {1000: 4800, 500: 9600, 250: 19200, 125: 38400}
"""Step of a file system with EFA by MB/s for each TiB (FSx for Lustre guide, EFA-enabled file systems)."""


@rule("scratch-capacity")
def scratch_capacity(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """A scratch file system has 1200 GiB or a multiple of 2400 GiB; with EFA, a multiple of its throughput's step.

    FSx refuses any other size after the network is up. Sources: FSx API, CreateFileSystem; FSx for Lustre guide, EFA-enabled file systems.
    """
    scratch = cluster.storage.scratch if cluster.storage is not None else None
    if not isinstance(scratch, FsxLustre):
        return
    size = scratch.capacity_gib
    step = EFA_STEP_GIB.get(scratch.throughput_mbps_per_tib or 0) if scratch.efa else None
    if step is None:
        if size == SMALLEST_GIB or (size > 0 and size % STEP_GIB == 0):
            return
        limit, near = f"{SMALLEST_GIB} or a multiple of {STEP_GIB} GiB", _neighbours(size, STEP_GIB, SMALLEST_GIB)
    else:
        if size > 0 and size % step == 0:
            return
        limit = f"a multiple of {step} GiB with EFA and {scratch.throughput_mbps_per_tib} MB/s for each TiB"
        near = _neighbours(size, step, step)
    yield problem("storage.scratch.capacity_gib", size, limit, "capacity_gib is {value}; it must be {limit}", f"write {one_of(near)}")


def _neighbours(size: int, step: int, smallest: int) -> tuple[str, ...]:
    """The allowed sizes next to a refused one."""
    below = max(size, 0) // step * step
    sizes = {below or smallest, below + step}
    return tuple(str(allowed) for allowed in sorted(sizes))
