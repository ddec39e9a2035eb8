"""What a look-up is, and where all of them are found.

A look-up gets the recorded inputs of one pending create and yields each thing in the cloud that fits them, under its provider id.
It asks by name where the type has one, by the recorded tags and members otherwise. A name alone does not say whose a thing is: by its tags
the finder tells ours from another stack's. It yields nothing only where the cloud says that there is nothing: any other error is raised.
"""

import functools
import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from botocore.exceptions import ClientError

import operations.recovery.lookups as lookups_folder
from declaration.tagging import STACK_TAG_KEY
from operations.recovery.errors import AmbiguousError

if TYPE_CHECKING:
    import boto3


class Status(StrEnum):
    """How far a found thing is."""

    READY = "ready"
    SETTLING = "settling"
    FAILED = "failed"


@dataclass(frozen=True)
class Candidate:
    """Something in the cloud that fits a pending create."""

    id: str
    status: Status = Status.READY
    detail: str = ""
    tags: Mapping[str, str] | None = None
    """Those it carries, where its type is found by a name and tagged by the very call that creates it; otherwise unasked."""


@dataclass(frozen=True)
class Wanted:
    """A pending create: its URN, and the inputs that it was begun with."""

    urn: str
    type: str
    inputs: Mapping[str, object]

    def text(self, key: str) -> str:
        """An input that the type always has; without it nothing can be told apart."""
        value = self.inputs.get(key)
        if not isinstance(value, str) or not value:
            raise self.unfindable(f"its recorded inputs lack {key}, by which it would be found")
        return value

    def tags(self) -> dict[str, str]:
        """All tags it was begun with, the provider's default tags included."""
        recorded = self.inputs.get("tagsAll") or self.inputs.get("tags")
        return {str(key): str(value) for key, value in recorded.items()} if isinstance(recorded, Mapping) else {}

    def own_tags(self) -> dict[str, str]:
        """The same for a type without a name, which must carry a Name tag: two without one could not be told apart."""
        tags = self.tags()
        if "Name" not in tags:
            raise self.unfindable("it carries no Name tag, so that it can't be told from others of its type")
        return tags

    def is_another_stacks(self, candidate: Candidate) -> bool:
        """Whether it holds our name without our stack's tag, so that the cloud refused our create; older creates recorded no such tag."""
        stack = self.tags().get(STACK_TAG_KEY)
        return stack is not None and candidate.tags is not None and candidate.tags.get(STACK_TAG_KEY) != stack

    def unfindable(self, why: str) -> AmbiguousError:
        """Why a pending create can't be told from others, and what the user does about it."""
        return AmbiguousError(
            f"{self.urn} is pending, but {why}: look for it by hand, adopt it with `pulumi import` or remove it, "
            "then clear the entry with `pulumi refresh --clear-pending-creates`."
        )


Lookup = Callable[["boto3.Session", Wanted], Iterator[Candidate]]

_LOOKUPS: dict[str, Lookup] = {}


def lookup(*resource_types: str) -> Callable[[Lookup], Lookup]:
    """Registers a look-up for its resource types."""

    def register(function: Lookup) -> Lookup:
        _LOOKUPS.update(dict.fromkeys(resource_types, function))
        return function

    return register


@functools.cache
def all_lookups() -> Mapping[str, Lookup]:
    """Resource type → its look-up, from every file of this folder."""
    for module in pkgutil.iter_modules(lookups_folder.__path__, f"{lookups_folder.__name__}."):
        importlib.import_module(module.name)
    return dict(_LOOKUPS)


def tags_in(pairs: Iterable[Mapping[str, object]]) -> dict[str, str]:
    """Tags as EC2 and IAM list them."""
    return {str(pair["Key"]): str(pair["Value"]) for pair in pairs}


Answer = TypeVar("Answer")


def answer(ask: Callable[[], Answer], *absence_codes: str) -> Answer | None:
    """What the cloud answers; None where it answers that the thing does not exist. Any other error says nothing and is raised."""
    try:
        return ask()
    except ClientError as problem:
        if problem.response["Error"]["Code"] in absence_codes:
            return None
        raise
