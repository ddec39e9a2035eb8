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

from policies.pack import PACK_NAME, policies, rule_modules, rules


def _rule_tables() -> Mapping[str, ModuleType]:
    """Rule id → the test module that holds its ACCEPTED and REFUSED rows; a rule without one fails the whole folder."""
    folder = Path(__file__).parent / "rules"
    return {rule.id: _load(folder / f"test_{name.rpartition('.')[2]}.py") for rule, name in zip(rules(), rule_modules(), strict=True)}


def pytest_generate_tests(metafunc) -> None:
    """`accepted` and `refused` run a test over the rows of every rule: (rule id, type, props, provider props[, refused paths])."""
    for fixture, table in (("accepted", "ACCEPTED"), ("refused", "REFUSED")):
        if fixture in metafunc.fixturenames:
            rows = {(rule, title): row for rule, module in _rule_tables().items() for title, row in getattr(module, table).items()}
            metafunc.parametrize(fixture, [(rule, *row) for (rule, _), row in rows.items()], ids=[" | ".join(key) for key in rows])


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
def analyze() -> Callable[..., proto.AnalyzeResponse]:
    """analyze(type, props, provider_props) → the answer that the engine would get."""
    servicer = _PolicyAnalyzerServicer(PACK_NAME, "0.1.0", list(policies()), EnforcementLevel.ADVISORY)

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


def _struct(values) -> struct_pb2.Struct:
    struct = struct_pb2.Struct()
    struct.update(values)
    return struct
