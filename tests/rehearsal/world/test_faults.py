"""Faults: which calls they hit, when, and what they leave behind."""

import threading

import pytest
from botocore.exceptions import ClientError


def vpcs(account) -> int:
    return len([vpc for vpc in account.ec2.describe_vpcs()["Vpcs"] if not vpc["IsDefault"]])


def test_before_makes_nothing(account, control, refused) -> None:
    control.add_fault("ec2", "CreateVpc", code="VpcLimitExceeded", message="The maximum number of VPCs has been reached.")
    assert refused(lambda: account.ec2.create_vpc(CidrBlock="10.1.0.0/16")) == (
        "VpcLimitExceeded",
        "The maximum number of VPCs has been reached.",
    )
    assert vpcs(account) == 1
    account.ec2.create_vpc(CidrBlock="10.1.0.0/16")
    assert vpcs(account) == 2


def test_after_makes_it_and_loses_the_answer(account, control, refused) -> None:
    control.add_fault("ec2", "CreateVpc", code="InternalError", when="after")
    assert refused(lambda: account.ec2.create_vpc(CidrBlock="10.1.0.0/16"))[0] == "InternalError"
    assert vpcs(account) == 2


def test_nth_and_times(account, control) -> None:
    control.add_fault("ec2", "CreateVpc", code="VpcLimitExceeded", nth=2, times=2)
    outcomes = []
    for index in range(4):
        try:
            account.ec2.create_vpc(CidrBlock=f"10.{index + 1}.0.0/16")
            outcomes.append("made")
        except ClientError:
            outcomes.append("refused")
    assert outcomes == ["made", "refused", "refused", "made"]


def test_match_by_nested_parameters(account, control, refused) -> None:
    control.add_fault("eks", "CreateCluster", code="ServerException", match={"accessConfig": {"authenticationMode": "API"}}, times=9)
    account.cluster(name="other", accessConfig={"authenticationMode": "API_AND_CONFIG_MAP"})
    assert refused(account.cluster)[0] == "ServerException"


@pytest.mark.parametrize(
    ("service", "operation", "code", "status"),
    [
        ("ec2", "DescribeVpcs", "RequestLimitExceeded", 503),
        ("iam", "ListRoles", "Throttling", 400),
        ("eks", "ListClusters", "TooManyRequestsException", 429),
        ("s3", "ListBuckets", "SlowDown", 503),
        ("ec2", "DescribeVpcs", "InternalError", 500),
    ],
)
def test_throttling_is_retried_as_on_the_cloud(client, control, service, operation, code, status) -> None:
    control.add_fault(service, operation, code=code)
    patient = client(service, attempts=3)
    patient._make_api_call(operation, {})
    entries = control.journal()
    assert [(entry.status, entry.error) for entry in entries] == [(status, code), (200, "")]


def test_delay_does_not_hold_the_others(account, control) -> None:
    """A slow answer is made at once and given late; a call meanwhile is answered before it."""
    control.add_fault("ec2", "CreateVpc", delay_seconds=1.0)
    done = []
    slow = threading.Thread(target=lambda: done.append(("slow", account.ec2.create_vpc(CidrBlock="10.1.0.0/16"))))
    slow.start()
    while vpcs(account) < 2:
        pass
    done.append(("quick", None))
    slow.join()
    assert [name for name, _ in done] == ["quick", "slow"]


def test_what_can_not_degrade_is_said(account, control, refused) -> None:
    control.add_fault("ec2", "CreateVpc", code="X", when="degraded")
    code, message = refused(lambda: account.ec2.create_vpc(CidrBlock="10.1.0.0/16"))
    assert code == "NotDegradable"
    assert "eks.CreateNodegroup" in message


def test_cluster_that_fails(account, control) -> None:
    control.add_fault("eks", "CreateCluster", when="degraded", code="InsufficientFreeAddresses", message="no addresses")
    account.cluster()
    cluster = account.eks.describe_cluster(name="atlas")["cluster"]
    assert cluster["status"] == "FAILED"
    assert cluster["health"]["issues"][0]["message"] == "no addresses"


def test_add_on_that_fails(account, control) -> None:
    control.add_fault("eks", "CreateAddon", when="degraded", code="ConfigurationConflict", message="conflict")
    account.cluster()
    account.eks.create_addon(clusterName="atlas", addonName="vpc-cni")
    addon = account.eks.describe_addon(clusterName="atlas", addonName="vpc-cni")["addon"]
    assert (addon["status"], addon["health"]["issues"][0]["code"]) == ("CREATE_FAILED", "ConfigurationConflict")


def test_node_group_that_fails_names_the_code_of_ec2(account, control) -> None:
    control.add_fault("eks", "CreateNodegroup", when="degraded", code="InsufficientInstanceCapacity", message="no room")
    account.cluster()
    group = account.node_group()
    (issue,) = group["health"]["issues"]
    assert (group["status"], issue["code"]) == ("CREATE_FAILED", "AsgInstanceLaunchFailures")
    assert "InsufficientInstanceCapacity - no room" in issue["message"]
    assert account.running() == []


def test_nat_gateway_that_fails(account, control) -> None:
    control.add_fault("ec2", "CreateNatGateway", when="degraded", code="Gateway.NotAttached", message="no internet gateway")
    address = account.ec2.allocate_address(Domain="vpc")["AllocationId"]
    made = account.ec2.create_nat_gateway(SubnetId=account.subnets["use1-az2"], AllocationId=address)["NatGateway"]["NatGatewayId"]
    (gateway,) = account.ec2.describe_nat_gateways(NatGatewayIds=[made])["NatGateways"]
    assert (gateway["State"], gateway["FailureCode"], gateway["FailureMessage"]) == ("failed", "Gateway.NotAttached", "no internet gateway")
