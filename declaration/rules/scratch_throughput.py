"""A scratch file system whose throughput is not said, or not one that FSx has."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, one_of
from declaration.rule import Facts, problem, rule
from declaration.scratch import FsxLustre, ScratchDeployment

PERSISTENT_2_TIERS = (125, 250, 500, 1000)
"""MB/s for each TiB of persistent_2 on SSD (FSx API, PerUnitStorageThroughput)."""

PATH = "storage.scratch.throughput_mbps_per_tib"


@rule("scratch-throughput")
def scratch_throughput(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """persistent_2 says its throughput, one of four, and scratch_2 says none, having 200 MB/s for each TiB.

    The throughput sets the price, so none is invented. Source: FSx API, PerUnitStorageThroughput; aws-samples/pcluster-manager #274.
    """
    scratch = cluster.storage.scratch if cluster.storage is not None else None
    if not isinstance(scratch, FsxLustre):
        return
    said, tiers = scratch.throughput_mbps_per_tib, one_of(map(str, PERSISTENT_2_TIERS))
    if scratch.deployment is ScratchDeployment.PERSISTENT_2 and said not in PERSISTENT_2_TIERS:
        value = "missing" if said is None else said
        says = "throughput_mbps_per_tib is {value}; with persistent_2 it must be {limit}, in MB/s for each TiB"
        yield problem(PATH, value, tiers, says, f"write one of {tiers}; more costs more")
    if scratch.deployment is ScratchDeployment.SCRATCH_2 and said is not None:
        says = "throughput_mbps_per_tib is {value}; it must be {limit}, whose throughput is fixed at 200 MB/s for each TiB"
        yield problem(PATH, said, "left out with scratch_2", says, f"leave it out, or write deployment: persistent_2 and one of {tiers}")
