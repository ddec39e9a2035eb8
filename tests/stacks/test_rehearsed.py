"""The example stacks on the real engine: up, nothing to do, changes, wrong bases, down, and the checkpoints that stay."""

import datetime
from pathlib import Path

import pytest
import yaml

pytestmark = [pytest.mark.engine, pytest.mark.xdist_group("stacks")]
ROOT = Path(__file__).parents[2]
BASE, CLUSTER = "aws-base", "aws-eks-pretrain"
BUCKET = "base-checkpoints-123456789012-us-east-1"
MOVED = "2027-01-31T00:00:00Z"


def declaration(stack):
    return yaml.safe_load((ROOT / "stacks" / f"Pulumi.{stack}.yaml").read_text())["config"]["gpu-clusters:cluster"]


def change(stack, name, **changes):
    """Write a declaration of the test's own into the session's copy of the stack's file."""
    stack.config({"gpu-clusters:cluster": {**declaration(name), **changes}})


@pytest.fixture
def base(rehearsed):
    stack = rehearsed.stack(BASE)
    stack.up()
    return stack


@pytest.fixture
def cluster(rehearsed, base):
    now = rehearsed.control.clock()
    rehearsed.control.add_capacity_block(
        reservation_id="cr-0123456789abcdef0",
        instance_type="p5en.48xlarge",
        zone_id="use1-az2",
        count=16,
        start=now - datetime.timedelta(hours=1),
        end=now + datetime.timedelta(days=14),
        region="us-east-1",
    )
    stack = rehearsed.stack(CLUSTER)
    stack.up()
    return stack


def expect_kept(rehearsed):
    """Nothing is left but checkpoints, and keys that wait for their deletion and bill nothing."""
    left = rehearsed.control.inventory()
    assert {one.kind for one in left} == {"buckets", "keys"}, left
    assert not any(one.billing for one in left if one.kind == "keys")


def pools(**train):
    """The example's pools, with fields of the training pool changed."""
    return [pool | (train if pool["name"] == "train" else {}) for pool in declaration(CLUSTER)["pools"]]


def test_what_is_up_stays_as_it_is_and_moving_tags_roll_nothing(rehearsed, cluster):
    running = rehearsed.boto("ec2").describe_instances(Filters=[{"Name": "instance-state-name", "Values": ["running"]}])
    machines = [one["InstanceType"] for reservation in running["Reservations"] for one in reservation["Instances"]]
    assert [machines.count(one) for one in ("p5en.48xlarge", "g6e.12xlarge", "m7i.2xlarge")] == [16, 2, 2]
    cluster.expect_no_changes()
    cluster.refresh("--expect-no-changes")
    rehearsed.control.clear_journal()
    change(cluster, CLUSTER, expires_at=MOVED)
    cluster.up()
    assert set(rehearsed.changing_calls()) == {"eks:TagResource"}
    assert rehearsed.boto("eks").describe_cluster(name="atlas")["cluster"]["tags"]["expires-at"] == MOVED


def test_a_first_cluster_stands_alone_and_leaves_its_checkpoints(rehearsed):
    stack = rehearsed.stack("aws-eks-small")
    stack.up()
    stack.expect_no_changes()
    stack.destroy()
    expect_kept(rehearsed)


def test_s3_data_is_linked_to_the_scratch_file_system(rehearsed):
    rehearsed.boto("s3").create_bucket(Bucket="atlas-tokens")
    scratch = declaration(BASE)["storage"]["scratch"] | {"import_from": [{"s3": "s3://atlas-tokens", "path": "/tokens"}], "export": True}
    stack = rehearsed.stack(BASE)
    change(stack, BASE, storage={"scratch": scratch})
    stack.up()
    stack.expect_no_changes()
    (link,) = rehearsed.boto("fsx").describe_data_repository_associations()["Associations"]
    assert (link["FileSystemPath"], link["DataRepositoryPath"]) == ("/tokens", "s3://atlas-tokens")
    stack.destroy()
    assert rehearsed.boto("fsx").describe_file_systems()["FileSystems"] == []


def test_changes_to_a_live_pool_do_what_the_table_says(rehearsed, cluster):
    rehearsed.control.clear_journal()
    change(cluster, CLUSTER, pools=pools(nodes={"min": 0, "desired": 8, "max": 16}))
    cluster.up()
    assert set(rehearsed.changing_calls()) == {"eks:UpdateNodegroupConfig"}, "nodes.desired: in place"

    change(cluster, CLUSTER, pools=pools(image={"eks_release": "1.34.2-20261112"}))
    shown = cluster.preview("--diff").stdout
    assert "~ releaseVersion" in shown
    assert "replace" not in shown, "image: rolling"

    change(cluster, CLUSTER, pools=pools(machine="p5.48xlarge", capacity=[{"kind": "spot"}]))
    rehearsed.control.clear_journal()
    cluster.up()
    calls = [call for call in rehearsed.changing_calls() if call in ("eks:CreateNodegroup", "eks:DeleteNodegroup")]
    assert calls.index("eks:DeleteNodegroup") < calls.index("eks:CreateNodegroup"), "machine: the old group makes room for the new one"


def test_an_unfit_base_is_refused_in_one_message(rehearsed, base):
    stack = rehearsed.stack(CLUSTER)
    change(stack, CLUSTER, zone="use1-az6")
    rehearsed.control.clear_journal()
    refused = stack.up(check=False)
    assert refused.code != 0
    assert "zone is use1-az6 here and use1-az2 in base stack aws-base" in refused.stdout
    assert "Traceback" not in refused.stdout
    assert rehearsed.changing_calls() == []


def test_a_base_that_is_not_up_is_named(rehearsed):
    rehearsed.stack(BASE)("stack", "ls")
    refused = rehearsed.stack(CLUSTER).up(check=False)
    assert refused.code != 0
    assert BASE in refused.stdout
    assert "Traceback" not in refused.stdout


def test_checkpoints_outlive_the_stack_and_are_adopted(rehearsed, base, cluster):
    objects = rehearsed.boto("s3")
    objects.put_object(Bucket=BUCKET, Key="step-1", Body=b"weights")
    cluster.destroy()
    base.destroy()
    expect_kept(rehearsed)
    change(base, BASE, storage=declaration(BASE)["storage"] | {"checkpoints": {"kind": "bucket", "adopt": True}})
    assert base.up().counts["imported"] == 1
    assert objects.get_object(Bucket=BUCKET, Key="step-1")["Body"].read() == b"weights"
    change(base, BASE)
    base.expect_no_changes()


@pytest.fixture
def foreign_network(rehearsed):
    """A network that somebody else made: three private subnets in two zones, DNS on."""
    ec2 = rehearsed.boto("ec2")
    vpc = ec2.create_vpc(CidrBlock="10.60.0.0/16")["Vpc"]["VpcId"]
    for attribute in ("EnableDnsSupport", "EnableDnsHostnames"):
        ec2.modify_vpc_attribute(VpcId=vpc, **{attribute: {"Value": True}})
    subnets = [
        ec2.create_subnet(VpcId=vpc, CidrBlock=f"10.60.{number}.0/24", AvailabilityZoneId=zone)["Subnet"]["SubnetId"]
        for number, zone in enumerate(("use1-az2", "use1-az2", "use1-az4"))
    ]
    return {"vpc_id": vpc, "gpu_subnet_id": subnets[0], "control_plane_subnet_ids": subnets[1:]}


def test_a_cluster_stands_in_a_network_that_is_there_and_leaves_it_alone(rehearsed, foreign_network):
    before = rehearsed.control.snapshot()["ec2"]
    stack = rehearsed.stack("aws-eks-small")
    change(stack, "aws-eks-small", network={"existing": foreign_network})
    stack.up()
    stack.expect_no_changes()
    after_up = rehearsed.control.snapshot()["ec2"]
    assert after_up["vpcs"] == before["vpcs"]
    assert len(after_up["instances"]) == 4
    stack.destroy()
    assert rehearsed.control.snapshot()["ec2"] == before


def test_a_network_that_does_not_fit_is_refused_before_anything_is_made(rehearsed, foreign_network):
    one_zone = foreign_network | {
        "control_plane_subnet_ids": [foreign_network["gpu_subnet_id"], foreign_network["control_plane_subnet_ids"][0]]
    }
    stack = rehearsed.stack("aws-eks-small")
    change(stack, "aws-eks-small", network={"existing": one_zone})
    rehearsed.control.clear_journal()
    refused = stack.up(check=False)
    assert "subnets of at least 2 zones" in refused.stdout
    assert "Traceback" not in refused.stdout
    assert rehearsed.changing_calls() == []
