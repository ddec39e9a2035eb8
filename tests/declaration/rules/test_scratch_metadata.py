"""Metadata operations of a scratch file system."""

from declaration.rules.scratch_metadata import scratch_metadata
from tests.support.declarations import Row, table_tests

RULE = scratch_metadata
PATH = "storage.scratch.metadata_iops"


def scratch(iops: int, deployment: str = "persistent_2") -> dict[str, object]:
    return {"storage.scratch": {"kind": "fsx_lustre", "deployment": deployment, "capacity_gib": 1200, "metadata_iops": iops}}


ACCEPTS = (
    Row("none", {}),
    *(Row(str(iops), scratch(iops)) for iops in (1500, 3000, 6000, 12000, 24000, 192000)),
    Row("automatic", {"storage.scratch": {"kind": "fsx_lustre", "deployment": "scratch_2", "capacity_gib": 1200}}),
)
REFUSES = (
    Row("too few", scratch(1000), PATH, ("1000", "1500, 3000, 6000 or a multiple of 12000 up to 192000", "write 1500")),
    Row("between", scratch(9000), PATH, ("write 12000",)),
    Row("too many", scratch(204000), PATH, ("204000", "write 192000")),
    Row("negative", scratch(-12000), PATH, ("write 1500",)),
    Row("scratch_2", scratch(1500, "scratch_2"), PATH, ("left out with scratch_2", "persistent_2")),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
