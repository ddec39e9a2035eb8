"""No resource type that an example stack registers is without a look-up; the golden graphs say which there are."""

import re
from pathlib import Path

import boto3
import pytest
from botocore.exceptions import ClientError

import operations.recovery.lookups as lookups_folder
from operations.recovery.errors import AmbiguousError
from operations.recovery.lookups.registry import Wanted, all_lookups, answer
from tests.operations.recovery.creates import BASE, CLUSTER, CREATES

GRAPHS = sorted((Path(__file__).parents[3] / "stacks" / "test_graph").glob("*.json"))
TOKEN = r"aws:\w+/\w+:\w+"  # a type, not an ARN
TYPES_OF_THE_STACKS = frozenset(token for graph in GRAPHS for token in re.findall(TOKEN, graph.read_text(encoding="utf-8")))


def test_every_type_of_the_stacks_has_a_look_up():
    assert len(TYPES_OF_THE_STACKS) > 20
    assert set(all_lookups()) >= TYPES_OF_THE_STACKS


def test_every_type_of_the_two_spine_stacks_is_killed_and_failed_once():
    spine = {token for graph in GRAPHS if graph.stem in (BASE, CLUSTER) for token in re.findall(TOKEN, graph.read_text())}
    assert {create.type for create in CREATES} == spine


def test_no_type_has_two():
    text = "".join(path.read_text(encoding="utf-8") for path in Path(lookups_folder.__path__[0]).glob("*.py"))
    registered = re.findall(r'^@lookup\("([^"]+)"\)', text, re.MULTILINE)
    assert len(registered) == len(set(registered)) == len(all_lookups())


def test_every_look_up_is_a_function_of_its_own_with_a_sentence():
    functions = all_lookups().values()
    assert len(set(functions)) == len(functions)
    assert all((function.__doc__ or "").startswith("By ") for function in functions)


@pytest.mark.parametrize("resource_type", sorted(all_lookups()))
def test_inputs_that_tell_nothing_are_refused(resource_type):
    wanted, session = Wanted("urn:x", resource_type, {}), boto3.Session("id", "secret", region_name="us-east-1")
    with pytest.raises(AmbiguousError, match="urn:x is pending, but"):
        list(all_lookups()[resource_type](session, wanted))


def test_tags_are_those_of_the_provider_too():
    assert Wanted("u", "t", {"tags": {"a": "1"}, "tagsAll": {"a": "1", "b": "2"}}).tags() == {"a": "1", "b": "2"}
    assert Wanted("u", "t", {"tags": {"a": "1"}}).tags() == {"a": "1"}


def test_answer_takes_only_absence_for_an_answer():
    def refuse(code):
        raise ClientError({"Error": {"Code": code, "Message": "m"}}, "Ask")

    assert answer(lambda: 7, "Gone") == 7
    assert answer(lambda: refuse("Gone"), "Gone") is None
    with pytest.raises(ClientError):
        answer(lambda: refuse("Throttling"), "Gone")
