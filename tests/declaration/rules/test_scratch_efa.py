"""EFA of a scratch file system: where FSx makes it, and whether a node reaches it."""

import pytest

from declaration.problems import Level
from declaration.rules.scratch_efa import scratch_efa
from tests.support.declarations import Row, problems_of, table_tests

RULE = scratch_efa
PATH = "storage.scratch.efa"
PERSISTENT = {
    "kind": "fsx_lustre",
    "deployment": "persistent_2",
    "capacity_gib": 19200,
    "throughput_mbps_per_tib": 250,
    "efa": True,
}
SCRATCH = {"kind": "fsx_lustre", "deployment": "scratch_2", "capacity_gib": 2400, "efa": True}
ACCEPTS = (
    Row("none", {}),
    Row("persistent_2 beside a training pool", {"storage.scratch": PERSISTENT}),
    Row("in a base stack", {"storage.scratch": PERSISTENT, "pools": [], "control_plane": None}),
    Row("scratch_2 without EFA", {"storage.scratch": {**SCRATCH, "efa": False}}),
)
REFUSES = (
    Row("scratch_2", {"storage.scratch": SCRATCH}, PATH, ("false or left out with scratch_2", "persistent_2")),
    Row(
        "no pool has EFA",
        {"storage.scratch": PERSISTENT, "pools[1].machine": "g6e.xlarge"},
        PATH,
        ("no node uses it", "g6e.xlarge", "over TCP"),
        machines=("g6e.xlarge",),
    ),
    Row(
        "trn2 is no client",
        {"storage.scratch": PERSISTENT, "pools[1].machine": "trn2.48xlarge", "pools[2].machine": "m7i.2xlarge"},
        PATH,
        ("trn2.48xlarge",),
    ),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)


@pytest.mark.parametrize("row", REFUSES, ids=lambda row: row.name)
def test_what_only_wastes_money_is_a_warning(row):
    (found,) = problems_of(RULE, row)
    assert found.level is (Level.ERROR if row.name == "scratch_2" else Level.WARNING)
