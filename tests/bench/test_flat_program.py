"""The peer must register the very same resources, else the ratio compares two different things."""

import pulumi
import pulumi_aws as aws
import pytest

from bench.flat_program import flat_program, marked_base, marking
from bench.preview import BASE_REFERENCE, BASE_STACK, STACK, peer_program, recorded
from gpu_cluster_testing import record


@pytest.fixture(scope="module")
def base():
    return recorded(BASE_STACK).outputs["base"]


def cloud_resources(recording):
    return {(one.type, one.name): one for one in recording.resources if one.is_cloud_resource}


@pytest.mark.parametrize("preview", [True, False])
def test_the_peer_registers_what_we_do(base, preview):
    program = compile(peer_program(), "by-hand", "exec")
    by_hand = cloud_resources(record(lambda: exec(program, {}), preview=preview, stack_outputs={BASE_REFERENCE: {"base": base}}))
    ours = cloud_resources(recorded(STACK, base=base, preview=preview))
    assert set(by_hand) == set(ours)
    for key, one in by_hand.items():
        assert one.inputs == ours[key].inputs, key
        mine, theirs = one.options(), ours[key].options()
        for option in ("retain_on_delete", "delete_before_replace", "custom_timeouts", "ignore_changes"):
            assert mine.get(option) == theirs.get(option), (key, option)


def test_outputs_are_referred_to_and_never_copied(base):
    text = peer_program()
    assert "«" not in text
    assert "lt-" not in text, "an identifier of a mocked launch template would be a copy"
    assert "depends_on=[" in text


def test_markers_of_a_base(base):
    marked = marked_base(base)
    assert marked["account"] == base["account"]
    assert marked["gpu_subnet_id"] != base["gpu_subnet_id"]
    assert len(set(marked["control_plane_subnet_ids"])) == 2


def test_text_around_an_output_is_joined():
    def program():
        role = aws.iam.Role("r", assume_role_policy="{}")
        aws.iam.RolePolicy("p", role=role.name, policy=pulumi.Output.concat("<", role.arn, ">"))
        pulumi.export("x", role.arn)

    plain = record(program)
    text = flat_program(record(program, computed=marking(plain)), "x")
    assert "policy=pulumi.Output.concat('<', r0.arn, '>')" in text
    assert "pulumi.export('x', r0.arn)" in text
