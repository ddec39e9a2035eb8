"""The whole chain with real resources: engine, launcher, provider in the world, world; and what a killed engine leaves."""

import signal

import pytest

from tests.support.engine import processes_of, signal_group, wait_until
from tests.support.rehearsed import REGION, Rehearsed

pytestmark = pytest.mark.engine

VPC = f"""
import pulumi, pulumi_aws as aws

config = pulumi.Config()
provider = aws.Provider("aws", region="{REGION}", allowed_account_ids=["123456789012"])
options = pulumi.ResourceOptions(provider=provider)
vpc = aws.ec2.Vpc("net", cidr_block="10.40.0.0/16", tags={{"Name": config.get("name") or "net"}}, opts=options)
aws.ec2.Subnet("gpu", vpc_id=vpc.id, cidr_block="10.40.0.0/20", availability_zone_id="use1-az2", opts=options)
pulumi.export("vpc", vpc.id)
"""


def vpcs(rehearsed: Rehearsed) -> list[dict[str, object]]:
    found = rehearsed.boto("ec2").describe_vpcs(Filters=[{"Name": "cidr", "Values": ["10.40.0.0/16"]}])
    return found["Vpcs"]


def test_life_of_a_stack(rehearsed: Rehearsed) -> None:
    stack = rehearsed.program(VPC)
    assert stack.up().counts == {"created": 4}
    (vpc,) = vpcs(rehearsed)
    assert stack.outputs() == {"vpc": vpc["VpcId"]}
    stack.expect_no_changes()
    rehearsed.control.clear_journal()
    stack.up()
    assert rehearsed.changing_calls() == []
    stack.config({"inline:name": "renamed"})
    assert stack.up().counts == {"updated": 1, "unchanged": 3}
    assert vpcs(rehearsed)[0]["VpcId"] == vpc["VpcId"]
    assert stack.refresh().counts == {"unchanged": 4}
    stack.destroy()
    assert rehearsed.control.inventory() == []


def test_two_stacks_share_one_world(rehearsed: Rehearsed) -> None:
    first, second = rehearsed.program(VPC, project="first"), rehearsed.program(VPC, project="second")
    first.up()
    second.up()
    assert len(vpcs(rehearsed)) == 2
    first.destroy()
    (left,) = vpcs(rehearsed)
    assert second.outputs() == {"vpc": left["VpcId"]}


def test_engine_killed_while_it_creates(rehearsed: Rehearsed) -> None:
    stack = rehearsed.program(VPC)
    rehearsed.control.add_fault("ec2", "CreateVpc", when="after", delay_seconds=3)
    running = stack.start_up()
    wait_until(lambda: vpcs(rehearsed), "the VPC exists")
    signal_group(running, signal.SIGKILL)
    wait_until(lambda: not processes_of(rehearsed.world.places), "every process of the engine ends")
    assert [operation["type"] for operation in stack.pending()] == ["creating"]
    assert "ec2:CreateSubnet" not in rehearsed.changing_calls()
    assert len(vpcs(rehearsed)) == 1


def test_one_interrupt_lets_running_calls_finish(rehearsed: Rehearsed) -> None:
    stack = rehearsed.program(VPC)
    rehearsed.control.add_fault("ec2", "CreateVpc", when="after", delay_seconds=3)
    running = stack.start_up()
    wait_until(lambda: vpcs(rehearsed), "the VPC exists")
    said = signal_group(running, signal.SIGINT)
    assert said.code != 0
    assert "Traceback" not in said.stdout
    assert stack.pending() == []
    assert stack.resource("aws:ec2/vpc:Vpc")["id"] == vpcs(rehearsed)[0]["VpcId"]
    stack.destroy()
    assert rehearsed.control.inventory() == []


def test_refused_call_is_shown_with_the_clouds_own_code(rehearsed: Rehearsed) -> None:
    stack = rehearsed.program(VPC.replace("10.40.0.0/20", "10.99.0.0/20"))
    said = stack.up(check=False)
    assert said.code != 0
    assert "InvalidSubnet.Range" in said.stdout
    stack.destroy()
    assert rehearsed.control.inventory() == []


def test_what_exists_already_is_imported(rehearsed: Rehearsed) -> None:
    made = rehearsed.boto("ec2").create_vpc(
        CidrBlock="10.40.0.0/16", TagSpecifications=[{"ResourceType": "vpc", "Tags": [{"Key": "Name", "Value": "net"}]}]
    )
    vpc_id = made["Vpc"]["VpcId"]
    stack = rehearsed.program("", config={"aws:region": REGION})
    stack.import_resource("aws:ec2/vpc:Vpc", "net", vpc_id)
    assert stack.resource("aws:ec2/vpc:Vpc", "net")["id"] == vpc_id
    stack.destroy()
    assert vpcs(rehearsed) == []
