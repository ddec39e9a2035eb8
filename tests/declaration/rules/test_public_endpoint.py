"""A Kubernetes API that the whole internet reaches."""

from declaration.rules.public_endpoint import public_endpoint
from tests.support.declarations import REMOVED, Row, problems_of, table_tests

RULE = public_endpoint
CIDRS = "control_plane.endpoint.public_cidrs"
ACCEPTS = (
    Row("an office", {}),
    Row("private only", {CIDRS: []}),
    Row("the widest ever allocated", {CIDRS: ["17.0.0.0/8"]}),
    Row("as many as EKS takes", {CIDRS: [f"203.0.{third}.0/24" for third in range(40)]}),
    Row("no control plane", {"control_plane": REMOVED, "pools": []}),
)
REFUSES = (
    Row(
        "everybody",
        {CIDRS: ["203.0.113.0/24", "0.0.0.0/0"]},
        f"{CIDRS}[1]",
        ("0.0.0.0/0", "prefix length 8 or longer", "leave public_cidrs out"),
    ),
    Row("a private range", {CIDRS: ["10.20.0.0/16"]}, f"{CIDRS}[0]", ("10.20.0.0/16 admits nobody", "public addresses behind")),
    Row("one more", {CIDRS: [f"203.0.{third}.0/24" for third in range(41)]}, CIDRS, ("holds 41 ranges", "40 a cluster", "join neighbours")),
    Row("one twice", {CIDRS: ["203.0.113.0/24"] * 2}, f"{CIDRS}[1]", ("203.0.113.0/24 is public_cidrs[0] already", "each range once")),
    Row("everybody in two halves", {CIDRS: ["0.0.0.0/1", "128.0.0.0/1"]}, f"{CIDRS}[0]", ("0.0.0.0/1", "128.0.0.0/1")),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)


def test_far_too_many_ranges_are_one_problem():
    assert len(problems_of(RULE, Row("one a thousand times", {CIDRS: ["203.0.113.0/24"] * 1000}))) == 1
