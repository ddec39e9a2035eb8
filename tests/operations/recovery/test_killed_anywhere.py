"""The engine, or recovery itself, is killed at seeded moments: between creates, in the midst of one, in the last seconds."""

import random
import signal
import time

import pytest

from tests.operations.recovery.creates import BASE, CLUSTER, HASTE, SAMPLE_SEED, assert_nothing_left, gpuc, gpuc_argv, prepared
from tests.support.engine import Result, signal_group, wait_until

pytestmark = [pytest.mark.engine, pytest.mark.soak]

# About as many changing calls as an up of the stack makes; a moment beyond the last call falls upon an engine that is done or nearly so.
CALLS = {BASE: 45, CLUSTER: 40}
# Creates whose answers are held back together, so that several are pending when the engine dies.
HELD_BACK = (("ec2", "CreateVpc"), ("s3", "CreateBucket"))
DELAY_SECONDS = 30


def killed(process):
    """Kills a started command and all that it started, unless it is done; returns what it said."""
    if process.poll() is None:
        return signal_group(process, signal.SIGKILL)
    return Result(process.communicate()[0], process.returncode)


def recovered(pulumi):
    """Recovery succeeds, and nothing is pending any more."""
    gpuc(pulumi, "recover", "-s", pulumi.stack, "--yes", *HASTE)
    assert pulumi.pending() == []


def converges(rehearsed, pulumi, *, by_up):
    """The next up or destroy ends well, and the end leaves nothing but the bucket that is kept."""
    if by_up:
        pulumi.up()
        pulumi.expect_no_changes()
    pulumi.destroy()
    assert_nothing_left(rehearsed, pulumi.stack)


@pytest.mark.parametrize("by_up", [True, False], ids=["up", "destroy"])
@pytest.mark.parametrize(("stack", "seed"), [*((BASE, seed) for seed in range(4)), *((CLUSTER, seed) for seed in range(3))])
def test_killed_after_any_number_of_calls(rehearsed, stack, seed, by_up):
    chance = random.Random(f"{SAMPLE_SEED} {stack} {seed} {by_up}")
    moment, pause_seconds = chance.randrange(1, CALLS[stack]), chance.choice([0, 0.02, 0.1, 0.3])
    pulumi = prepared(rehearsed, stack)
    rehearsed.control.clear_journal()
    process = pulumi.start_up()
    wait_until(lambda: process.poll() is not None or len(rehearsed.changing_calls()) >= moment, f"{moment} changing calls")
    time.sleep(pause_seconds)
    killed(process)
    recovered(pulumi)
    converges(rehearsed, pulumi, by_up=by_up)


@pytest.mark.parametrize("stack", [BASE, CLUSTER])
@pytest.mark.parametrize("last_word", ["Outputs:", "Resources:"])
def test_killed_in_its_last_moments(rehearsed, stack, last_word):
    pulumi = prepared(rehearsed, stack)
    process = pulumi.start_up()
    said = []
    for line in process.stdout:
        said.append(line)
        if line.startswith(last_word):
            break
    assert said[-1].startswith(last_word), "".join(said)
    signal_group(process, signal.SIGKILL)
    recovered(pulumi)
    converges(rehearsed, pulumi, by_up=last_word == "Outputs:")


@pytest.mark.parametrize("how", ["--adopt", "--delete"])
@pytest.mark.parametrize("seed", range(3))
def test_recovery_is_killed_again_and_again(rehearsed, seed, how):
    chance = random.Random(f"{SAMPLE_SEED} recovery {seed} {how}")
    pulumi = prepared(rehearsed, BASE)
    rehearsed.control.clear_journal()
    for service, operation in HELD_BACK:
        rehearsed.control.add_fault(service, operation, when="after", delay_seconds=DELAY_SECONDS)
    process = pulumi.start_up()
    wait_until(lambda: len(rehearsed.changing_calls()) >= len(HELD_BACK), "the creates that are held back")
    signal_group(process, signal.SIGKILL)
    rehearsed.control.clear_faults()
    for _ in range(3):
        recovery = pulumi.session.start(gpuc_argv("recover", "-s", BASE, "--yes", how, *HASTE))
        time.sleep(chance.uniform(0.5, 8))
        said = killed(recovery)
        assert said.code in (0, -signal.SIGKILL), said.stdout
    recovered(pulumi)
    converges(rehearsed, pulumi, by_up=how == "--adopt")
