"""The peer must register the very same resources, else the ratio compares two different things."""

import pytest

from bench.preview import BASE_REFERENCE, BASE_STACK, STACK, peer_program, recorded
from gpu_cluster_testing import record

SAME_OPTIONS = ("retain_on_delete", "delete_before_replace", "custom_timeouts", "ignore_changes")


@pytest.fixture(scope="module")
def base():
    return recorded(BASE_STACK).outputs["base"]


@pytest.fixture(scope="module")
def text():
    return peer_program()


def cloud_resources(recording):
    return {(one.type, one.name): one for one in recording.resources if one.is_cloud_resource}


@pytest.mark.parametrize("preview", [True, False])
def test_the_peer_registers_what_we_do(base, text, preview):
    program = compile(text, "by-hand", "exec")
    outputs = {BASE_REFERENCE: {"base": base}}
    by_hand = cloud_resources(record(lambda: exec(program, {}), preview=preview, stack_outputs=outputs))
    ours = cloud_resources(recorded(STACK, base=base, preview=preview))
    assert set(by_hand) == set(ours)
    assert len(ours) > 20
    for key, one in by_hand.items():
        assert one.inputs == ours[key].inputs, key
        mine, theirs = one.options(), ours[key].options()
        assert {option: mine.get(option) for option in SAME_OPTIONS} == {option: theirs.get(option) for option in SAME_OPTIONS}, key


def test_outputs_are_referred_to_and_never_copied(text):
    assert "«" not in text
    assert "lt-" not in text, "an identifier of a mocked launch template would be a copy"
    assert "depends_on=[" in text
