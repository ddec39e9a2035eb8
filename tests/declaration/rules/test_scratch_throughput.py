"""Case S12: the throughput of persistent_2 is said, and never invented."""

from declaration.rules.scratch_throughput import scratch_throughput
from tests.support.declarations import Row, table_tests

RULE = scratch_throughput
PATH = "storage.scratch.throughput_mbps_per_tib"


def scratch(deployment: str, **more: object) -> dict[str, object]:
    return {"storage.scratch": {"kind": "fsx_lustre", "deployment": deployment, "capacity_gib": 1200, **more}}


ACCEPTS = (
    Row("none", {}),
    Row("a base stack's", {"storage.scratch": {"from_stack": "aws-base"}}),
    Row("scratch_2", scratch("scratch_2")),
    *(Row(f"{tier}", scratch("persistent_2", throughput_mbps_per_tib=tier)) for tier in (125, 250, 500, 1000)),
)
REFUSES = (
    Row(
        "S12: 1200 GiB, persistent_2, lz4, no throughput",
        scratch("persistent_2", compression="lz4"),
        PATH,
        ("throughput_mbps_per_tib is missing", "125, 250, 500 or 1000"),
    ),
    Row("a tier of persistent_1", scratch("persistent_2", throughput_mbps_per_tib=200), PATH, ("200", "125, 250, 500 or 1000")),
    Row("zero", scratch("persistent_2", throughput_mbps_per_tib=0), PATH, ("is 0",)),
    Row("said of scratch_2", scratch("scratch_2", throughput_mbps_per_tib=200), PATH, ("left out with scratch_2", "persistent_2")),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
