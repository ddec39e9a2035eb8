"""A cluster that has expired before it begins."""

from declaration.problems import Level
from declaration.rules.expiry import expiry
from tests.support.declarations import NOW, REMOVED, Row, problems_of, table_tests

RULE = expiry
ACCEPTS = (
    Row("later", {}),
    Row("never", {"expires_at": REMOVED}),
    Row("past, judged without a clock", {"expires_at": "2020-01-01T00:00:00Z"}, now=None),
)
REFUSES = (
    Row("past", {"expires_at": "2026-11-30T23:59:59Z"}, "expires_at", ("2026-11-30T23:59:59", "later than 2026-12-01T00:00:00Z")),
    Row("past by its offset", {"expires_at": "2026-12-01T01:00:00+02:00"}, "expires_at", ("2026-11-30T23:00:00",)),
    Row("this very moment", {"expires_at": NOW.isoformat()}, "expires_at"),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)


def test_an_expired_stack_can_still_be_changed():
    assert {problem.level for row in REFUSES for problem in problems_of(RULE, row)} == {Level.WARNING}
