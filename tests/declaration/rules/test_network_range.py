"""Ranges that the cloud refuses for a network."""

from declaration.rules.network_range import network_range
from tests.support.declarations import Row, table_tests

RULE = network_range
CIDR = "network.cidr"
ACCEPTS = (
    Row("a /16", {}),
    Row("a /28", {CIDR: "192.168.7.16/28"}),
    Row("shared address space", {CIDR: "100.64.0.0/16"}),
    Row("a base stack's network", {"network": {"from_stack": "aws-base"}}),
)
REFUSES = (
    Row("too wide", {CIDR: "10.0.0.0/15"}, CIDR, ("10.0.0.0/15", "prefix length 16 to 28")),
    Row("too narrow", {CIDR: "10.0.0.0/29"}, CIDR, ("10.0.0.0/29",)),
    Row("public", {CIDR: "8.8.0.0/16"}, CIDR, ("8.8.0.0/16", "within 10.0.0.0/8")),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
