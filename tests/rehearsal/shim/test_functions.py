"""The provider functions that the rehearsal answers, and its word for the others."""

import pytest
from pulumi.runtime.proto import provider_pb2

from rehearsal.shim.wire import to_dict


def invoke(driver, token: str) -> dict:
    response = driver.provider.Invoke(provider_pb2.InvokeRequest(tok=token), driver.context())
    return to_dict(getattr(response, "return"))


def test_what_a_program_asks_of_its_account(driver) -> None:
    assert invoke(driver, "aws:index/getCallerIdentity:getCallerIdentity")["accountId"] == "123456789012"
    assert invoke(driver, "aws:index/getRegion:getRegion")["region"] == "us-east-1"
    assert invoke(driver, "aws:index/getPartition:getPartition")["dnsSuffix"] == "amazonaws.com"


def test_another_region_is_another_answer(driver) -> None:
    driver.configure(region="us-west-2")
    assert invoke(driver, "aws:index/getRegion:getRegion")["region"] == "us-west-2"


def test_an_unknown_function_is_named(driver) -> None:
    with pytest.raises(Exception, match="no answer to aws:ec2/getAmi:getAmi: it answers aws:index/getCallerIdentity"):
        invoke(driver, "aws:ec2/getAmi:getAmi")
