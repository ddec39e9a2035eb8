"""Ranges that the cloud refuses for a network, or in which its subnets find no room."""

import pytest

from components.aws.subnets import lay_out_subnets
from declaration.problems import Level
from declaration.rules.network_range import network_range
from tests.support.declarations import Row, problems_of, table_tests

RULE = network_range
CIDR = "network.cidr"
ACCEPTS = (
    Row("a /16", {}),
    Row("a /24", {CIDR: "192.168.7.0/24"}),
    Row("shared address space", {CIDR: "100.64.0.0/16"}),
    Row("a range that EKS may give services, which then takes another", {CIDR: "172.20.0.0/16"}),
    Row("next to Docker's", {CIDR: "172.18.0.0/16"}),
    Row("a base stack's network", {"network": {"from_stack": "aws-base"}}),
)
REFUSES = (
    Row("too wide", {CIDR: "10.0.0.0/15"}, CIDR, ("10.0.0.0/15", "prefix length 16 to 24")),
    Row("too narrow", {CIDR: "10.0.0.0/25"}, CIDR, ("10.0.0.0/25",)),
    Row("Docker's", {CIDR: "172.17.0.0/16"}, CIDR, ("172.17.0.0/16", "outside 172.17.0.0/16, which some AWS services and Docker use")),
    Row("within Docker's", {CIDR: "172.17.8.0/24"}, CIDR, ("172.17.8.0/24",)),
    Row("public", {CIDR: "8.8.0.0/16"}, CIDR, ("8.8.0.0/16", "within 10.0.0.0/8")),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)


@pytest.mark.parametrize("prefix", range(16, 25))
@pytest.mark.parametrize("zones", [2, 6])
def test_every_range_that_it_accepts_has_room_for_all_subnets(prefix, zones):
    assert len(lay_out_subnets(f"10.0.0.0/{prefix}", zones).control_plane) == zones


def test_a_range_that_only_some_services_use_is_warned_of():
    assert [problem.level for problem in problems_of(RULE, Row("Docker's", {CIDR: "172.17.0.0/16"}))] == [Level.WARNING]
