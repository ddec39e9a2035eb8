"""Policies over a whole stack: what one resource alone can't say, such as whether a bucket has its companions."""

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from pulumi_policy import EnforcementLevel, PolicyResource, ReportViolation, Severity, StackValidationArgs, StackValidationPolicy
from pulumi_policy.proxy import UnknownValueError

from policies.model import Violation, items


class _Unknown(Enum):
    """The one value that no program can write."""

    UNKNOWN = "unknown"


UNKNOWN: Final = _Unknown.UNKNOWN
"""Stands for what is known only after the create. A stack policy takes it for permitted: the update itself is judged on real values."""


@dataclass(frozen=True)
class StackResource:
    """A resource of the stack: its outputs, which at a preview are its inputs and UNKNOWN, and what its inputs were made from."""

    type: str
    name: str
    urn: str
    props: Mapping[str, object]
    refers: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Input → URNs of the resources whose outputs went into it; holds at a preview too, where their ids are unknown."""

    @property
    def component_types(self) -> tuple[str, ...]:
        """Types of the components around it, from the outside in, as its URN tells them."""
        return tuple(self.urn.split("::")[2].split("$")[:-1]) if self.urn.count("::") > 2 else ()

    def points_at(self, key: str, other: "StackResource", *, by: str = "id") -> bool:
        """Whether an input was made from the other resource, or says (or lists) its `by` literally."""
        if other.urn in self.refers.get(key, frozenset()):
            return True
        named, values = other.props.get(by), self.props.get(key)
        return isinstance(named, str) and (values == named or named in items(values))


@dataclass(frozen=True)
class Stack:
    """All resources of a stack."""

    resources: tuple[StackResource, ...]

    def of_type(self, *tokens: str) -> tuple[StackResource, ...]:
        """Those of the given types, in the engine's order."""
        return tuple(one for one in self.resources if one.type in tokens)


StackCheck = Callable[[Stack], Iterator[tuple[StackResource, Violation]]]


@dataclass(frozen=True)
class StackPolicyRule:
    """A policy over a whole stack, found in policies/rules like any other."""

    id: str
    severity: Severity
    check: StackCheck

    @property
    def description(self) -> str:
        """The rule in one sentence: the first line of the check's docstring."""
        return (self.check.__doc__ or "").strip().splitlines()[0]

    def as_policy(self) -> StackValidationPolicy:
        """The same policy for the engine; it judges at preview and once more when all is made, so the preview has to come first."""

        def validate(args: StackValidationArgs, report: ReportViolation) -> None:
            for resource, violation in self.check(Stack(tuple(_resource(one) for one in args.resources))):
                report(violation.message, resource.urn)

        return StackValidationPolicy(
            name=self.id,
            description=self.description,
            validate=validate,
            enforcement_level=EnforcementLevel.MANDATORY,
            severity=self.severity,
        )


def stack_policy(rule_id: str, *, severity: Severity) -> Callable[[StackCheck], StackPolicyRule]:
    """Turns a check over a stack into the policy of its file."""

    def wrap(check: StackCheck) -> StackPolicyRule:
        return StackPolicyRule(rule_id, severity, check)

    return wrap


def _resource(given: PolicyResource) -> StackResource:
    refers = {key: frozenset(one.urn for one in those) for key, those in given.property_dependencies.items()}
    props = {key: _known(functools.partial(given.props.__getitem__, key)) for key in given.props}
    return StackResource(given.resource_type, given.name, given.urn, props, refers)


def _known(read: Callable[[], object]) -> object:
    """A value out of the SDK's wrappers, which raise where it is unknown: one unknown must not end the judging of a whole stack."""
    try:
        value = read()
    except UnknownValueError:
        return UNKNOWN
    if isinstance(value, Mapping):
        return {key: _known(functools.partial(value.__getitem__, key)) for key in value}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_known(functools.partial(value.__getitem__, index)) for index in range(len(value))]
    return value
