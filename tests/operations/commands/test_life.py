"""One stack's life by our own commands alone, on the simulated cloud."""

import pytest

from tests.operations.recovery.creates import BASE, assert_nothing_left, gpuc

pytestmark = pytest.mark.engine


def test_up_again_and_destroy(rehearsed):
    stack = rehearsed.stack(BASE)
    up = gpuc(stack, "up", "-s", BASE, "--yes").stdout
    assert up.index("Price:") < up.index("Previewing update") < up.index("Updating")
    assert "Policies" in up
    rehearsed.control.clear_journal()
    gpuc(stack, "up", "-s", BASE, "--yes", "--", "--expect-no-changes")
    assert rehearsed.changing_calls() == []
    destroyed = gpuc(stack, "destroy", "-s", BASE, "--yes").stdout
    kept = destroyed.partition("Kept on purpose")[2]
    assert "aws:s3/bucket:Bucket base-checkpoints-123456789012-us-east-1" in kept
    assert "vpc" not in kept.lower()
    assert_nothing_left(rehearsed, BASE)
    refused = gpuc(rehearsed.stack(BASE), "up", "-s", BASE, "--yes", check=False)
    assert refused.code == 1
    assert "Set `adopt: true` under `storage.checkpoints`" in " ".join(refused.stdout.split())
    assert "Updating" not in refused.stdout


def test_without_an_answer_nothing_is_built(rehearsed):
    refused = gpuc(rehearsed.stack(BASE), "up", "-s", BASE, check=False)
    assert refused.code == 1
    assert rehearsed.changing_calls() == []
