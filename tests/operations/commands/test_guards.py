"""The guards of `gpuc up` and `gpuc destroy` against the real engine, on a stack with nodes at work."""

import pytest
import yaml

from tests.operations.recovery.creates import BASE, CLUSTER, gpuc, prepared

pytestmark = pytest.mark.engine
SMALL = "aws-eks-small"


def declare(pulumi, **fields):
    """Give the stack's declaration other values for some of its fields."""
    path = pulumi.session.cwd / "stacks" / f"Pulumi.{pulumi.stack}.yaml"
    content = yaml.safe_load(path.read_text())
    content["config"]["gpu-clusters:cluster"] |= fields
    path.write_text(yaml.safe_dump(content))


def test_a_base_is_not_taken_from_under_a_cluster(rehearsed):
    cluster = prepared(rehearsed, CLUSTER)
    cluster.up()
    base = rehearsed.stack(BASE)
    rehearsed.control.clear_journal()
    refused = gpuc(base, "destroy", "-s", BASE, "--yes", check=False)
    assert refused.code == 1
    for said in (f"stack {CLUSTER}, with ", "EKS cluster atlas in vpc-", "20 instances in vpc-", "--although-in-use"):
        assert said in refused.stdout, refused.stdout
    assert rehearsed.changing_calls() == []
    unknown = gpuc(base, "recover", "-s", "nope", check=False)
    assert (unknown.code, f"it holds: {BASE}, {CLUSTER}" in unknown.stdout) == (1, True), unknown.stdout


def test_nodes_restart_only_when_told(rehearsed):
    small = rehearsed.stack(SMALL)
    small.up()
    tags = {"team": "foundation", "project": "first-steps", "owner": "atlas@example.com", "cost_center": "cc-43", "environment": "test"}
    rehearsed.control.clear_journal()
    declare(small, expires_at="2027-12-24T00:00:00Z", run_id="r-7")
    assert "restarts" not in gpuc(small, "up", "-s", SMALL, "--yes").stdout
    rehearsed.control.clear_journal()
    declare(small, tags=tags)
    refused = gpuc(small, "up", "-s", SMALL, "--yes", check=False)
    assert refused.code == 1
    said = " ".join(refused.stdout.split())
    assert (
        "this restarts 2 nodes of pool train (node group small-train-od: its nodes are replaced, all at once; why: launch template ("
        in said
    )
    assert "this restarts 2 nodes of pool system" in said
    assert "EKS moves these nodes to its newest image unless eks_release changes in the same up" in said
    assert "--restart-nodes" in said
    assert rehearsed.changing_calls() == []
    gpuc(small, "up", "-s", SMALL, "--yes", "--restart-nodes")
    assert "eks:UpdateNodegroupVersion" in rehearsed.changing_calls()


def test_data_is_lost_only_when_told(rehearsed):
    base = rehearsed.stack(BASE)
    declare(base, encryption="account_default")
    base.up()
    file_systems = rehearsed.boto("fsx").describe_file_systems
    (before,) = file_systems()["FileSystems"]
    rehearsed.control.clear_journal()
    declare(base, encryption="own_key")
    refused = gpuc(base, "up", "-s", BASE, "--yes", check=False)
    assert refused.code == 1
    said = " ".join(refused.stdout.split())
    assert f"this replaces file system base-scratch ({before['FileSystemId']}; why: kmsKeyId); lost: every file on it" in said, said
    assert "--yes alone does not lose file system base-scratch. Run again with --lose-data" in said
    assert rehearsed.changing_calls() == []
    gpuc(base, "up", "-s", BASE, "--yes", "--lose-data")
    (after,) = file_systems()["FileSystems"]
    assert after["FileSystemId"] != before["FileSystemId"]
    # The bucket outlives its stack, so that it is no loss where the declaration no longer has it.
    rehearsed.control.clear_journal()
    declare(base, storage=None)
    said = " ".join(gpuc(base, "up", "-s", BASE, "--yes", check=False).stdout.split())
    assert "--yes alone does not lose file system base-scratch. Run" in said, said
    assert "this deletes bucket" not in said
    assert rehearsed.changing_calls() == []
