"""What an up would lose, over steps as the engine writes them."""

import pytest

from operations.losses import HOLDERS, End, losses

FSX = "aws:fsx/lustreFileSystem:LustreFileSystem"
CLUSTER = "aws:eks/cluster:Cluster"
KEY = "aws:kms/key:Key"
BUCKET = "aws:s3/bucket:Bucket"
VPC = "aws:ec2/vpc:Vpc"


def step(op, kind, name="atlas-x", *, diff=None, keys=None, diffs=None, **old):
    return {
        "op": op,
        "type": kind,
        "urn": f"urn:pulumi:dev::gpu-clusters::{kind}::{name}",
        "old": None if op == "create" else {"id": f"{name}-id", **old},
        "keys": keys,
        "diffs": diffs,
        "detailedDiff": diff and {path: {"diffKind": how} for path, how in diff.items()},
    }


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (
            [
                step("create-replacement", FSX, "base-scratch", diff={"kmsKeyId": "update-replace", "tags.team": "update"}),
                step("replace", FSX, "base-scratch", diff={"kmsKeyId": "update-replace", "tags.team": "update"}),
                step("delete-replaced", FSX, "base-scratch", delete=True),
            ],
            "this replaces file system base-scratch (base-scratch-id; why: kmsKeyId); lost: every file on it that is not in S3 as well",
        ),
        (
            [
                step("delete-replaced", CLUSTER, "atlas"),
                step("replace", CLUSTER, "atlas", diff={"encryptionConfig": "delete-replace", "version": "update"}),
            ],
            "this replaces EKS cluster atlas (atlas-id; why: encryptionConfig); lost: everything that Kubernetes holds, "
            "jobs and secrets included; its nodes go with it",
        ),
        (
            [step("delete", KEY, "base-key")],
            "this deletes encryption key base-key (base-key-id; why: the declaration no longer has it); lost: all that it encrypts, "
            "at once; for good when KMS ends its waiting period, until which the deletion can be cancelled",
        ),
        (
            [step("replace", VPC, "base-network", diff={"cidrBlock": "update"}, keys=["cidrBlock"], diffs=["cidrBlock", "tags"])],
            "this replaces network base-network (base-network-id; why: cidrBlock); "
            "lost: its addresses, and the way to all that stands in it",
        ),
        (
            [step("replace", BUCKET, "base-data", diffs=["bucket", "tags"])],
            "this replaces bucket base-data (base-data-id; why: bucket, tags); lost: its name, and with forceDestroy every object in it; "
            "without, S3 refuses while it holds any",
        ),
        (
            [step("delete", FSX, "base-scratch", delete=True)],
            "this deletes file system base-scratch (base-scratch-id; why: it was replaced before); "
            "lost: every file on it that is not in S3 as well",
        ),
        (
            [step("replace", FSX, "base-scratch")],
            "this replaces file system base-scratch (base-scratch-id; why: the engine names no field); "
            "lost: every file on it that is not in S3 as well",
        ),
    ],
)
def test_what_is_said(steps, said):
    (loss,) = losses(steps)
    assert str(loss) == said


@pytest.mark.parametrize("kind", [FSX, CLUSTER, KEY, BUCKET, VPC])
@pytest.mark.parametrize(
    ("op", "kept", "ends"),
    [
        ("replace", False, [End.REPLACED]),
        ("delete-replaced", False, [End.REPLACED]),
        ("delete", False, [End.DELETED]),
        ("replace", True, []),
        ("delete-replaced", True, []),
        ("delete", True, []),
        ("create", False, []),
        ("update", False, []),
        ("same", False, []),
        ("refresh", False, []),
        ("import", False, []),
        ("read", False, []),
    ],
)
def test_which_steps_lose_what(kind, op, kept, ends):
    assert [loss.end for loss in losses([step(op, kind, retainOnDelete=kept)])] == ends


def test_what_is_made_anew_with_nothing_lost_is_passed_over():
    assert losses([step("replace", "aws:ec2/routeTable:RouteTable"), step("delete", "aws:iam/role:Role")]) == ()


def test_two_of_a_kind_and_what_an_earlier_replacement_left_are_told_apart():
    left = step("delete", FSX, "base-scratch", delete=True) | {"old": {"id": "fs-older", "delete": True}}
    found = losses([left, step("replace", FSX, "base-scratch", diff={"subnetIds": "update-replace"}), step("delete", FSX, "other")])
    assert [(loss.called, loss.id) for loss in found] == [
        ("file system base-scratch", "fs-older"),
        ("file system base-scratch", "base-scratch-id"),
        ("file system other", "other-id"),
    ]


def test_every_kind_is_tried_here():
    assert set(HOLDERS) == {FSX, CLUSTER, KEY, BUCKET, VPC}
