"""What the engine's back ends keep of a stack besides its state: locks, and what a killed engine left half-written."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from urllib.parse import parse_qs, unquote, urlsplit

import boto3
from pydantic import ValidationError

from operations.recovery.errors import BackendUnreadableError
from operations.recovery.locks import Lock, LockContent

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client


class StackStore(Protocol):
    """One stack's place in a back end."""

    def locks(self) -> Iterator[Lock]:
        """All its locks, dead or alive."""

    def remove(self, lock: Lock) -> None:
        """Removes this lock; one that is gone already is no error."""

    def mend(self) -> Iterator[str]:
        """Removes what a killed engine left half-written, once nobody is at work; yields what it removed."""


def stack_store(backend_url: str, project: str, stack: str) -> StackStore:
    """The store for a back end's URL as `pulumi whoami` gives it; raises BackendUnreadableError for a kind we can't read."""
    name = stack.rpartition("/")[2]
    url = urlsplit(backend_url)
    match url.scheme:
        case "file":
            return FolderStore(_folder_of(backend_url) / ".pulumi", project, name)
        case "s3":
            region = parse_qs(url.query).get("region", [None])[0]
            prefix = f"{url.path.strip('/')}/.pulumi/locks/organization/{project}/{name}/".lstrip("/")
            return BucketStore(boto3.client("s3", region_name=region), url.netloc, prefix)
        case "https" | "http":
            return ServiceStore()
    raise BackendUnreadableError(
        f"Locks of the back end {backend_url} can't be read from here (file:// and s3:// can): when nobody is at work on the stack, "
        "run `pulumi cancel`, then `gpuc recover --ignore-locks`."
    )


class ServiceStore:
    """Pulumi's own service: it ends the leases of dead processes by itself, and writes states whole."""

    def locks(self) -> Iterator[Lock]:
        """None."""
        return iter(())

    def remove(self, lock: Lock) -> None:
        """Never called: there is nothing to remove."""

    def mend(self) -> Iterator[str]:
        """Nothing."""
        return iter(())


class FolderStore:
    """Files of a folder. The engine's storage library renames each into place, but writes its attributes beside it in the open."""

    def __init__(self, bookkeeping: Path, project: str, stack: str) -> None:
        self._locks = bookkeeping / "locks" / "organization" / project / stack
        self._states, self._stack = bookkeeping / "stacks" / project, stack

    def locks(self) -> Iterator[Lock]:
        """One for each file that is there."""
        for path in sorted(self._locks.glob("*.json")):
            yield Lock(str(path), _content(str(path), path.read_text(encoding="utf-8")))

    def remove(self, lock: Lock) -> None:
        """Deletes the file and its attributes."""
        for path in (Path(lock.key), Path(f"{lock.key}.attrs")):
            path.unlink(missing_ok=True)

    def mend(self) -> Iterator[str]:
        """Attributes cut short make the whole state unreadable ("failed to load checkpoint: EOF"); without any it is read as it is."""
        for path in sorted(self._states.glob(f"{self._stack}.json*")):
            if path.suffix == ".tmp" or (path.suffix == ".attrs" and not _is_json(path)):
                path.unlink(missing_ok=True)
                yield str(path)


class BucketStore:
    """Objects of a bucket, which are written whole or not at all."""

    def __init__(self, client: "S3Client", bucket: str, prefix: str) -> None:
        self._client, self._bucket, self._prefix = client, bucket, prefix

    def locks(self) -> Iterator[Lock]:
        """One for each object that is there."""
        for page in self._client.get_paginator("list_objects_v2").paginate(Bucket=self._bucket, Prefix=self._prefix):
            for listed in page.get("Contents", []):
                body = self._client.get_object(Bucket=self._bucket, Key=listed["Key"])["Body"].read()
                yield Lock(listed["Key"], _content(listed["Key"], body.decode()))

    def remove(self, lock: Lock) -> None:
        """Deletes the object."""
        self._client.delete_object(Bucket=self._bucket, Key=lock.key)

    def mend(self) -> Iterator[str]:
        """Nothing."""
        return iter(())


def _folder_of(backend_url: str) -> Path:
    """file:///absolute, file://./relative and file://~ all occur; options may follow a question mark."""
    return Path(unquote(backend_url.removeprefix("file://").partition("?")[0])).expanduser()


def _is_json(path: Path) -> bool:
    try:
        json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return False
    return True


def _content(key: str, text: str) -> LockContent:
    try:
        return LockContent.model_validate(json.loads(text))
    except (ValidationError, ValueError) as problem:
        raise BackendUnreadableError(
            f"The lock {key} is not one that this engine writes: remove it by hand once nobody is at work on the stack, and run again."
        ) from problem
