"""The bucket of checkpoints: it outlives the stack that made it, and the next stack of that name takes it over."""

from __future__ import annotations

from dataclasses import dataclass

import pulumi
import pulumi_aws as aws
from pulumi import ComponentResource, Output, ResourceOptions

from components.aws.iam_documents import tls_only_bucket_policy
from components.naming import Naming
from declaration.storage import LONGEST_BUCKET_NAME, checkpoint_bucket_name

ABORT_UPLOADS_AFTER_DAYS = 7
"""A killed run leaves parts of uploads, which bill as storage and show in no listing."""
KEEP_OLD_VERSIONS_DAYS = 30
"""Days after which replaced versions end, save the newest of each key; without a limit every overwrite would bill for ever."""
KEEP_NEWEST_OLD_VERSIONS = 1
"""Versions that no time ends: the bucket outlives its stack, so a mistaken delete must not become final while nobody looks.

A checkpoint that is rotated out by deleting its keys therefore goes on billing until its versions themselves are deleted.
"""


@dataclass(frozen=True)
class CheckpointStoreArgs:
    """What a checkpoint store is made from."""

    naming: Naming
    account: str
    """12 digits; in the bucket's name, since bucket names are global."""
    region: str
    adopt: bool
    """Whether an earlier stack of this name left the bucket, to be taken over; source: `storage.checkpoints.adopt`, default false."""


class CheckpointStore(ComponentResource):
    """A versioned, encrypted, private bucket; `pulumi destroy` leaves it and all of its settings in place."""

    bucket: Output[str]

    def __init__(self, args: CheckpointStoreArgs, opts: ResourceOptions | None = None) -> None:
        naming = args.naming
        bucket_name = checkpoint_bucket_name(naming.cluster, args.account, args.region)
        if len(bucket_name) > LONGEST_BUCKET_NAME:
            raise pulumi.RunError(
                f"the checkpoint bucket's name {bucket_name} has {len(bucket_name)} characters and S3 takes {LONGEST_BUCKET_NAME}; "
                f"shorten name by {len(bucket_name) - LONGEST_BUCKET_NAME}"
            )
        props = {"bucket": bucket_name}
        super().__init__("gpu-clusters:aws:CheckpointStore", naming.name("checkpoints"), props, opts)
        bucket = aws.s3.Bucket(
            naming.name("checkpoints"),
            bucket=bucket_name,
            tags=naming.tags("checkpoints"),
            opts=_kept(self, import_=bucket_name if args.adopt else None),
        )
        versioning = aws.s3.BucketVersioning(
            naming.name("checkpoints-versioning"), bucket=bucket.bucket, versioning_configuration={"status": "Enabled"}, opts=_kept(self)
        )
        self._encrypt(naming, bucket)
        self._expire(naming, bucket, versioning)
        self._keep_private(naming, bucket, bucket_name)
        self.bucket = bucket.bucket
        self.register_outputs({"bucket": self.bucket})

    def _encrypt(self, naming: Naming, bucket: aws.s3.Bucket) -> None:
        aws.s3.BucketServerSideEncryptionConfiguration(
            naming.name("checkpoints-encryption"),
            bucket=bucket.bucket,
            rules=[{"apply_server_side_encryption_by_default": {"sse_algorithm": "AES256"}}],
            opts=_kept(self),
        )

    def _expire(self, naming: Naming, bucket: aws.s3.Bucket, versioning: aws.s3.BucketVersioning) -> None:
        """Stop paying for what nobody sees: parts of dead uploads, and versions replaced long ago, save each key's newest."""
        aws.s3.BucketLifecycleConfiguration(
            naming.name("checkpoints-lifecycle"),
            bucket=bucket.bucket,
            rules=[
                {
                    "id": "abort-incomplete-uploads",
                    "status": "Enabled",
                    "filter": {"prefix": ""},
                    "abort_incomplete_multipart_upload": {"days_after_initiation": ABORT_UPLOADS_AFTER_DAYS},
                },
                {
                    "id": "expire-old-versions",
                    "status": "Enabled",
                    "filter": {"prefix": ""},
                    "noncurrent_version_expiration": {
                        "noncurrent_days": KEEP_OLD_VERSIONS_DAYS,
                        "newer_noncurrent_versions": KEEP_NEWEST_OLD_VERSIONS,
                    },
                },
            ],
            opts=_kept(self, depends_on=[versioning]),
        )

    def _keep_private(self, naming: Naming, bucket: aws.s3.Bucket, bucket_name: str) -> None:
        block = aws.s3.BucketPublicAccessBlock(
            naming.name("checkpoints-private"),
            bucket=bucket.bucket,
            block_public_acls=True,
            block_public_policy=True,
            ignore_public_acls=True,
            restrict_public_buckets=True,
            opts=_kept(self),
        )
        aws.s3.BucketPolicy(
            naming.name("checkpoints-tls-only"),
            bucket=bucket.bucket,
            policy=tls_only_bucket_policy(bucket_name),
            opts=_kept(self, depends_on=[block]),  # S3 refuses two changes of a bucket's access at once (OperationAborted)
        )


def _kept(parent: CheckpointStore, *, import_: str | None = None, depends_on: list[pulumi.Resource] | None = None) -> ResourceOptions:
    """Return the options of a part that `destroy` leaves in the cloud: taking a setting off a kept bucket would expose it.

    Of the settings only the bucket itself is imported: the others are written over with the same content.
    """
    return ResourceOptions(parent=parent, retain_on_delete=True, import_=import_, depends_on=depends_on)
