"""Finds out whose account it is, and what of its state back end is so already."""

from collections.abc import Iterator
from dataclasses import dataclass

import boto3

from operations.bootstrap.backend import StateBackend, default_bucket
from operations.bootstrap.bucket import StateBucket
from operations.bootstrap.bucket_settings import BucketSettings
from operations.bootstrap.errors import WrongAccountError
from operations.bootstrap.keys import StateKey
from operations.bootstrap.steps import Finding, Step, look, make

FALLBACK_REGION = "us-east-1"


@dataclass(frozen=True)
class Wishes:
    """What the command line says; None leaves it to the credentials and the defaults."""

    account: str | None
    region: str | None
    bucket: str | None
    alias: str
    tags: dict[str, str]


class Bootstrap:
    """One state back end: what should be so of it, in the order of making it."""

    def __init__(self, session: boto3.Session, backend: StateBackend) -> None:
        self.backend = backend
        key = StateKey(session, backend)
        self._bucket = StateBucket(session, backend, BucketSettings(session, backend, key.arn))
        self._steps: tuple[Step, ...] = (*key.steps(), *self._bucket.steps())

    def look(self) -> tuple[Finding, ...]:
        """All steps and which are so; raises where the bucket is not ours to set up."""
        self._bucket.refuse_strangers()
        return look(self._steps)

    def make(self) -> Iterator[Step]:
        """Makes what is not so, and yields each step when it is done; stopped anywhere, the next run goes on from there."""
        return make(self._steps)


def backend_for(session: boto3.Session, wishes: Wishes) -> StateBackend:
    """The back end that is meant, in the credentials' account; raises WrongAccountError where another one was named."""
    region = wishes.region or session.region_name or FALLBACK_REGION
    identity = session.client("sts", region_name=region).get_caller_identity()
    account, partition = identity["Account"], identity["Arn"].split(":")[1]
    if wishes.account not in (None, account):
        raise WrongAccountError(
            f"These credentials ({identity['Arn']}) are of account {account}, not of {wishes.account}: switch credentials, or give the "
            "other --account."
        )
    bucket = wishes.bucket or default_bucket(account, region)
    return StateBackend(account, region, bucket, wishes.alias, partition, wishes.tags)
