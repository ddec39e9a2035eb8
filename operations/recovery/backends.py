"""Where the engine's back ends keep their locks: folders (file://) and buckets (s3://)."""

import json
import os
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

LOCKS = ".pulumi/locks"


class LockStore(Protocol):
    """The locks of one stack."""

    def locks(self) -> Iterator[Lock]:
        """All of them, dead or alive."""

    def remove(self, lock: Lock) -> None:
        """Removes this one; one that is gone already is no error."""


def lock_store(backend_url: str, project: str, stack: str) -> LockStore:
    """The store for a back end's URL as `pulumi whoami` gives it; raises BackendUnreadableError for a kind we can't read."""
    folder = f"{LOCKS}/organization/{project}/{stack.rpartition('/')[2]}"
    url = urlsplit(backend_url)
    match url.scheme:
        case "file":
            return FolderLocks(_folder_of(backend_url) / folder)
        case "s3":
            region = parse_qs(url.query).get("region", [None])[0]
            return BucketLocks(boto3.client("s3", region_name=region), url.netloc, f"{url.path.strip('/')}/{folder}/".lstrip("/"))
        case "https" | "http":
            return ServiceLocks()
    raise BackendUnreadableError(
        f"Locks of the back end {backend_url} can't be read from here (file:// and s3:// can): when nobody is at work on the stack, "
        "run `pulumi cancel`, then `gpuc recover --ignore-locks`."
    )


class ServiceLocks:
    """Pulumi's own service: it ends the leases of dead processes by itself, so that there is no lock to find."""

    def locks(self) -> Iterator[Lock]:
        """None."""
        return iter(())

    def remove(self, lock: Lock) -> None:
        """Never called: there is nothing to remove."""


class FolderLocks:
    """Locks as files of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def locks(self) -> Iterator[Lock]:
        """One for each file that is there."""
        for path in sorted(self._folder.glob("*.json")):
            yield Lock(str(path), _content(str(path), path.read_text(encoding="utf-8")))

    def remove(self, lock: Lock) -> None:
        """Deletes the file, and the attributes that the engine's storage library writes beside it."""
        for path in (Path(lock.key), Path(f"{lock.key}.attrs")):
            path.unlink(missing_ok=True)


class BucketLocks:
    """Locks as objects of a bucket."""

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


def process_is_alive(pid: int) -> bool:
    """Whether a process of this machine exists, whoever owns it."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _folder_of(backend_url: str) -> Path:
    """file:///absolute, file://./relative and file://~ all occur; options may follow a question mark."""
    return Path(unquote(backend_url.removeprefix("file://").partition("?")[0])).expanduser()


def _content(key: str, text: str) -> LockContent:
    try:
        return LockContent.model_validate(json.loads(text))
    except (ValidationError, ValueError) as problem:
        raise BackendUnreadableError(
            f"The lock {key} is not one that this engine writes: remove it by hand once nobody is at work on the stack, and run again."
        ) from problem
