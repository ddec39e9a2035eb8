"""The pack behind the SDK's own analyzer service, fed with recorded registrations and without an engine."""

import importlib.util
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType

import pytest
from google.protobuf import struct_pb2
from pulumi.runtime import proto
from pulumi_policy import EnforcementLevel
from pulumi_policy.policy import _PolicyAnalyzerServicer
from pulumi_policy.proxy import UNKNOWN_STRING_VALUE

from policies.pack import PACK_NAME, policies, rule_modules, rules
from policies.stack import UNKNOWN, Stack, StackPolicyRule, StackResource


def _rule_tables() -> Mapping[str, ModuleType]:
    """Rule id → the test module that holds its ACCEPTED and REFUSED rows; a rule without one fails the whole folder."""
    folder = Path(__file__).parent / "rules"
    return {rule.id: _load(folder / f"test_{name.rpartition('.')[2]}.py") for rule, name in zip(rules(), rule_modules(), strict=True)}


def pytest_generate_tests(metafunc) -> None:
    """`accepted` and `refused` run a test over the rows of every rule: (rule id, type, props, provider props[, refused paths]).

    `accepted_stack` and `refused_stack` do so for rules over a stack: (rule id, resources[, refused (name, path) pairs]).
    """
    for fixture in ("accepted", "refused", "accepted_stack", "refused_stack"):
        if fixture in metafunc.fixturenames:
            table, _, of_stack = fixture.partition("_")
            wanted = {rule.id for rule in rules() if isinstance(rule, StackPolicyRule) is bool(of_stack)}
            rows = {
                (rule, title): row
                for rule, module in _rule_tables().items()
                if rule in wanted
                for title, row in getattr(module, table.upper()).items()
            }
            shaped = [(rule, row) if fixture == "accepted_stack" else (rule, *row) for (rule, _), row in rows.items()]
            metafunc.parametrize(fixture, shaped, ids=[" | ".join(key) for key in rows])


@pytest.fixture(scope="session")
def rule_tables() -> Mapping[str, ModuleType]:
    """Rule id → its test module."""
    return _rule_tables()


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"policy_rows_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def servicer() -> _PolicyAnalyzerServicer:
    """The service that the engine would talk to, with the whole pack."""
    return _PolicyAnalyzerServicer(PACK_NAME, "0.1.0", list(policies()), EnforcementLevel.ADVISORY)


@pytest.fixture(scope="session")
def analyze(servicer) -> Callable[..., proto.AnalyzeResponse]:
    """analyze(type, props, provider_props) → the answer that the engine would get."""

    def send(resource_type, props, provider_props=None):
        request = proto.AnalyzeRequest(
            type=resource_type, name="subject", urn=f"urn:pulumi:dev::gpu-clusters::{resource_type}::subject", properties=_struct(props)
        )
        if provider_props:
            request.provider.CopyFrom(
                proto.AnalyzerProviderResource(type="pulumi:providers:aws", name="aws", properties=_struct(provider_props))
            )
        return servicer.Analyze(request, None)

    return send


@pytest.fixture(scope="session")
def analyze_stack(servicer) -> Callable[[Stack], proto.AnalyzeResponse]:
    """analyze_stack(stack) → the answer that the engine would get once all resources are registered."""

    def send(stack):
        resources = [
            proto.AnalyzerResource(
                type=one.type,
                name=one.name,
                urn=one.urn,
                properties=_struct(as_sent(one.props)),
                propertyDependencies={key: proto.AnalyzerPropertyDependencies(urns=sorted(urns)) for key, urns in one.refers.items()},
            )
            for one in stack.resources
        ]
        return servicer.AnalyzeStack(proto.AnalyzeStackRequest(resources=resources), None)

    return send


@pytest.fixture(scope="session")
def stack_of() -> Callable[..., Stack]:
    """stack_of({name: (types from the outside in, joined by $; props; {input: names})}) → the stack."""

    def build(resources):
        urns = {name: f"urn:pulumi:dev::gpu-clusters::{row[0]}::{name}" for name, row in resources.items()}
        return Stack(
            tuple(
                StackResource(
                    types.rpartition("$")[2],
                    name,
                    urns[name],
                    props,
                    {key: frozenset(urns.get(other, other) for other in names) for key, names in (refers[0] if refers else {}).items()},
                )
                for name, (types, props, *refers) in resources.items()
            )
        )

    return build


def as_sent(value):
    """The value with the SDK's mark in place of each unknown, as it travels from the engine."""
    if value is UNKNOWN:
        return UNKNOWN_STRING_VALUE
    if isinstance(value, Mapping):
        return {key: as_sent(inner) for key, inner in value.items()}
    return [as_sent(inner) for inner in value] if isinstance(value, list) else value


def _struct(values) -> struct_pb2.Struct:
    struct = struct_pb2.Struct()
    struct.update(values)
    return struct
