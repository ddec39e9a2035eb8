"""Data repository associations: where they may lie, and their life."""

import pytest

from rehearsal.world.fsx.associations import overlap


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("/a", "/a/", True), ("/a", "/a/b", True), ("/a/b", "/a", True), ("/", "/a", True), ("/a", "/ab", False), ("/a/b", "/a/c", False)],
)
def test_overlap(one: str, other: str, expected: bool) -> None:
    assert overlap(one, other) is expected


def test_life(scratch, control, refused) -> None:
    file_system, bucket = scratch.create(), scratch.bucket()
    events = {"AutoImportPolicy": {"Events": ["NEW", "CHANGED"]}}
    ident = scratch.link(file_system, s3=f"s3://{bucket}/tokens", S3=events, Tags=[{"Key": "Name", "Value": "tokens"}])
    (found,) = scratch.fsx.describe_data_repository_associations(AssociationIds=[ident])["Associations"]
    assert (found["Lifecycle"], found["S3"], found["ImportedFileChunkSize"]) == ("AVAILABLE", events, 1024)
    (listed,) = [each for each in control.inventory() if each.kind == "data-repository-associations"]
    assert (listed.id, listed.name, listed.billing) == (ident, "tokens", False)
    export = {"AutoExportPolicy": {"Events": ["NEW"]}}
    scratch.fsx.update_data_repository_association(AssociationId=ident, S3=export, ImportedFileChunkSize=2048)
    filters = [{"Name": "file-system-id", "Values": [file_system]}]
    (found,) = scratch.fsx.describe_data_repository_associations(Filters=filters)["Associations"]
    assert (found["S3"], found["ImportedFileChunkSize"]) == (events | export, 2048)
    scratch.fsx.delete_data_repository_association(AssociationId=ident)
    gone = refused(lambda: scratch.fsx.describe_data_repository_associations(AssociationIds=[ident]))
    assert gone[0] == "DataRepositoryAssociationNotFound"
    assert refused(lambda: scratch.fsx.delete_data_repository_association(AssociationId=ident))[0] == "DataRepositoryAssociationNotFound"


@pytest.mark.parametrize(
    ("path", "s3", "code", "words"),
    [
        ("tokens", "s3://atlas-data/x", "BadRequest", "forward slash"),
        ("/tokens/en", "s3://atlas-data/x", "BadRequest", "overlaps"),
        ("/", "s3://atlas-data/x", "BadRequest", "overlaps"),
        ("/images", "s3://atlas-data/tokens/", "BadRequest", "already"),
        ("/images", "s3://nobodys/x", "BadRequest", "unable to validate access"),
        ("/images", "https://atlas-data/x", "BadRequest", "s3://"),
    ],
)
def test_refused_beside_another(scratch, refused, path: str, s3: str, code: str, words: str) -> None:
    file_system = scratch.create()
    scratch.bucket()
    scratch.link(file_system)
    found = refused(lambda: scratch.link(file_system, path, s3))
    assert (found[0], words in found[1]) == (code, True)
    scratch.link(file_system, "/images", "s3://atlas-data/images")


def test_eight_and_no_more(scratch, refused) -> None:
    file_system = scratch.create()
    scratch.bucket()
    for index in range(8):
        scratch.link(file_system, f"/p{index}", f"s3://atlas-data/p{index}")
    assert refused(lambda: scratch.link(file_system, "/p8", "s3://atlas-data/p8"))[0] == "ServiceLimitExceeded"


def test_old_lustre_and_unknown_file_systems_take_none(scratch, refused) -> None:
    scratch.bucket()
    old = scratch.create(FileSystemTypeVersion="2.10")
    assert refused(lambda: scratch.link(old))[0] == "UnsupportedOperation"
    assert refused(lambda: scratch.link("fs-0123456789abcdef0"))[0] == "FileSystemNotFound"


def test_degraded_is_misconfigured(scratch, control) -> None:
    file_system = scratch.create()
    scratch.bucket()
    control.add_fault("fsx", "CreateDataRepositoryAssociation", message="access denied", when="degraded")
    ident = scratch.link(file_system)
    (found,) = scratch.fsx.describe_data_repository_associations(AssociationIds=[ident])["Associations"]
    assert (found["Lifecycle"], found["FailureDetails"]["Message"]) == ("MISCONFIGURED", "access denied")
