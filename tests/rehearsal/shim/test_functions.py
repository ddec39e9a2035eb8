"""The provider functions that the rehearsal answers, and its word for the others."""

import pytest
from pulumi.runtime.proto import provider_pb2

from rehearsal.shim.wire import to_dict, to_struct


def invoke(driver, token: str, **arguments) -> dict:
    response = driver.provider.Invoke(provider_pb2.InvokeRequest(tok=token, args=to_struct(arguments)), driver.context())
    return to_dict(getattr(response, "return"))


def test_what_a_program_asks_of_its_account(driver) -> None:
    assert invoke(driver, "aws:index/getCallerIdentity:getCallerIdentity")["accountId"] == "123456789012"
    assert invoke(driver, "aws:index/getRegion:getRegion")["region"] == "us-east-1"
    assert invoke(driver, "aws:index/getPartition:getPartition")["dnsSuffix"] == "amazonaws.com"


def test_another_region_is_another_answer(driver) -> None:
    driver.configure(region="us-west-2")
    assert invoke(driver, "aws:index/getRegion:getRegion")["region"] == "us-west-2"


def test_an_unknown_function_is_named(driver) -> None:
    with pytest.raises(Exception, match="no answer to aws:ec2/getAmi:getAmi: it answers aws:ec2/getSecurityGroup"):
        invoke(driver, "aws:ec2/getAmi:getAmi")


def test_a_subnet_and_a_group_are_found_by_their_ids(driver) -> None:
    vpc = driver.create("aws:ec2/vpc:Vpc", {"cidrBlock": "10.0.0.0/16"}, name="vpc")
    subnet = driver.create(
        "aws:ec2/subnet:Subnet", {"vpcId": vpc.id, "cidrBlock": "10.0.1.0/24", "availabilityZoneId": "use1-az4"}, name="subnet"
    )
    group = driver.create("aws:ec2/securityGroup:SecurityGroup", {"vpcId": vpc.id, "description": "fabric"}, name="group")
    found = invoke(driver, "aws:ec2/getSubnet:getSubnet", id=subnet.id)
    assert (found["vpcId"], found["availabilityZoneId"], found["mapPublicIpOnLaunch"]) == (vpc.id, "use1-az4", False)
    assert invoke(driver, "aws:ec2/getSecurityGroup:getSecurityGroup", id=group.id)["vpcId"] == vpc.id


@pytest.mark.parametrize(
    ("arguments", "words"),
    [({"id": "subnet-0123456789abcdef0"}, "InvalidSubnetID.NotFound"), ({}, "by id alone"), ({"cidrBlock": "10.0.0.0/16"}, "cidrBlock")],
)
def test_a_subnet_that_is_not_there_or_not_named_by_id_is_an_error(driver, arguments, words) -> None:
    with pytest.raises(Exception, match=words):
        invoke(driver, "aws:ec2/getSubnet:getSubnet", **arguments)
