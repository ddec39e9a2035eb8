"""The scratch file system: one's own or a base stack's."""

import pytest
from pydantic import TypeAdapter, ValidationError

from declaration.scratch import BaseScratch, Compression, DataRepository, FsxLustre, Scratch, ScratchDeployment

SCRATCH = TypeAdapter(Scratch)
LEAST = {"kind": "fsx_lustre", "deployment": "scratch_2", "capacity_gib": 1200}


def test_nothing_is_imported_written_back_or_reached_over_efa_unless_said():
    scratch = SCRATCH.validate_python(LEAST)
    assert isinstance(scratch, FsxLustre)
    assert scratch.deployment is ScratchDeployment.SCRATCH_2
    assert (scratch.efa, scratch.import_from, scratch.export, scratch.metadata_iops) == (False, (), False, None)
    assert (scratch.compression, scratch.mount_path) == (Compression.LZ4, "/scratch")


def test_one_address_stands_for_one_repository_at_the_root():
    short = SCRATCH.validate_python({**LEAST, "import_from": "s3://data/tokens"})
    assert short.import_from == (DataRepository(s3="s3://data/tokens", path="/"),)
    assert short == SCRATCH.validate_python({**LEAST, "import_from": [{"s3": "s3://data/tokens", "path": "/"}]})


def test_several_repositories_keep_their_order():
    written = [{"s3": "s3://data/b", "path": "/b"}, {"s3": "s3://data/a", "path": "/a"}]
    found = SCRATCH.validate_python({**LEAST, "import_from": written}).import_from
    assert [repository.path for repository in found] == ["/b", "/a"]


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "efs"},
        {"deployment": "persistent_1"},
        {"capacity_gib": "large"},
        {"compression": "zstd"},
        {"import_from": "data/tokens"},
        {"import_from": [{"s3": "s3://data"}]},
        {"import_from": [{"s3": "s3://data", "path": "tokens"}]},
        {"mount_path": "scratch"},
        {"mount_path": "/etc"},
        {"size": 1200},
    ],
)
def test_what_fsx_does_not_have_is_refused(changes):
    with pytest.raises(ValidationError):
        SCRATCH.validate_python({**LEAST, **changes})


def test_a_base_stacks_file_system_may_be_mounted_elsewhere():
    scratch = SCRATCH.validate_python({"from_stack": "aws-base", "mount_path": "/data"})
    assert scratch == BaseScratch(from_stack="aws-base", mount_path="/data")
    assert SCRATCH.validate_python(scratch) is scratch


def test_a_base_stacks_file_system_has_no_size_of_its_own_here():
    with pytest.raises(ValidationError) as refused:
        SCRATCH.validate_python({"from_stack": "aws-base", "capacity_gib": 1200})
    assert [error["loc"][-1] for error in refused.value.errors()] == ["capacity_gib"]
