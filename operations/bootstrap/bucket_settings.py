"""The settings of the states' bucket: each is read, completed by what is wanted and written back, so that what others added stays."""

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

import boto3

from operations.bootstrap.backend import ABORT_UPLOADS_AFTER_DAYS, KEEP_OLD_VERSIONS_DAYS, StateBackend
from operations.bootstrap.steps import Setting, Step, answer_unless

if TYPE_CHECKING:
    from mypy_boto3_s3.type_defs import LifecycleRuleTypeDef, OwnershipControlsTypeDef, PublicAccessBlockConfigurationTypeDef, TagTypeDef

Plain = dict[str, object]

NO_BUCKET = frozenset({"404", "NoSuchBucket"})
TLS_ONLY = "GpucTlsOnly"
OLD_VERSIONS, DEAD_UPLOADS = "gpuc-expire-old-versions", "gpuc-abort-incomplete-uploads"
OWNER_ENFORCED, ENABLED, KMS = "BucketOwnerEnforced", "Enabled", "aws:kms"
ALL_BLOCKED: "PublicAccessBlockConfigurationTypeDef" = {
    "BlockPublicAcls": True,
    "IgnorePublicAcls": True,
    "BlockPublicPolicy": True,
    "RestrictPublicBuckets": True,
}


class BucketSettings:
    """All settings of one bucket; `ExpectedBucketOwner` goes with every call, so that none can reach another account's bucket."""

    def __init__(self, session: boto3.Session, backend: StateBackend, key_arn: Callable[[], str | None]) -> None:
        self._s3 = session.client("s3", region_name=backend.region)
        self._backend, self._key_arn = backend, key_arn
        self._name, self._owner = backend.bucket, backend.account

    def steps(self) -> tuple[Step, ...]:
        """In the order of making: closed first, then what is kept in it."""
        return (
            Setting("the bucket carries its tags", self.tags, lambda found: found | dict(self._backend.tags), self._put_tags).as_step(),
            Setting(
                "access lists are off: the account owns all objects", self._ownership, lambda _: OWNER_ENFORCED, self._put_ownership
            ).as_step(),
            Setting("public access is blocked", self._public_access, lambda _: dict(ALL_BLOCKED), self._put_public_access).as_step(),
            Setting("TLS is required", self._statements, self._with_tls_only, self._put_statements).as_step(),
            Setting("every version is kept", self._versioning, lambda _: ENABLED, self._put_versioning).as_step(),
            Setting("objects are encrypted with the key", self._encryption, self._with_key, self._put_encryption).as_step(),
            Setting(
                f"old versions end after {KEEP_OLD_VERSIONS_DAYS} days", self._lifecycle, lifecycle_with_ours, self._put_lifecycle
            ).as_step(),
        )

    def tags(self) -> dict[str, str]:
        """Tags of the bucket; none where there is no bucket."""
        answer = answer_unless(
            NO_BUCKET | {"NoSuchTagSet"}, lambda: self._s3.get_bucket_tagging(Bucket=self._name, ExpectedBucketOwner=self._owner)
        )
        return {tag["Key"]: tag["Value"] for tag in answer["TagSet"]} if answer else {}

    def _put_tags(self, tags: dict[str, str]) -> None:
        listed: list[TagTypeDef] = [{"Key": key, "Value": value} for key, value in tags.items()]
        self._s3.put_bucket_tagging(Bucket=self._name, ExpectedBucketOwner=self._owner, Tagging={"TagSet": listed})

    def _ownership(self) -> str | None:
        answer = answer_unless(
            NO_BUCKET | {"OwnershipControlsNotFoundError"},
            lambda: self._s3.get_bucket_ownership_controls(Bucket=self._name, ExpectedBucketOwner=self._owner),
        )
        return answer["OwnershipControls"]["Rules"][0]["ObjectOwnership"] if answer else None

    def _put_ownership(self, _: str | None) -> None:
        controls: OwnershipControlsTypeDef = {"Rules": [{"ObjectOwnership": "BucketOwnerEnforced"}]}
        self._s3.put_bucket_ownership_controls(Bucket=self._name, ExpectedBucketOwner=self._owner, OwnershipControls=controls)

    def _public_access(self) -> Mapping[str, object]:
        answer = answer_unless(
            NO_BUCKET | {"NoSuchPublicAccessBlockConfiguration"},
            lambda: self._s3.get_public_access_block(Bucket=self._name, ExpectedBucketOwner=self._owner),
        )
        return dict(answer["PublicAccessBlockConfiguration"]) if answer else {}

    def _put_public_access(self, _: Mapping[str, object]) -> None:
        self._s3.put_public_access_block(Bucket=self._name, ExpectedBucketOwner=self._owner, PublicAccessBlockConfiguration=ALL_BLOCKED)

    def _statements(self) -> list[Plain]:
        answer = answer_unless(
            NO_BUCKET | {"NoSuchBucketPolicy"}, lambda: self._s3.get_bucket_policy(Bucket=self._name, ExpectedBucketOwner=self._owner)
        )
        found = json.loads(answer["Policy"])["Statement"] if answer else []
        return [found] if isinstance(found, dict) else list(found)

    def _with_tls_only(self, found: list[Plain]) -> list[Plain]:
        arn = f"arn:{self._backend.partition}:s3:::{self._name}"
        ours: Plain = {
            "Sid": TLS_ONLY,
            "Effect": "Deny",
            "Principal": "*",
            "Action": "s3:*",
            "Resource": [arn, f"{arn}/*"],
            "Condition": {"Bool": {"aws:SecureTransport": "false"}},
        }
        return found if ours in found else [*(one for one in found if one.get("Sid") != TLS_ONLY), ours]

    def _put_statements(self, statements: list[Plain]) -> None:
        document = json.dumps({"Version": "2012-10-17", "Statement": statements})
        self._s3.put_bucket_policy(Bucket=self._name, ExpectedBucketOwner=self._owner, Policy=document)

    def _versioning(self) -> str | None:
        answer = answer_unless(NO_BUCKET, lambda: self._s3.get_bucket_versioning(Bucket=self._name, ExpectedBucketOwner=self._owner))
        return answer.get("Status") if answer else None

    def _put_versioning(self, _: str | None) -> None:
        self._s3.put_bucket_versioning(Bucket=self._name, ExpectedBucketOwner=self._owner, VersioningConfiguration={"Status": "Enabled"})

    def _encryption(self) -> Plain:
        """Algorithm, key and bucket key of the first rule, which is the only one that S3 takes."""
        answer = answer_unless(
            NO_BUCKET | {"ServerSideEncryptionConfigurationNotFoundError"},
            lambda: self._s3.get_bucket_encryption(Bucket=self._name, ExpectedBucketOwner=self._owner),
        )
        rules = answer["ServerSideEncryptionConfiguration"]["Rules"] if answer else []
        default = rules[0].get("ApplyServerSideEncryptionByDefault") if rules else None
        if default is None:
            return {}
        return {
            "algorithm": default["SSEAlgorithm"],
            "key": default.get("KMSMasterKeyID"),
            "bucket_key": bool(rules[0].get("BucketKeyEnabled")),
        }

    def _with_key(self, _: Plain) -> Plain:
        return {"algorithm": KMS, "key": self._key_arn(), "bucket_key": True}

    def _put_encryption(self, wanted: Plain) -> None:
        """With a bucket key, S3 asks KMS once per bucket and time window instead of once per object."""
        self._s3.put_bucket_encryption(
            Bucket=self._name,
            ExpectedBucketOwner=self._owner,
            ServerSideEncryptionConfiguration={
                "Rules": [
                    {
                        "ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "aws:kms", "KMSMasterKeyID": str(wanted["key"])},
                        "BucketKeyEnabled": True,
                    }
                ]
            },
        )

    def _lifecycle(self) -> list[Plain]:
        answer = answer_unless(
            NO_BUCKET | {"NoSuchLifecycleConfiguration"},
            lambda: self._s3.get_bucket_lifecycle_configuration(Bucket=self._name, ExpectedBucketOwner=self._owner),
        )
        return [dict(rule) for rule in answer["Rules"]] if answer else []

    def _put_lifecycle(self, rules: list[Plain]) -> None:
        self._s3.put_bucket_lifecycle_configuration(
            Bucket=self._name,
            ExpectedBucketOwner=self._owner,
            LifecycleConfiguration={"Rules": cast("list[LifecycleRuleTypeDef]", rules)},
        )


def lifecycle_with_ours(found: list[Plain]) -> list[Plain]:
    """The rules with ours among them: old states end some day, and so do the parts of uploads that nobody will finish."""
    whole: Plain = {"Status": "Enabled", "Filter": {"Prefix": ""}}
    ours: list[Plain] = [
        {"ID": OLD_VERSIONS, **whole, "NoncurrentVersionExpiration": {"NoncurrentDays": KEEP_OLD_VERSIONS_DAYS}},
        {"ID": DEAD_UPLOADS, **whole, "AbortIncompleteMultipartUpload": {"DaysAfterInitiation": ABORT_UPLOADS_AFTER_DAYS}},
    ]
    if all(rule in found for rule in ours):
        return found
    return [*(rule for rule in found if rule.get("ID") not in (OLD_VERSIONS, DEAD_UPLOADS)), *ours]
