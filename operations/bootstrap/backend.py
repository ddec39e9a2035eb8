"""Where the state back end of an account lies: names, tags, and the lines that lead Pulumi there."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from operations.bootstrap.errors import BadNameError

ALIAS = "alias/gpu-clusters-state"
KEEP_OLD_VERSIONS_DAYS = 90
"""Time to go back to an earlier state; each update writes a new version."""
ABORT_UPLOADS_AFTER_DAYS = 7
OWN_TAGS: Mapping[str, str] = {"managed-by": "gpu-clusters", "purpose": "pulumi-state"}
"""By these a key without an alias, and a bucket, are known for ours by the next run."""

# S3 User Guide, general purpose bucket naming rules; a dot breaks TLS for virtual-hosted addresses.
_BUCKET = re.compile(r"[a-z0-9][a-z0-9-]{1,61}[a-z0-9]")
# KMS API, CreateAlias; aliases of AWS itself begin with alias/aws/.
_ALIAS = re.compile(r"alias/(?!aws/)[A-Za-z0-9/_-]{1,250}")


@dataclass(frozen=True)
class StateBackend:
    """One account's place for states."""

    account: str
    region: str
    bucket: str
    alias: str = ALIAS
    partition: str = "aws"
    tags: Mapping[str, str] = field(default_factory=lambda: dict(OWN_TAGS))

    def __post_init__(self) -> None:
        if not _BUCKET.fullmatch(self.bucket):
            raise BadNameError(f"{self.bucket!r} is no bucket name: write 3 to 63 lower-case letters, digits and hyphens as --bucket.")
        if not _ALIAS.fullmatch(self.alias):
            raise BadNameError(f"{self.alias!r} is no alias for a key of your own: write alias/NAME as --alias, such as {ALIAS}.")

    @property
    def login_line(self) -> str:
        """The command that keeps all states in the bucket."""
        return f"pulumi login 's3://{self.bucket}?region={self.region}'"

    @property
    def secrets_provider_option(self) -> str:
        """The option of `pulumi stack init` that encrypts a stack's secrets with the key."""
        return f'--secrets-provider="awskms://{self.alias}?region={self.region}"'


def default_bucket(account: str, region: str) -> str:
    """The bucket's name where none is given; bucket names are global, so the account is in it."""
    return f"gpu-clusters-state-{account}-{region}"


def tags_given(words: list[str]) -> dict[str, str]:
    """Own tags and those given as KEY=VALUE."""
    given: dict[str, str] = {}
    for word in words:
        key, separator, value = word.partition("=")
        if not key or not separator:
            raise BadNameError(f"{word!r} is no tag: write --tag KEY=VALUE.")
        if key in OWN_TAGS:
            raise BadNameError(f"The tag {key} is how the next run knows key and bucket again: give --tag another key.")
        given[key] = value
    return given | dict(OWN_TAGS)
