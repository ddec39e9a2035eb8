"""A control plane that nobody administers."""

from declaration.problems import Level
from declaration.rules.reachable_control_plane import reachable_control_plane
from tests.support.declarations import REMOVED, Row, problems_of, table_tests

RULE = reachable_control_plane
ADMINS, CIDRS = "control_plane.admins", "control_plane.endpoint.public_cidrs"
ACCEPTS = (
    Row("one role", {}),
    Row("from inside the network alone", {CIDRS: []}),
    Row("no control plane", {"control_plane": REMOVED, "pools": []}),
)
REFUSES = (
    Row(
        "nobody",
        {ADMINS: []},
        ADMINS,
        ("admins is none", "at least one IAM role", 'write control_plane.admins: ["arn:aws:iam::123456789012:role/<role>"]'),
    ),
    Row("nobody from nowhere", {ADMINS: REMOVED, CIDRS: []}, ADMINS, ("and endpoint.public_cidrs, unless",)),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)


def test_it_stops_nothing_and_asks_for_ranges_only_where_there_are_none():
    (nobody,), (from_nowhere,) = (problems_of(RULE, row) for row in REFUSES)
    assert nobody.level is from_nowhere.level is Level.WARNING
    assert "public_cidrs" not in nobody.remedy
