"""One layer: journal, client tokens, unknown operations, calls at the same time."""

import threading

import pytest
from botocore.exceptions import ClientError


def test_journal_tells_changing_calls_from_reading_ones(account, control) -> None:
    control.clear_journal()
    vpc = account.ec2.create_vpc(CidrBlock="10.9.0.0/16")["Vpc"]["VpcId"]
    account.ec2.describe_vpcs()
    account.ec2.delete_vpc(VpcId=vpc)
    assert [(entry.operation, entry.changing) for entry in control.journal()] == [
        ("CreateVpc", True),
        ("DescribeVpcs", False),
        ("DeleteVpc", True),
    ]
    changing = control.journal(changing_only=True)
    assert [entry.operation for entry in changing] == ["CreateVpc", "DeleteVpc"]
    assert changing[0].params["CidrBlock"] == "10.9.0.0/16"
    assert (changing[0].service, changing[0].region, changing[0].status, changing[0].error) == ("ec2", "us-east-1", 200, "")


def test_journal_names_the_error(account, control, refused) -> None:
    control.clear_journal()
    refused(lambda: account.iam.get_role(RoleName="nobody"))
    refused(lambda: account.ec2.delete_vpc(VpcId="vpc-0"))
    assert [entry.error for entry in control.journal()] == ["NoSuchEntity", "InvalidVpcID.NotFound"]


def test_repeated_client_token_gets_the_first_answer(account) -> None:
    first = account.eks.create_cluster(**account.cluster_arguments(clientRequestToken="once"))["cluster"]
    again = account.eks.create_cluster(**account.cluster_arguments(clientRequestToken="once"))["cluster"]
    assert again["arn"] == first["arn"]
    assert again["endpoint"] == first["endpoint"]


def test_client_token_belongs_to_its_parameters(account, refused) -> None:
    account.eks.create_cluster(**account.cluster_arguments(clientRequestToken="once"))
    code, _ = refused(lambda: account.eks.create_cluster(**account.cluster_arguments(clientRequestToken="once", version="1.33")))
    assert code == "IdempotentParameterMismatch"


def test_second_volume_is_not_made_for_a_lost_answer(account, control) -> None:
    control.add_fault("ec2", "CreateVolume", code="InternalError", when="after")
    arguments = {"AvailabilityZone": "us-east-1a", "Size": 1, "ClientToken": "once"}
    with pytest.raises(ClientError):
        account.ec2.create_volume(**arguments)
    account.ec2.create_volume(**arguments)
    assert len(account.ec2.describe_volumes()["Volumes"]) == 1


def test_operation_that_nobody_knows_is_not_retried(client, control) -> None:
    with pytest.raises(ClientError) as caught:
        client("ec2", attempts=5).describe_local_gateways()
    assert caught.value.response["Error"]["Code"] == "NotImplementedByRehearsal"
    assert len(control.journal()) == 1


def test_calls_at_the_same_time_all_count(account, control) -> None:
    def create(index: int) -> None:
        account.ec2.create_placement_group(GroupName=f"group-{index}", Strategy="cluster")
        account.ec2.create_security_group(GroupName=f"group-{index}", Description="d", VpcId=account.vpc)

    control.clear_journal()
    threads = [threading.Thread(target=create, args=(index,)) for index in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(control.journal()) == 16
    assert len(account.ec2.describe_placement_groups()["PlacementGroups"]) == 8


def test_reset_forgets_everything(account, control) -> None:
    account.cluster()
    control.add_fault("ec2", "CreateVpc", code="X")
    control.set_capacity(instance_type="m7i.2xlarge", count=0)
    control.reset()
    assert (control.snapshot(), control.faults(), control.journal()) == ({}, [], [])
