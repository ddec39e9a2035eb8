"""The engine is killed while a resource is being made, one type after the other; then recovery, and an ordinary end."""

import signal

import pytest

from tests.operations.recovery.creates import CREATES, HASTE, assert_nothing_left, gpuc, prepared, sampled
from tests.support.engine import signal_group, wait_until

# Longer than any recovery takes, so that no answer of the killed call arrives while one runs.
DELAY_SECONDS = 20


def made(rehearsed, create):
    """Whether the world has answered a create, for itself: the answer is on its way."""
    return any(entry.operation == create.operation and entry.status for entry in rehearsed.control.journal(changing_only=True))


def kill_during(rehearsed, pulumi, create):
    """Brings the stack up and kills the engine, and all it started, once the world has made the resource and not answered yet."""
    rehearsed.control.clear_journal()
    rehearsed.control.add_fault(create.service, create.operation, when="after", delay_seconds=DELAY_SECONDS)
    process = pulumi.start_up()
    wait_until(lambda: made(rehearsed, create), f"{create.operation} of {pulumi.stack}")
    signal_group(process, signal.SIGKILL)
    rehearsed.control.clear_faults()


@pytest.mark.parametrize("create", sampled(4, "killed"))
def test_killed_while_it_makes(rehearsed, create):
    pulumi = prepared(rehearsed, create.stack)
    kill_during(rehearsed, pulumi, create)
    refused = gpuc(pulumi, "destroy", "-s", create.stack, "--yes", check=False)
    assert (refused.code, "gpuc recover" in refused.stdout) == (1, True), refused.stdout

    recovered = gpuc(pulumi, "recover", "-s", create.stack, "--yes", *HASTE)
    assert create.type in recovered.stdout
    assert pulumi.pending() == []
    if CREATES.index(create) % 2:
        pulumi.up()
        pulumi.expect_no_changes()
    pulumi.destroy()
    assert_nothing_left(rehearsed, create.stack)
