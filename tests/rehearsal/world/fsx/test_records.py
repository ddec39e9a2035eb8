"""Where FSx keeps what, and how a thing is found or refused."""

import pytest

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.fsx.records import (
    ASSOCIATIONS,
    FILE_SYSTEMS,
    BadRequest,
    InvalidNetworkSettings,
    associations_of,
    available_file_system,
    find_association,
    find_file_system,
)
from rehearsal.world.state import WorldState


@pytest.fixture
def call():
    call = Call("fsx", "DescribeFileSystems", "us-east-1", {}, WorldState())
    for ident, lifecycle in (("fs-1", "AVAILABLE"), ("fs-2", "CREATING"), ("fs-3", "FAILED")):
        call.records(FILE_SYSTEMS)[ident] = {"FileSystemId": ident, "Lifecycle": lifecycle}
    for ident, of in (("dra-1", "fs-1"), ("dra-2", "fs-2"), ("dra-3", "fs-1")):
        call.records(ASSOCIATIONS)[ident] = {"AssociationId": ident, "FileSystemId": of}
    return call


def test_a_file_system_is_found_in_its_region(call):
    assert find_file_system(call, "fs-1")["Lifecycle"] == "AVAILABLE"
    elsewhere = Call("fsx", "DescribeFileSystems", "us-west-2", {}, call.state)
    with pytest.raises(Refusal, match="'fs-1' does not exist") as refused:
        find_file_system(elsewhere, "fs-1")
    assert refused.value.code == "FileSystemNotFound"


@pytest.mark.parametrize(("ident", "state"), [("fs-2", "CREATING"), ("fs-3", "FAILED")])
def test_only_an_available_one_changes(call, ident, state):
    assert available_file_system(call, "fs-1")["FileSystemId"] == "fs-1"
    with pytest.raises(BadRequest, match=f"in the state {state}: it must be AVAILABLE"):
        available_file_system(call, ident)


def test_an_association_belongs_to_its_file_system(call):
    assert [record["AssociationId"] for record in associations_of(call, "fs-1")] == ["dra-1", "dra-3"]
    assert associations_of(call, "fs-3") == []
    assert find_association(call, "dra-2")["FileSystemId"] == "fs-2"
    with pytest.raises(Refusal) as refused:
        find_association(call, "dra-9")
    assert refused.value.code == "DataRepositoryAssociationNotFound"


@pytest.mark.parametrize(("kind", "code"), [(BadRequest, "BadRequest"), (InvalidNetworkSettings, "InvalidNetworkSettings")])
def test_refusals_carry_fsxs_codes(kind, code):
    assert (kind("why").code, kind("why").message) == (code, "why")
