"""Networks: one's own, one that is there, a base stack's; which was meant is told by its keys."""

import pytest
from pydantic import TypeAdapter, ValidationError

from declaration.network import NEEDED_ENDPOINTS, BaseNetwork, ExistingNetwork, InterfaceEndpoint, Nat, NetworkDeclaration, OwnNetwork

NETWORK = TypeAdapter(NetworkDeclaration)
OWN = {"cidr": "10.40.0.0/16", "control_plane_zones": ["use1-az2", "use1-az4"], "nat": "gateway"}
IDS = {
    "vpc_id": "vpc-0123456789abcdef0",
    "gpu_subnet_id": "subnet-0123456789abcdef0",
    "control_plane_subnet_ids": ["subnet-0123456789abcdef0", "subnet-0123456789abcdef1"],
}


def fields_refused(written):
    with pytest.raises(ValidationError) as refused:
        NETWORK.validate_python(written)
    return {error["loc"][-1] for error in refused.value.errors()}


def test_an_own_network_has_no_further_bills_unless_said():
    network = NETWORK.validate_python(OWN)
    assert isinstance(network, OwnNetwork)
    assert (network.nat, network.endpoints, network.flow_logs) == (Nat.GATEWAY, (), None)


@pytest.mark.parametrize(
    ("written", "endpoints"),
    [
        ("needed", NEEDED_ENDPOINTS),
        ("all", tuple(InterfaceEndpoint)),
        (["ec2", "ecr.api"], (InterfaceEndpoint.EC2, InterfaceEndpoint.ECR_API)),
        ([], ()),
    ],
)
def test_endpoints_are_a_list_or_a_word_for_one(written, endpoints):
    assert NETWORK.validate_python({**OWN, "endpoints": written}).endpoints == endpoints


@pytest.mark.parametrize(("written", "says"), [("most", "needed"), (["ec2", "ec3"], "ec3 is none of them"), (["needed"], "needed is none")])
def test_an_endpoint_that_is_none_is_named(written, says):
    with pytest.raises(ValidationError) as refused:
        NETWORK.validate_python({**OWN, "endpoints": written})
    assert says in str(refused.value.errors()[0]["ctx"])


def test_what_nodes_need_without_the_internet_is_a_part_of_all():
    assert set(NEEDED_ENDPOINTS) < set(InterfaceEndpoint)
    assert {"ecr.api", "ecr.dkr", "sts", "eks", "ec2"} <= set(NEEDED_ENDPOINTS)


def test_a_network_that_is_there_is_named_by_its_ids():
    network = NETWORK.validate_python({"existing": IDS})
    assert isinstance(network, ExistingNetwork)
    assert network.existing.fabric_security_group_id is None
    assert len(network.existing.control_plane_subnet_ids) == 2


def test_a_base_stacks_network_is_named_by_its_stack():
    assert NETWORK.validate_python({"from_stack": "aws-base"}) == BaseNetwork(from_stack="aws-base")


@pytest.mark.parametrize(
    ("written", "fields"),
    [
        ({}, {"cidr", "control_plane_zones", "nat"}),
        ({"nat": "gateway"}, {"cidr", "control_plane_zones"}),
        ({"existing": {"vpc_id": IDS["vpc_id"]}}, {"gpu_subnet_id", "control_plane_subnet_ids"}),
        ({"existing": {**IDS, "vpc_id": "10.40.0.0/16"}}, {"vpc_id"}),
        ({"existing": IDS, "nat": "none"}, {"nat"}),
        ({"from_stack": "aws-base", "cidr": "10.40.0.0/16"}, {"cidr"}),
        ({**OWN, "nat": "instance"}, {"nat"}),
        ({**OWN, "flow_logs": {}}, {"retention_days"}),
        ({**OWN, "flow_logs": {"retention_days": 91}}, {"retention_days"}),
    ],
)
def test_what_the_network_that_was_meant_lacks_or_has_too_much_is_named(written, fields):
    assert fields_refused(written) == fields


@pytest.mark.parametrize("written", [OWN, {"existing": IDS}, {"from_stack": "aws-base"}])
def test_a_network_built_in_code_is_taken_as_it_is(written):
    network = NETWORK.validate_python(written)
    assert NETWORK.validate_python(network) is network
