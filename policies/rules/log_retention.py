"""Logs end some day."""

from collections.abc import Iterator

from pulumi_policy import Severity

from policies.model import Registration, Violation, policy

LOG_GROUP = "aws:cloudwatch/logGroup:LogGroup"


@policy("log-retention", severity=Severity.MEDIUM)
def log_retention(resource: Registration) -> Iterator[Violation]:
    """Each log group says for how many days it keeps what it holds.

    CloudWatch keeps logs, and bills them, for ever where nothing is said; the class DELIVERY keeps two days whatever is said.
    """
    if resource.type != LOG_GROUP or resource.props.get("logGroupClass") == "DELIVERY":
        return
    days = resource.props.get("retentionInDays")
    if not days:
        got = "nothing, which means for ever" if days is None else "0, which means for ever"
        yield Violation("retentionInDays", got, "a number of days", "Set retention_in_days, to 90 or what your auditors ask for.")
