"""A recording: every resource that a program registered, with its options, and the assertions that hold for all of them."""

import importlib
import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from gpu_cluster_testing.values import Plain

STACK_TYPE = "pulumi:pulumi:Stack"
REFERENCE_TYPE = "pulumi:pulumi:StackReference"
PROVIDER_PREFIX = "pulumi:providers:"
_TEMPLATE_TYPE = "aws:ec2/launchTemplate:LaunchTemplate"


class UnknownResourceError(LookupError):
    """Raised when a recording holds no such resource, or more than one; the message lists what it holds: name one of those."""


@dataclass(frozen=True)
class CustomTimeouts:
    """How long the provider may take, as written in the options ("30m"); empty means the provider's own default."""

    create: str = ""
    update: str = ""
    delete: str = ""


@dataclass(frozen=True)
class RecordedResource:
    """One registration: inputs with the provider's (camelCase) names, and every option that reaches the engine."""

    type: str
    name: str
    urn: str
    custom: bool
    inputs: Mapping[str, Plain]
    secret_inputs: tuple[str, ...] = ()
    outputs: Mapping[str, Plain] | None = None  # of components and the stack: what register_outputs was called with
    parent: str = ""
    dependencies: tuple[str, ...] = ()
    property_dependencies: Mapping[str, tuple[str, ...]] | None = None
    provider: str = ""  # URN of the explicit provider, "" for the default one
    providers: Mapping[str, str] | None = None
    protect: bool = False
    ignore_changes: tuple[str, ...] = ()
    replace_on_changes: tuple[str, ...] = ()
    additional_secret_outputs: tuple[str, ...] = ()
    delete_before_replace: bool | None = None
    retain_on_delete: bool = False
    deleted_with: str = ""
    custom_timeouts: CustomTimeouts = CustomTimeouts()
    import_id: str = ""
    read_id: str = ""

    @property
    def is_stack(self) -> bool:
        """Whether this is the stack itself."""
        return self.type == STACK_TYPE

    @property
    def is_cloud_resource(self) -> bool:
        """Whether a provider makes it: neither component, nor stack, nor provider, nor stack reference."""
        return self.custom and self.type != REFERENCE_TYPE and not self.type.startswith(PROVIDER_PREFIX)

    def options(self) -> dict[str, Plain]:
        """Return the options that differ from the default, in a stable form for golden files."""
        timeouts = {key: value for key, value in vars(self.custom_timeouts).items() if value}
        found: dict[str, Plain] = {
            "parent": self.parent,
            "dependencies": [*sorted(self.dependencies)],
            "provider": self.provider,
            "providers": dict(sorted((self.providers or {}).items())),
            "protect": self.protect,
            "ignore_changes": list(self.ignore_changes),
            "replace_on_changes": list(self.replace_on_changes),
            "additional_secret_outputs": list(self.additional_secret_outputs),
            "retain_on_delete": self.retain_on_delete,
            "deleted_with": self.deleted_with,
            "custom_timeouts": dict(timeouts),
            "import": self.import_id,
        }
        kept: dict[str, Plain] = {key: value for key, value in found.items() if value}
        return kept if self.delete_before_replace is None else kept | {"delete_before_replace": self.delete_before_replace}


@dataclass(frozen=True)
class Recording:
    """Everything one run of a program registered, in order of registration; `resources` leaves the stack itself out."""

    stack: RecordedResource
    resources: tuple[RecordedResource, ...]

    @property
    def outputs(self) -> Mapping[str, Plain]:
        """What the program exported."""
        return self.stack.outputs or {}

    def of_type(self, token: str) -> tuple[RecordedResource, ...]:
        """Return all resources of this type token, in order of their names."""
        return tuple(sorted((one for one in self.resources if one.type == token), key=lambda one: one.name))

    def one(self, token: str, name: str | None = None) -> RecordedResource:
        """Return the one resource of this type (and logical name); raises UnknownResourceError otherwise."""
        found = [one for one in self.of_type(token) if name in (None, one.name)]
        if len(found) != 1:
            names = ", ".join(one.name for one in self.of_type(token)) or f"none; recorded types: {', '.join(self.types())}"
            raise UnknownResourceError(f"{len(found)} resources of type {token} named {name or 'anything'}; there are: {names}")
        return found[0]

    def types(self) -> dict[str, int]:
        """Return how many resources of each type there are, sorted by type."""
        return dict(sorted(Counter(one.type for one in self.resources).items()))

    def by_urn(self, urn: str) -> RecordedResource:
        """Return the resource with this URN, the stack included; raises UnknownResourceError when there is none."""
        for one in (self.stack, *self.resources):
            if one.urn == urn:
                return one
        raise UnknownResourceError(f"no resource has the URN {urn}; see Recording.tree() for what was registered")

    def depends_on(self, dependent: RecordedResource, wanted: RecordedResource) -> bool:
        """Whether the engine makes `wanted` before `dependent`, directly or through others (parents count, as in the engine)."""
        seen: set[str] = set()
        open_urns = [*dependent.dependencies, dependent.parent]
        while open_urns:
            urn = open_urns.pop()
            if urn == wanted.urn:
                return True
            if urn and urn not in seen:
                seen.add(urn)
                one = self.by_urn(urn)
                open_urns += [*one.dependencies, one.parent]
        return False

    def assert_unique_urns(self) -> None:
        """Fail when two registrations share a URN, which the engine refuses and mocks do not notice."""
        twice = [urn for urn, count in Counter(one.urn for one in self.resources).items() if count > 1]
        assert not twice, f"registered more than once: {', '.join(twice)}"

    def assert_parents(self, at_root: Collection[str] = ()) -> None:
        """Fail when a resource hangs off the stack itself and its type is neither in `at_root` nor a provider."""
        loose = [
            one.urn
            for one in self.resources
            if one.parent == self.stack.urn and not one.type.startswith(PROVIDER_PREFIX) and one.type not in at_root
        ]
        assert not loose, f"without a component for a parent: {', '.join(loose)}"

    def assert_all_tagged(self, keys: Collection[str]) -> None:
        """Fail when an AWS resource that takes tags, or what a launch template starts, lacks one of the keys or a value for it."""
        missing = [line for one in self.resources if one.is_cloud_resource for line in _untagged(one, keys)]
        assert not missing, "\n".join(missing)

    def tree(self) -> str:
        """Draw the resources under their parents, one a line, children sorted by type and name."""
        return "\n".join(_branch(self, self.stack, 0))

    def to_golden(self) -> str:
        """Render types, names, inputs and options as JSON sorted by URN: the same program gives the same text."""
        rows = [
            {"urn": one.urn, "type": one.type, "inputs": dict(one.inputs), "options": one.options()}
            for one in sorted(self.resources, key=lambda one: one.urn)
        ]
        return json.dumps({"resources": rows, "outputs": dict(self.outputs)}, indent=1, sort_keys=True) + "\n"


def _branch(recording: Recording, one: RecordedResource, depth: int) -> Iterator[str]:
    yield f"{'  ' * depth}{one.type} {one.name}"
    for child in sorted((child for child in recording.resources if child.parent == one.urn), key=lambda child: (child.type, child.name)):
        yield from _branch(recording, child, depth + 1)


def _takes_tags(type_token: str) -> bool:
    """Ask the SDK itself whether the type has a `tags` input: its public ...Args class says so."""
    package, module, name = type_token.split(":")
    sdk = importlib.import_module(f"pulumi_{package}.{module.split('/')[0]}")
    return hasattr(getattr(sdk, f"{name}Args"), "tags")


def _untagged(one: RecordedResource, keys: Collection[str]) -> Iterator[str]:
    if one.type.startswith("aws:") and _takes_tags(one.type):
        yield from _lacking(one, "tags", one.inputs.get("tags"), keys)
    if one.type == _TEMPLATE_TYPE:
        specifications = one.inputs.get("tagSpecifications")
        rows = specifications if isinstance(specifications, list) else []
        by_type = {row.get("resourceType"): row.get("tags") for row in rows if isinstance(row, dict)}
        for launched in ("instance", "volume", "network-interface"):
            yield from _lacking(one, f"tagSpecifications[{launched}]", by_type.get(launched), keys)


def _lacking(one: RecordedResource, place: str, tags: Plain, keys: Collection[str]) -> Iterator[str]:
    have = {key for key, value in tags.items() if value} if isinstance(tags, dict) else set()
    lacking = sorted(set(keys) - have)
    if lacking:
        yield f"{one.type} {one.name}: {place} lacks {', '.join(lacking)}"
