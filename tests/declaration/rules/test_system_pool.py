"""A control plane without a pool for its own services."""

from declaration.rules.system_pool import system_pool
from tests.support.declarations import REMOVED, Row, table_tests

RULE = system_pool
ACCEPTS = (
    Row("a system pool", {}),
    Row("a base stack", {"control_plane": REMOVED, "pools": REMOVED}),
    Row(
        "an empty system pool beside a full one",
        {"pools[3]": {"name": "extra", "purpose": "system", "machine": "m7i.2xlarge", "nodes": {"min": 0, "desired": 0, "max": 2}}},
    ),
)
REFUSES = (
    Row("on machines with GPUs", {"pools[0].machine": "g6e.12xlarge"}, "pools[0].machine", ("g6e.12xlarge of pool system", "m7i.2xlarge")),
    Row("on Trainium", {"pools[0].machine": "trn1.2xlarge"}, "pools[0].machine", ("without accelerators",)),
    Row("no system pool", {"pools[0]": REMOVED}, "pools", ("0 system nodes", "purpose: system")),
    Row("no pools at all", {"pools": []}, "pools", ("at least 1 system node",)),
    Row("an empty system pool", {"pools[0].nodes": {"min": 0, "desired": 0, "max": 2}}, "pools", ("0 system nodes",)),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
