"""The provider reaches nothing but a loopback address, and says what a refused call was."""

import pytest

from rehearsal.shim.cloud import Clients, CloudError, EndpointError, require_loopback


@pytest.mark.parametrize("endpoint", ["http://127.0.0.1:5000", "http://localhost:5000", "http://[::1]:5000"])
def test_loopback_is_accepted(endpoint: str) -> None:
    assert require_loopback(endpoint) == endpoint


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://ec2.us-east-1.amazonaws.com",
        "http://10.0.0.1:5000",
        "http://127.0.0.1.example.com:80",
        "https://127.0.0.1:5000",
        "127.0.0.1:5000",
        "",
    ],
)
def test_anything_else_is_refused(endpoint: str) -> None:
    with pytest.raises(EndpointError, match="gpuc rehearse"):
        Clients(endpoint)


def test_a_refusal_names_operation_code_and_message(driver) -> None:
    with pytest.raises(CloudError) as refused:
        driver.provider._cloud.send("ec2", "us-east-1", "DescribeVpcs", {"VpcIds": ["vpc-0123456789abcdef0"]})
    assert refused.value.code == "InvalidVpcID.NotFound"
    assert "operation error EC2: DescribeVpcs" in str(refused.value)
    assert "api error InvalidVpcID.NotFound: " in str(refused.value)


def test_a_request_that_is_none_says_so_in_one_line(driver) -> None:
    with pytest.raises(CloudError, match="operation error EC2: DeleteVpc, Parameter validation failed"):
        driver.provider._cloud.send("ec2", "us-east-1", "DeleteVpc", {})
