"""The KMS key of a stack: volumes, file systems, Kubernetes secrets and logs are encrypted with it, and so are those of clusters on it."""

from __future__ import annotations

from dataclasses import dataclass

import pulumi_aws as aws
from pulumi import ComponentResource, Output, ResourceOptions

from components.aws.iam_documents import encryption_key_policy
from components.naming import Naming

DELETION_WINDOW_DAYS = 30
"""The longest that KMS offers: until then a key that a destroy took along can be restored, and with it what it encrypts."""


@dataclass(frozen=True)
class EncryptionKeyArgs:
    """What an encryption key is made from."""

    naming: Naming
    account: str
    """12 digits; the key's policy admits nobody of another account."""
    region: str
    """Region of the key and of the log groups that it encrypts."""


class EncryptionKey(ComponentResource):
    """A key that KMS rotates once a year, with an alias to find it by.

    It goes with the stack, as does all that it encrypts. Checkpoints are not among that: their bucket outlives the stack and is
    encrypted with S3's own key, since a bucket whose key is gone is lost.
    """

    arn: Output[str]

    def __init__(self, args: EncryptionKeyArgs, opts: ResourceOptions | None = None) -> None:
        naming = args.naming
        super().__init__("gpu-clusters:aws:EncryptionKey", naming.name("key"), None, opts)
        own = ResourceOptions(parent=self)
        key = aws.kms.Key(
            naming.name("key"),
            description=f"what {naming.cluster} stores",
            policy=encryption_key_policy(args.account, args.region),
            enable_key_rotation=True,
            deletion_window_in_days=DELETION_WINDOW_DAYS,
            tags=naming.tags("key"),
            opts=own,
        )
        aws.kms.Alias(naming.name("key"), name=f"alias/{naming.cluster}", target_key_id=key.key_id, opts=own)
        self.arn = key.arn
        self.register_outputs({"arn": self.arn})
