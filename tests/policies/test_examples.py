"""The example stacks, as their programs register them, pass the whole pack: at a preview and at an update."""

import pytest

from gpu_cluster_testing.values import UNKNOWN as RECORDED_UNKNOWN
from policies.model import Registration
from policies.pack import rules
from policies.stack import UNKNOWN, Stack, StackPolicyRule, StackResource
from tests.stacks.test_graph import EXAMPLES, recorded


def known_to_the_engine(value):
    if isinstance(value, dict):
        return {key: known_to_the_engine(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [known_to_the_engine(inner) for inner in value]
    return UNKNOWN if value == RECORDED_UNKNOWN else value


def as_stack(recording):
    return Stack(
        tuple(
            StackResource(
                one.type,
                one.name,
                one.urn,
                known_to_the_engine(dict(one.inputs)),
                {key: frozenset(urns) for key, urns in (one.property_dependencies or {}).items()},
            )
            for one in recording.resources
        )
    )


def violations(recording):
    """(policy, resource, message) of everything that the pack refuses."""
    stack = as_stack(recording)
    of_stack = [
        (rule.id, one.name, found.message) for rule in rules() if isinstance(rule, StackPolicyRule) for one, found in rule.check(stack)
    ]
    providers = {one.urn: one.inputs for one in recording.resources}
    of_one = [
        (rule.id, one.name, found.message)
        for rule in rules()
        if not isinstance(rule, StackPolicyRule)
        for one in recording.resources
        for found in rule.check(Registration(one.type, one.name, one.inputs, providers.get(one.provider, {})))
    ]
    return of_one + of_stack


@pytest.mark.parametrize("preview", [True, False], ids=["preview", "update"])
@pytest.mark.parametrize("stack", EXAMPLES)
def test_example_passes_the_pack(stack, preview):
    assert violations(recorded(stack, preview=preview)) == []


@pytest.mark.parametrize("preview", [True, False], ids=["preview", "update"])
@pytest.mark.parametrize(
    ("removed", "rule"),
    [
        ("fabric-egress-self", "efa-security-group"),
        ("fabric-ingress-self", "efa-security-group"),
        ("checkpoints-private", "public-access-blocked"),
        ("checkpoints-encryption", "encrypted-buckets"),
    ],
)
def test_base_stack_without_one_of_its_parts_is_refused(removed, rule, preview):
    recording = recorded("aws-base", preview=preview)
    kept = tuple(one for one in recording.resources if not one.name.endswith(f"-{removed}"))
    assert len(kept) == len(recording.resources) - 1
    found = violations(type(recording)(recording.stack, kept))
    assert {policy for policy, _, _ in found} == {rule}
