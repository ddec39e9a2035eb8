"""Default keys that the policy pack refuses at `gpuc up`."""

from declaration.problems import Level
from declaration.rules.own_key import own_key
from policies.pack import rules
from tests.support.declarations import REMOVED, Row, problems_of, table_tests

RULE = own_key
DEFAULT = {"encryption": "account_default"}
BASE = {**DEFAULT, "control_plane": REMOVED, "pools": []}
KEPT = {"kind": "fsx_lustre", "deployment": "persistent_2", "capacity_gib": 1200, "throughput_mbps_per_tib": 125}
ACCEPTS = (
    Row("a key of its own", {}),
    Row("a key of its own, with a file system", {"storage.scratch": KEPT}),
    Row("a base without a file system", BASE),
    Row("a base whose file system keeps nothing", {**BASE, "storage.scratch": {**KEPT, "deployment": "scratch_2"}}),
)
REFUSES = (
    Row("a control plane", DEFAULT, "encryption", ("account_default", "encrypted-secrets", "encryption: own_key", "--policy-pack-config")),
    Row("a file system that keeps data", {**BASE, "storage.scratch": KEPT}, "encryption", ("pack's encrypted-file-systems",)),
    Row("both", {**DEFAULT, "storage.scratch": KEPT}, "encryption", ("encrypted-secrets and encrypted-file-systems",)),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)


def test_it_is_a_warning_since_the_policies_may_be_softened():
    assert {problem.level for row in REFUSES for problem in problems_of(RULE, row)} == {Level.WARNING}


def test_the_policies_that_it_names_are_the_packs():
    assert {"encrypted-secrets", "encrypted-file-systems"} <= {policy.id for policy in rules()}
