"""Endpoints of a network without a NAT gateway."""

from declaration.network import InterfaceEndpoint
from declaration.rules.private_endpoints import private_endpoints
from tests.support.declarations import Row, table_tests

RULE = private_endpoints
NAT, ENDPOINTS = "network.nat", "network.endpoints"
ACCEPTS = (
    Row("NAT gateway", {}),
    Row("NAT gateway and one endpoint", {ENDPOINTS: ["ecr.dkr"]}),
    Row("what is needed", {NAT: "none", ENDPOINTS: "needed"}),
    Row("all", {NAT: "none", ENDPOINTS: "all"}),
    Row("all, listed", {NAT: "none", ENDPOINTS: [each.value for each in InterfaceEndpoint]}),
    Row("a base stack's", {"network": {"from_stack": "aws-base"}}),
)
REFUSES = (
    Row("none", {NAT: "none"}, ENDPOINTS, ("endpoints are none", "ec2, ecr.api", "endpoints: needed", "nat: gateway")),
    Row("one lacking", {NAT: "none", ENDPOINTS: ["ec2", "ecr.api", "ecr.dkr", "eks", "eks-auth"]}, ENDPOINTS, ("add sts,",)),
    Row("one twice", {ENDPOINTS: ["ec2", "sts", "ec2"]}, "network.endpoints[2]", ("ec2 is listed twice",)),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)
