"""What Lustre file systems and their associations say to FSx."""

import pytest

from rehearsal.shim.diffing import judge
from rehearsal.shim.kinds import KINDS
from rehearsal.shim.lifecycle import HalfMadeError
from tests.rehearsal.shim.kinds.scripted import creation, deletion, update

FILE_SYSTEM, ASSOCIATION = "aws:fsx/lustreFileSystem:LustreFileSystem", "aws:fsx/dataRepositoryAssociation:DataRepositoryAssociation"
SCRATCH = {"subnetIds": "subnet-0123456789", "storageCapacity": 1200, "deploymentType": "SCRATCH_2"}


def test_one_subnet_is_sent_as_a_list_and_lustres_own_settings_inside() -> None:
    answers = {
        "CreateFileSystem": {"FileSystem": {"FileSystemId": "fs-0123456789"}},
        "DescribeFileSystems": {"FileSystems": [{"FileSystemId": "fs-0123456789", "Lifecycle": "AVAILABLE"}]},
    }
    identity, _, calls = creation(FILE_SYSTEM, {**SCRATCH, "tags": {"Name": "x"}}, answers)
    (operation, request), *_ = calls
    assert (identity, operation, request["SubnetIds"], request["FileSystemType"]) == (
        "fs-0123456789",
        "CreateFileSystem",
        ["subnet-0123456789"],
        "LUSTRE",
    )
    assert request["LustreConfiguration"]["DeploymentType"] == "SCRATCH_2"
    assert request["Tags"] == [{"Key": "Name", "Value": "x"}]


@pytest.mark.parametrize(
    ("change", "sent"),
    [
        ({"storageCapacity": 4800}, {"FileSystemId": "fs-0123456789", "StorageCapacity": 4800}),
        ({"dataCompressionType": "LZ4"}, {"FileSystemId": "fs-0123456789", "LustreConfiguration": {"DataCompressionType": "LZ4"}}),
    ],
)
def test_a_change_sends_what_changed_and_no_more(change, sent) -> None:
    assert update(FILE_SYSTEM, SCRATCH, {**SCRATCH, **change}, "fs-0123456789") == [("UpdateFileSystem", sent)]


@pytest.mark.parametrize(("inputs", "skip"), [({}, True), ({"skipFinalBackup": False}, False)])
def test_no_last_backup_unless_asked_for(inputs, skip) -> None:
    ((operation, request),) = deletion(FILE_SYSTEM, {**SCRATCH, **inputs}, "fs-0123456789")
    assert (operation, request["LustreConfiguration"]) == ("DeleteFileSystem", {"SkipFinalBackup": skip})


def test_the_data_of_an_association_stays_unless_asked_for() -> None:
    inputs = {"fileSystemId": "fs-0123456789", "fileSystemPath": "/a", "dataRepositoryPath": "s3://b"}
    ((_, request),) = deletion(ASSOCIATION, inputs, "dra-0123456789")
    assert request["DeleteDataInFileSystem"] is False


def test_one_that_fails_to_come_up_says_why_and_is_replaced() -> None:
    failed = {"FileSystemId": "fs-0123456789", "Lifecycle": "FAILED", "FailureDetails": {"Message": "no capacity"}}
    answers = {"CreateFileSystem": {"FileSystem": {"FileSystemId": "fs-0123456789"}}, "DescribeFileSystems": {"FileSystems": [failed]}}
    with pytest.raises(HalfMadeError) as caught:
        creation(FILE_SYSTEM, SCRATCH | {"subnetIds": "subnet-0123456789"}, answers)
    assert caught.value.identity == "fs-0123456789"
    assert "unexpected state 'FAILED', wanted target 'AVAILABLE'" in caught.value.reasons[0]
    assert "FAILED: no capacity" in caught.value.reasons
    verdict = judge(FILE_SYSTEM, KINDS[FILE_SYSTEM], SCRATCH, SCRATCH, caught.value.state)
    assert verdict.replacing
