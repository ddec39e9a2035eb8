"""What replaces: each input is create-only by the schema, has a way to be set, or is a listed exception."""

import pytest
import yaml

from rehearsal.shim.create_only import (
    EXCEPTIONS_FILE,
    SchemaMissingError,
    cloudformation_schema,
    exceptions,
    replaces,
    replacing,
    schema_create_only,
)
from rehearsal.shim.kinds import KINDS


def settable(token: str) -> set[str]:
    """Inputs that a call changes, or that no API sees."""
    kind = KINDS[token]
    by_setter = {name for setter in kind.setters for name in setter.properties}
    by_put = set(kind.inputs) if kind.put else set()
    return by_setter | by_put | kind.local


@pytest.mark.parametrize("token", KINDS)
def test_every_input_has_exactly_one_fate(token: str) -> None:
    tops = {path.split(".")[0] for path in replacing(token, KINDS[token])}
    assert set(KINDS[token].inputs) - tops - settable(token) == set(), "neither create-only, settable, nor a listed exception"


@pytest.mark.parametrize("token", KINDS)
def test_what_replaces_has_no_setter_of_its_own(token: str) -> None:
    whole = {path for path in replacing(token, KINDS[token]) if "." not in path}
    by_setter = {name for setter in KINDS[token].setters for name in setter.properties}
    assert whole & by_setter == set()


@pytest.mark.parametrize("token", yaml.safe_load(EXCEPTIONS_FILE.read_text()))
def test_no_exception_is_stale(token: str) -> None:
    kind, listed = KINDS[token], exceptions(token)
    by_schema = schema_create_only(kind)
    assert {path.split(".")[0] for path in (*listed.replace, *listed.in_place)} <= set(kind.inputs)
    assert set(listed.in_place) <= by_schema, "the schema does not call it create-only"
    assert set(listed.replace) & by_schema == set(), "the schema says so itself"
    assert all(source for source in (*listed.replace.values(), *listed.in_place.values()))


def test_the_schemas_are_read_not_copied() -> None:
    assert "/properties/CidrBlock" in cloudformation_schema("AWS::EC2::VPC")["createOnlyProperties"]
    assert "kubernetesNetworkConfig.ipFamily" in replacing("aws:eks/cluster:Cluster", KINDS["aws:eks/cluster:Cluster"])
    with pytest.raises(SchemaMissingError, match="AWS::No::Type"):
        cloudformation_schema("AWS::No::Type")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("launchTemplate.id", True),
        ("launchTemplate.version", False),
        ("launchTemplate", True),
        ("subnetIds[0]", True),
        ("subnetIdsOther", False),
    ],
)
def test_a_changed_part_replaces_by_its_path(path: str, expected: bool) -> None:
    assert replaces(path, frozenset({"launchTemplate.id", "subnetIds"})) is expected
