"""What is stored where: nothing unless said, and never taken over unless said."""

import pytest
from pydantic import ValidationError

from declaration.scratch import BaseScratch
from declaration.storage import CheckpointBucket, NodeCache, Storage


def test_nothing_is_made_unless_said():
    assert Storage() == Storage(scratch=None, checkpoints=None, node_cache=None)


def test_a_bucket_is_this_stacks_own_and_new_unless_said():
    bucket = Storage.model_validate({"checkpoints": {"kind": "bucket"}}).checkpoints
    assert bucket == CheckpointBucket(kind="bucket", from_stack=None, adopt=False)


@pytest.mark.parametrize(
    "written",
    [
        {"checkpoints": {}},
        {"checkpoints": {"kind": "bucket", "adopt": "perhaps"}},
        {"checkpoints": {"kind": "bucket", "from_stack": "a stack"}},
        {"checkpoints": {"kind": "efs"}},
        {"node_cache": {"kind": "nvme"}},
        {"node_cache": {"kind": "nvme", "layout": "raid1"}},
        {"checkpoint": {"kind": "bucket"}},
    ],
)
def test_other_stores_and_layouts_are_refused(written):
    with pytest.raises(ValidationError):
        Storage.model_validate(written)


def test_all_three_stand_side_by_side():
    written = {
        "scratch": {"from_stack": "aws-base"},
        "checkpoints": {"kind": "bucket", "adopt": True},
        "node_cache": {"kind": "nvme", "layout": "raid0"},
    }
    storage = Storage.model_validate(written)
    assert storage.scratch == BaseScratch(from_stack="aws-base")
    assert storage.checkpoints.adopt
    assert storage.node_cache == NodeCache(kind="nvme", layout="raid0")
