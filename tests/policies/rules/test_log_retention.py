"""Rows of the policy log-retention."""

GROUP = "aws:cloudwatch/logGroup:LogGroup"

ACCEPTED = {
    "90 days": (GROUP, {"retentionInDays": 90}, {}),
    "a class that keeps two days whatever is said": (GROUP, {"logGroupClass": "DELIVERY"}, {}),
    "another type": ("aws:cloudwatch/logStream:LogStream", {}, {}),
}
REFUSED = {
    "unsaid": (GROUP, {}, {}, ["retentionInDays"]),
    "null": (GROUP, {"retentionInDays": None}, {}, ["retentionInDays"]),
    "zero": (GROUP, {"retentionInDays": 0}, {}, ["retentionInDays"]),
}
