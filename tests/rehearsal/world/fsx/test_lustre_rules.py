"""What FSx accepts of a Lustre file system: each rule by a request that breaks it and its mended twin."""

import pytest

from rehearsal.world.calls import Refusal
from rehearsal.world.fsx.lustre_rules import automatic_iops, check_new

SCRATCH = {"DeploymentType": "SCRATCH_2"}
PERSISTENT = {"DeploymentType": "PERSISTENT_2", "PerUnitStorageThroughput": 125}
AUTOMATIC = {"MetadataConfiguration": {"Mode": "AUTOMATIC"}}


def provisioned(iops: int | None) -> dict:
    return {"MetadataConfiguration": {"Mode": "USER_PROVISIONED"} | ({} if iops is None else {"Iops": iops})}


def judge(lustre: dict, capacity: int | None = 1200, **more: object) -> None:
    size = {} if capacity is None else {"StorageCapacity": capacity}
    check_new({"FileSystemType": "LUSTRE", "LustreConfiguration": lustre} | size | more)


@pytest.mark.parametrize(
    ("wrong", "right", "code"),
    [
        (lambda: judge(SCRATCH, 3600), lambda: judge(SCRATCH, 4800), "BadRequest"),
        (lambda: judge(SCRATCH, 1000), lambda: judge(SCRATCH, 1200), "BadRequest"),
        (lambda: judge(SCRATCH, None), lambda: judge(SCRATCH, 2400), "BadRequest"),
        (lambda: judge({"DeploymentType": "SCRATCH_1"}, 4800), lambda: judge({"DeploymentType": "SCRATCH_1"}, 3600), "BadRequest"),
        (lambda: judge(SCRATCH | {"PerUnitStorageThroughput": 200}), lambda: judge(SCRATCH), "BadRequest"),
        (lambda: judge({"DeploymentType": "PERSISTENT_2"}), lambda: judge(PERSISTENT), "InvalidPerUnitStorageThroughput"),
        (
            lambda: judge(PERSISTENT | {"PerUnitStorageThroughput": 200}),
            lambda: judge(PERSISTENT | {"PerUnitStorageThroughput": 1000}),
            "InvalidPerUnitStorageThroughput",
        ),
        (
            lambda: judge({"DeploymentType": "PERSISTENT_1", "PerUnitStorageThroughput": 125}),
            lambda: judge({"DeploymentType": "PERSISTENT_1", "PerUnitStorageThroughput": 200}),
            "InvalidPerUnitStorageThroughput",
        ),
        (
            lambda: judge(PERSISTENT | AUTOMATIC | {"EfaEnabled": True}, 19200),
            lambda: judge(PERSISTENT | AUTOMATIC | {"EfaEnabled": True, "PerUnitStorageThroughput": 250}, 19200),
            "BadRequest",
        ),
        (
            lambda: judge(PERSISTENT | {"EfaEnabled": True}, 38400),
            lambda: judge(PERSISTENT | AUTOMATIC | {"EfaEnabled": True}, 38400),
            "BadRequest",
        ),
        (lambda: judge(SCRATCH | {"EfaEnabled": True}), lambda: judge(SCRATCH | {"EfaEnabled": False}), "BadRequest"),
        (lambda: judge(SCRATCH | AUTOMATIC), lambda: judge(PERSISTENT | AUTOMATIC), "BadRequest"),
        (lambda: judge(PERSISTENT | provisioned(None)), lambda: judge(PERSISTENT | provisioned(1500)), "BadRequest"),
        (lambda: judge(PERSISTENT | provisioned(18000)), lambda: judge(PERSISTENT | provisioned(24000)), "BadRequest"),
        (lambda: judge(PERSISTENT | provisioned(3000), 9600), lambda: judge(PERSISTENT | provisioned(6000), 9600), "BadRequest"),
        (
            lambda: judge(PERSISTENT | {"MetadataConfiguration": {"Mode": "AUTOMATIC", "Iops": 1500}}),
            lambda: judge(PERSISTENT | AUTOMATIC),
            "BadRequest",
        ),
        (
            lambda: judge(PERSISTENT | AUTOMATIC, FileSystemTypeVersion="2.12"),
            lambda: judge(PERSISTENT, FileSystemTypeVersion="2.12"),
            "BadRequest",
        ),
        (
            lambda: judge(PERSISTENT, FileSystemTypeVersion="2.10"),
            lambda: judge(SCRATCH, FileSystemTypeVersion="2.10"),
            "BadRequest",
        ),
        (lambda: judge(SCRATCH, KmsKeyId="k"), lambda: judge(PERSISTENT, KmsKeyId="k"), "BadRequest"),
        (
            lambda: judge(SCRATCH | {"AutomaticBackupRetentionDays": 7}),
            lambda: judge(PERSISTENT | {"AutomaticBackupRetentionDays": 7}),
            "BadRequest",
        ),
        (lambda: judge(PERSISTENT, StorageType="HDD"), lambda: judge(PERSISTENT, StorageType="SSD"), "NotImplementedByRehearsal"),
        (lambda: judge(SCRATCH | {"ImportPath": "s3://b"}), lambda: judge(SCRATCH), "NotImplementedByRehearsal"),
        (lambda: check_new({"FileSystemType": "ONTAP"}), lambda: judge(SCRATCH), "NotImplementedByRehearsal"),
    ],
)
def test_refused_and_mended(wrong, right, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        wrong()
    assert caught.value.code == code
    right()


@pytest.mark.parametrize(
    ("capacity", "iops"), [(1200, 1500), (2400, 3000), (4800, 6000), (9600, 6000), (12000, 12000), (45600, 12000), (48000, 24000)]
)
def test_automatic_iops_follow_the_capacity(capacity: int, iops: int) -> None:
    assert automatic_iops(capacity) == iops
