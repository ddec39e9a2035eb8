"""Where FSx keeps what: our stores, and how a thing is found or refused."""

from typing import Final

from rehearsal.world.calls import Call, Refusal
from rehearsal.world.state import Record

FILE_SYSTEMS: Final = "fsx:file-systems"
ASSOCIATIONS: Final = "fsx:data-repository-associations"
BACKUPS: Final = "fsx:backups"
MAX_TAGS: Final = 50


class BadRequest(Refusal):
    """A generic error indicating a failure with a client request."""

    def __init__(self, message: str) -> None:
        super().__init__("BadRequest", message)


class InvalidNetworkSettings(Refusal):
    """A subnet or security group does not exist, does not fit, or lets no Lustre traffic through."""

    def __init__(self, message: str) -> None:
        super().__init__("InvalidNetworkSettings", message)


def find_file_system(call: Call, ident: str) -> Record:
    """The file system of an id."""
    found = call.records(FILE_SYSTEMS).get(ident)
    if found is None:
        raise Refusal("FileSystemNotFound", f"File system '{ident}' does not exist.")
    return found


def available_file_system(call: Call, ident: str) -> Record:
    """The file system of an id, ready to be changed."""
    found = find_file_system(call, ident)
    if found["Lifecycle"] != "AVAILABLE":
        raise BadRequest(f"File system '{ident}' is in the state {found['Lifecycle']}: it must be AVAILABLE for this operation.")
    return found


def find_association(call: Call, ident: str) -> Record:
    """The data repository association of an id."""
    found = call.records(ASSOCIATIONS).get(ident)
    if found is None:
        raise Refusal("DataRepositoryAssociationNotFound", f"Data repository association '{ident}' does not exist.")
    return found


def associations_of(call: Call, file_system: str) -> list[Record]:
    """The data repository associations of a file system."""
    return [record for record in call.records(ASSOCIATIONS).values() if record["FileSystemId"] == file_system]
