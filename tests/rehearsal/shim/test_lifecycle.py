"""Every resource type through its whole life against the world: what `up`, `preview`, `refresh`, `import` and `destroy` ask of it."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from pulumi.runtime.proto import provider_pb2

from rehearsal.shim.comparing import same
from rehearsal.shim.kinds import KINDS
from rehearsal.shim.wire import UNKNOWN, to_dict

CASES: dict[str, dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "test_lifecycle" / "cases.yaml").read_text())
NONE, SOME = provider_pb2.DiffResponse.DIFF_NONE, provider_pb2.DiffResponse.DIFF_SOME


def resolved(value: Any, made: dict[str, Any]) -> Any:
    """A case's value with the ids and outputs of what was made before."""
    if isinstance(value, dict):
        return {key: resolved(item, made) for key, item in value.items()}
    if isinstance(value, list):
        return [resolved(item, made) for item in value]
    if not isinstance(value, str) or "$" not in value:
        return value
    for name in sorted(made, key=len, reverse=True):
        value = value.replace(f"${name}.arn", str(made[name].state.get("arn"))).replace(f"${name}", made[name].id)
    return value


def merged(inputs: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The inputs with a change of a case; null takes a property away."""
    return {key: value for key, value in {**inputs, **change}.items() if value is not None}


def build(driver, name: str, made: dict[str, Any]) -> dict[str, Any]:
    """Makes everything a case needs."""
    for need in CASES[name].get("needs", ()):
        if need not in made:
            build(driver, need, made)
            case = CASES[need]
            made[need] = driver.create(case["token"], resolved(case["inputs"], made), name=need)
    return made


@pytest.fixture(params=CASES)
def case(request, driver) -> Any:
    """A case with all it needs made."""
    name = request.param
    made = build(driver, name, {})
    return {**CASES[name], "name": name, "made": made, "props": resolved(CASES[name]["inputs"], made)}


def assert_truthful(driver, made) -> None:
    """A refresh changes nothing: same inputs, same state."""
    read = driver.read(made)
    assert read.id == made.id
    assert to_dict(read.inputs) == made.inputs
    fresh = to_dict(read.properties)
    assert {key: fresh.get(key) for key in made.state} == made.state


def test_every_type_has_a_case() -> None:
    assert {case["token"] for case in CASES.values()} == set(KINDS)


@pytest.mark.parametrize("token", KINDS)
def test_every_setter_is_proven_or_says_why_not(token: str) -> None:
    cases = [case for case in CASES.values() if case["token"] == token]
    if any(case.get("unproven") == "any" for case in cases):
        return
    proven = {name for case in cases for change in case.get("updates", ()) for name in change}
    excused = {name for case in cases for name in case.get("unproven", {})}
    assert {name for setter in KINDS[token].setters for name in setter.properties} <= proven | excused


def test_life(driver, case) -> None:
    token, props, name = case["token"], case["props"], case["name"]

    planned = driver.create(token, props, preview=True, name=name)
    assert planned.id == ""
    assert all(planned.state[output] == UNKNOWN for output in KINDS[token].outputs)
    before = len(driver.control.journal(changing_only=True))

    made = driver.create(token, props, name=name)
    assert made.id
    assert len(driver.control.journal(changing_only=True)) > before, "the preview, not the create, made it"
    assert all(UNKNOWN not in str(value) for value in made.state.values())
    assert_truthful(driver, made)
    assert driver.diff(made, driver.checked(token, props, olds=made.inputs, name=name)).changes == NONE

    made = change_in_place(driver, case, made)
    assert_importable(driver, case, made)
    driver.delete(made)
    if "remains" not in case:
        assert driver.read(made).id == ""
    driver.delete(made)  # a second delete finds nothing and is content
    driver.delete_all()
    assert [left for left in driver.control.inventory() if "PendingDeletion" not in left.detail] == []


def change_in_place(driver, case, made):
    """Applies the case's updates one after another, then asks for its replacement."""
    token, props, name = case["token"], case["props"], case["name"]
    for change in resolved(case.get("updates", []), case["made"]):
        props = merged(props, change)
        news = driver.checked(token, props, olds=made.inputs, name=name)
        diff = driver.diff(made, news)
        assert diff.changes == SOME, change
        assert not diff.replaces, change
        assert driver.update(made, news, preview=True).inputs == news
        made = driver.update(made, news)
        assert_truthful(driver, made)
        assert driver.diff(made, news).changes == NONE
    if "replace" in case:
        changed = merged(props, resolved(case["replace"], case["made"]))
        diff = driver.diff(made, driver.checked(token, changed, olds=made.inputs, name=name))
        assert list(diff.replaces) == sorted(case["replace"])
        assert not list(diff.stables)
    return made


def assert_importable(driver, case, made) -> None:
    """Reading by id alone gives inputs that the program's own do not differ from."""
    identity = resolved(case.get("import_id", made.id), case["made"])
    read = driver.read_by_id(made.token, identity)
    assert read.id == made.id
    found = to_dict(read.inputs)
    program = {key: value for key, value in made.inputs.items() if key not in KINDS[made.token].write_only or key in found}
    local = KINDS[made.token].local
    imported = type(made)(made.token, read.id, {**found, **{k: v for k, v in program.items() if k in local}}, to_dict(read.properties))
    diff = driver.diff(imported, program)
    assert diff.changes == NONE, (diff.detailedDiff, found)
    assert same(found.get("tags"), made.inputs.get("tags"))
