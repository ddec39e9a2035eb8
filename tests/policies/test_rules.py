"""Every policy against its own table: as a plain function, and behind the analyzer service that the engine calls."""

from pulumi.runtime.proto import MANDATORY

from policies.model import Registration
from policies.pack import rules

CHECKS = {rule.id: rule.check for rule in rules()}


def test_accepted_row_passes_the_check(accepted):
    rule, resource_type, props, provider_props = accepted
    assert list(CHECKS[rule](Registration(resource_type, "subject", props, provider_props))) == []


def test_refused_row_names_its_fields(refused):
    rule, resource_type, props, provider_props, paths = refused
    violations = list(CHECKS[rule](Registration(resource_type, "subject", props, provider_props)))
    assert [violation.path for violation in violations] == paths
    for violation in violations:
        for part in (violation.path, violation.value, violation.limit, violation.remedy):
            assert part
            assert part in violation.message


def test_accepted_row_passes_the_analyzer(accepted, analyze):
    rule, *registration = accepted
    assert [found.message for found in analyze(*registration).diagnostics if found.policyName == rule] == []


def test_refused_row_stops_the_engine(refused, analyze):
    rule, *registration, paths = refused
    found = [found for found in analyze(*registration).diagnostics if found.policyName == rule]
    assert len(found) == len(paths)
    assert {diagnostic.enforcementLevel for diagnostic in found} == {MANDATORY}


def test_accepted_stack_passes_the_check(accepted_stack, stack_of):
    rule, resources = accepted_stack
    assert list(CHECKS[rule](stack_of(resources))) == []


def test_refused_stack_names_its_resources_and_fields(refused_stack, stack_of):
    rule, resources, places = refused_stack
    found = list(CHECKS[rule](stack_of(resources)))
    assert [(resource.name, violation.path) for resource, violation in found] == places
    for _, violation in found:
        for part in (violation.path, violation.value, violation.limit, violation.remedy):
            assert part
            assert part in violation.message


def test_accepted_stack_passes_the_analyzer(accepted_stack, stack_of, analyze_stack):
    rule, resources = accepted_stack
    assert [found.message for found in analyze_stack(stack_of(resources)).diagnostics if found.policyName == rule] == []


def test_refused_stack_stops_the_engine(refused_stack, stack_of, analyze_stack):
    rule, resources, places = refused_stack
    found = [found for found in analyze_stack(stack_of(resources)).diagnostics if found.policyName == rule]
    assert [diagnostic.urn.rpartition("::")[2] for diagnostic in found] == [name for name, _ in places]
    assert {diagnostic.enforcementLevel for diagnostic in found} == {MANDATORY}


def test_every_policy_has_rows_that_pass_and_rows_that_fail(rule_tables):
    assert set(rule_tables) == set(CHECKS)
    for rule, module in rule_tables.items():
        assert module.ACCEPTED, rule
        assert module.REFUSED, rule


def test_every_policy_states_its_rule():
    for rule in rules():
        assert rule.description.endswith("."), rule.id
        assert rule.id == rule.id.lower()
