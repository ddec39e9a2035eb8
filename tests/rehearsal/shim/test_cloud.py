"""The provider reaches nothing but a loopback address, and says what a refused call was."""

import threading
from types import SimpleNamespace

import botocore.session
import pytest
from botocore.exceptions import ClientError, EndpointConnectionError

from rehearsal.shim.cloud import (
    CancelledError,
    Clients,
    Cloud,
    CloudError,
    EndpointError,
    Timing,
    Waiting,
    require_loopback,
    shared_clients,
)
from rehearsal.shim.kind import Call

HASTE = Timing(wait_seconds=0.2, poll_seconds=0.001, retry_seconds=0.05)


class Answers:
    """A client that gives one answer after the other, the last one for ever; an exception among them is raised."""

    def __init__(self, service, *answers):
        session = botocore.session.get_session()
        self.answers, self.asked = list(answers), []
        self.meta = SimpleNamespace(service_model=session.get_service_model(service))
        self._waiters = session.get_waiter_model(service)

    def get_waiter(self, name):
        return SimpleNamespace(config=self._waiters.get_waiter("".join(part.capitalize() for part in name.split("_"))))

    def __getattr__(self, name):
        def ask(**request):
            self.asked.append((name, request))
            answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
            if isinstance(answer, Exception):
                raise answer
            return answer

        return ask


def refusal(code, message="no", status=400):
    return ClientError({"Error": {"Code": code, "Message": message}, "ResponseMetadata": {"HTTPStatusCode": status}}, "Some")


def cloud_of(client, *, alive=lambda: True, cancelled=None):
    clients = SimpleNamespace(get=lambda service, region: client)
    return Cloud(clients, HASTE, cancelled or threading.Event(), alive)


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


# --- calls on plain answers ----------------------------------------------------------------------------------------------
DELETE = Call("DeleteVpc", {"VpcId": "$id"})


def delete(cloud, call=DELETE, how="call"):
    return getattr(cloud, how)("ec2", "us-east-1", call, {"id": "vpc-1"}, {})


def test_a_refusal_is_told_as_the_real_providers_sdk_tells_it() -> None:
    with pytest.raises(CloudError) as told:
        delete(cloud_of(Answers("ec2", refusal("UnauthorizedOperation", "You may not.", 403))))
    assert told.value.code == "UnauthorizedOperation"
    assert "operation error EC2: DeleteVpc, https response error StatusCode: 403" in str(told.value)
    assert str(told.value).endswith("api error UnauthorizedOperation: You may not.")


def test_no_answer_at_all_is_a_cloud_error_too() -> None:
    with pytest.raises(CloudError, match="operation error EC2: DeleteVpc, Could not connect"):
        delete(cloud_of(Answers("ec2", EndpointConnectionError(endpoint_url="http://127.0.0.1:1"))))


def test_a_tolerated_refusal_means_that_all_is_as_wanted() -> None:
    client = Answers("ec2", refusal("InvalidVpcID.NotFound"))
    assert delete(cloud_of(client), Call("DeleteVpc", {"VpcId": "$id"}, tolerate=("InvalidVpcID.NotFound",))) == {}
    with pytest.raises(CloudError):
        delete(cloud_of(client), Call("DeleteVpc", {"VpcId": "$id"}, tolerate=("Other",)))


def test_a_wrong_property_is_named_before_anything_is_sent() -> None:
    client = Answers("ec2", {})
    call = Call("CreateVpc", {"InstanceTenancy": "$instanceTenancy"})
    with pytest.raises(CloudError, match="instanceTenancy: expected one of default, dedicated, host, got 'shared'") as told:
        cloud_of(client).call("ec2", "us-east-1", call, {"instanceTenancy": "shared"}, {})
    assert told.value.code == "ValidationError"
    assert client.asked == []


@pytest.mark.parametrize("code", ["DependencyViolation", "InvalidPlacementGroup.InUse", "ResourceInUseException", "DeleteConflict"])
def test_what_is_in_use_is_tried_again(code) -> None:
    client = Answers("ec2", refusal(code), refusal(code), {})
    delete(cloud_of(client), how="retrying")
    assert len(client.asked) == 3


def test_what_stays_in_use_is_told_in_the_end() -> None:
    client = Answers("ec2", refusal("DependencyViolation"))
    with pytest.raises(CloudError, match="DependencyViolation"):
        delete(cloud_of(client), how="retrying")
    assert len(client.asked) > 1


def test_another_refusal_is_not_tried_again() -> None:
    client = Answers("ec2", refusal("UnauthorizedOperation"))
    with pytest.raises(CloudError):
        delete(cloud_of(client), how="retrying")
    assert len(client.asked) == 1


# --- waiting -------------------------------------------------------------------------------------------------------------
NAT = Waiting("ec2", "us-east-1", "nat_gateway_available", {"NatGatewayIds": ["$id"]}, {"id": "nat-1"})
ADDON = Waiting("eks", "us-east-1", "addon_active", {"clusterName": "$c", "addonName": "$a"}, {"c": "atlas", "a": "coredns"}, ("DEGRADED",))


def gateways(*states):
    return {"NatGateways": [{"NatGatewayId": "nat-1", "State": state} for state in states]}


def test_it_waits_until_the_services_own_waiter_is_content() -> None:
    client = Answers("ec2", gateways("pending"), gateways("pending"), gateways("available"))
    cloud_of(client).wait(NAT, 0)
    assert client.asked == [("describe_nat_gateways", {"NatGatewayIds": ["nat-1"]})] * 3


def test_a_state_that_leads_nowhere_is_named_in_the_services_own_spelling() -> None:
    with pytest.raises(CloudError, match="waiting for EC2 DescribeNatGateways: unexpected state 'failed'") as told:
        cloud_of(Answers("ec2", gateways("pending"), gateways("failed"))).wait(NAT, 0)
    assert told.value.code == "UnexpectedState"


def test_a_state_that_the_real_provider_waits_through_is_waited_through() -> None:
    shown = [{"addon": {"status": status}} for status in ("CREATING", "DEGRADED", "DEGRADED", "ACTIVE")]
    client = Answers("eks", *shown)
    cloud_of(client).wait(ADDON, 0)
    assert len(client.asked) == 4
    with pytest.raises(CloudError, match="unexpected state 'CREATE_FAILED'"):
        cloud_of(Answers("eks", {"addon": {"status": "CREATE_FAILED"}})).wait(ADDON, 0)


def test_a_wait_for_the_end_is_content_with_a_refusal() -> None:
    gone = Waiting("eks", "us-east-1", "addon_deleted", ADDON.arguments, ADDON.known)
    cloud_of(Answers("eks", {"addon": {"status": "DELETING"}}, refusal("ResourceNotFoundException"))).wait(gone, 0)


def test_another_refusal_ends_a_wait() -> None:
    with pytest.raises(CloudError, match="AccessDenied"):
        cloud_of(Answers("eks", refusal("AccessDenied"))).wait(ADDON, 0)


@pytest.mark.parametrize(("seconds", "limit"), [(0, "0.2"), (0.05, "0.05")])
def test_a_resources_own_timeout_goes_first(seconds, limit) -> None:
    with pytest.raises(CloudError, match=f"timeout after {limit} s") as told:
        cloud_of(Answers("ec2", gateways("pending"))).wait(NAT, seconds)
    assert told.value.code == "Timeout"


def test_a_cancel_ends_a_wait_at_once() -> None:
    cancelled = threading.Event()
    cancelled.set()
    client = Answers("ec2", gateways("pending"))
    with pytest.raises(CancelledError, match="cancelled"):
        cloud_of(client, cancelled=cancelled).wait(NAT, 0)
    assert len(client.asked) == 1


def test_without_its_engine_nothing_more_is_asked() -> None:
    client = Answers("ec2", {})
    with pytest.raises(CancelledError, match="the engine that started this provider is gone"):
        delete(cloud_of(client, alive=lambda: False))
    with pytest.raises(CancelledError):
        cloud_of(client, alive=lambda: False).wait(NAT, 0)
    assert client.asked == []


# --- clients -------------------------------------------------------------------------------------------------------------
def test_clients_are_made_once_for_each_service_and_region_and_go_round_proxies(monkeypatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    clients = Clients("http://127.0.0.1:5000")
    client = clients.get("ec2", "us-east-1")
    assert clients.get("ec2", "us-east-1") is client
    assert clients.get("ec2", "us-west-2") is not client
    assert client.meta.endpoint_url == "http://127.0.0.1:5000"
    assert client.meta.config.proxies == {}


def test_an_endpoints_clients_are_shared() -> None:
    assert shared_clients("http://127.0.0.1:5001") is shared_clients("http://127.0.0.1:5001")
    assert shared_clients("http://127.0.0.1:5001") is not shared_clients("http://127.0.0.1:5002")


@pytest.mark.parametrize(("region", "partition"), [("us-east-1", "aws"), ("cn-north-1", "aws-cn"), ("us-gov-west-1", "aws-us-gov")])
def test_partitions_are_botocores(region, partition) -> None:
    clients = shared_clients("http://127.0.0.1:5001")
    assert clients.partition(region) == partition
    assert region in clients.regions()
