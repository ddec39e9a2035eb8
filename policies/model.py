"""What a policy is here: a generator of violations over one resource's plain inputs, with an id, a severity and a docstring as its rule."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pulumi_policy import EnforcementLevel, ReportViolation, ResourceValidationArgs, ResourceValidationPolicy, Severity
from pulumi_policy.proxy import UNKNOWN_OBJECT_VALUE, UnknownValueError, unknown_checking_proxy


@dataclass(frozen=True)
class Violation:
    """One broken rule at one field: what stands there, what may, and what to write instead."""

    path: str
    value: str
    limit: str
    remedy: str

    @property
    def message(self) -> str:
        """The line that the engine prints under the resource."""
        return f"{self.path}: got {self.value}; required: {self.limit}. {self.remedy}"


@dataclass(frozen=True)
class Registration:
    """A resource as its program registers it: inputs in Pulumi's camelCase spelling, before the provider sees them."""

    type: str
    name: str
    props: Mapping[str, object]
    provider_props: Mapping[str, object] = field(default_factory=dict)

    def default_tag_keys(self) -> frozenset[str]:
        """Tag keys that the resource's explicit provider adds; a provider's nested inputs travel as JSON text.

        Raises UnknownValueError where they are not known yet, of which the SDK makes advice: guessing none would refuse a good resource.
        """
        if "defaultTags" not in self.provider_props:
            return frozenset()
        raw = self.provider_props["defaultTags"]
        default_tags = unknown_checking_proxy({"defaultTags": _decoded(raw) if isinstance(raw, str) else raw})["defaultTags"]
        return frozenset(mapping(mapping(default_tags).get("tags")))


def _decoded(text: str) -> object:
    """The value that a provider's nested input spells as JSON; text that is none stands for a value that is not known yet."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise UnknownValueError(UNKNOWN_OBJECT_VALUE, ["defaultTags"]) from None


Check = Callable[[Registration], Iterator[Violation]]


@dataclass(frozen=True)
class PolicyRule:
    """A policy found in policies/rules: its id and severity, and the check itself, callable on plain data."""

    id: str
    severity: Severity
    check: Check

    @property
    def description(self) -> str:
        """The rule in one sentence: the first line of the check's docstring."""
        return (self.check.__doc__ or "").strip().splitlines()[0]

    def as_policy(self) -> ResourceValidationPolicy:
        """The same policy for the engine; mandatory, so that a stack's `--policy-pack-config` is the one place to soften it."""

        def validate(args: ResourceValidationArgs, report: ReportViolation) -> None:
            provider_props = args.provider.props if args.provider else {}
            # Each violation is reported as it is found: those before an unknown value stand, and the SDK notes what it could not read.
            for violation in self.check(Registration(args.resource_type, args.name, args.props, provider_props)):
                report(violation.message, None)

        return ResourceValidationPolicy(
            name=self.id,
            description=self.description,
            validate=validate,
            enforcement_level=EnforcementLevel.MANDATORY,
            severity=self.severity,
        )


def policy(rule_id: str, *, severity: Severity) -> Callable[[Check], PolicyRule]:
    """Turns a check into the policy of its file."""

    def wrap(check: Check) -> PolicyRule:
        return PolicyRule(rule_id, severity, check)

    return wrap


def mapping(value: object) -> Mapping[str, object]:
    """The value if it is an object, else an empty one: absent and null mean the same in Pulumi inputs."""
    return value if isinstance(value, Mapping) else {}


def items(value: object) -> tuple[object, ...]:
    """The value's items if it is a list; a single object stands for a list of one."""
    if isinstance(value, Mapping):
        return (value,)
    return tuple(value) if isinstance(value, Sequence) and not isinstance(value, str) else ()


def is_on(value: object) -> bool:
    """Whether a switch is on: launch templates take theirs as text, all other types as booleans."""
    return value is True or (isinstance(value, str) and value.lower() == "true")


def is_set(holder: Mapping[str, object], key: str) -> bool:
    """Whether an input has a value; one that is unknown at a preview has, for only what was written can become known."""
    try:
        return holder.get(key) not in (None, "")
    except UnknownValueError:
        return True
