"""The bucket of the states itself: whether it is there, whose it is, and what else lies in it."""

from typing import TYPE_CHECKING, cast

import boto3
from botocore.exceptions import ClientError

from operations.bootstrap.backend import OWN_TAGS, StateBackend
from operations.bootstrap.bucket_settings import BucketSettings
from operations.bootstrap.errors import BootstrapError, ForeignBucketError, MisplacedBucketError, UsedBucketError
from operations.bootstrap.steps import Step

if TYPE_CHECKING:
    from mypy_boto3_s3.literals import BucketLocationConstraintType

ABSENT = frozenset({"404", "NoSuchBucket"})
TAKEN = frozenset({"403", "AccessDenied", "Forbidden", "BucketAlreadyExists"})
ELSEWHERE = frozenset({"301", "PermanentRedirect"})
# The region that has no location constraint (S3 API, CreateBucket).
CLASSIC_REGION = "us-east-1"
# What the engine puts at the top of a bucket.
STATES = ".pulumi/"


class StateBucket:
    """The bucket of a state back end, looked up anew at each question and never reached where it is another account's."""

    def __init__(self, session: boto3.Session, backend: StateBackend, settings: BucketSettings) -> None:
        self._s3 = session.client("s3", region_name=backend.region)
        self._backend, self._settings = backend, settings
        self._name, self._owner = backend.bucket, backend.account

    def steps(self) -> tuple[Step, ...]:
        """What should be so of the bucket, in the order of making it."""
        return (Step(f"the bucket {self._name}", self._exists, self._create), *self._settings.steps())

    def refuse_strangers(self) -> None:
        """Raises where the bucket is not ours to set up: somebody else's, in another region, or used for other things."""
        if not self._exists() or OWN_TAGS.items() <= self._settings.tags().items():
            return
        listed = self._s3.list_objects_v2(Bucket=self._name, Delimiter="/", MaxKeys=10, ExpectedBucketOwner=self._owner)
        found = [one["Key"] for one in listed.get("Contents", [])] + [one["Prefix"] for one in listed.get("CommonPrefixes", [])]
        others = [name for name in found if name != STATES]
        if others:
            raise UsedBucketError(
                f"The bucket {self._name} already holds {', '.join(others[:3])}, whose old versions would be expired with the states': "
                "name another --bucket."
            )

    def _exists(self) -> bool:
        try:
            answer = self._s3.head_bucket(Bucket=self._name, ExpectedBucketOwner=self._owner)
        except ClientError as error:
            if error.response["Error"]["Code"] in ABSENT:
                return False
            raise self._refusal(error) from error
        region = answer.get("BucketRegion") or self._backend.region
        if region != self._backend.region:
            raise self._misplaced(region)
        return True

    def _create(self) -> None:
        try:
            if self._backend.region == CLASSIC_REGION:
                self._s3.create_bucket(Bucket=self._name, ObjectOwnership="BucketOwnerEnforced")
            else:
                region = cast("BucketLocationConstraintType", self._backend.region)
                self._s3.create_bucket(
                    Bucket=self._name, ObjectOwnership="BucketOwnerEnforced", CreateBucketConfiguration={"LocationConstraint": region}
                )
        except ClientError as error:
            raise self._refusal(error) from error

    def _refusal(self, error: ClientError) -> BootstrapError | ClientError:
        code = error.response["Error"]["Code"]
        if code in TAKEN:
            return ForeignBucketError(
                f"The bucket {self._name} exists and does not open to account {self._owner}: it is somebody else's, or a policy shuts you "
                "out. Name another --bucket (names are global), or switch to credentials that may use it."
            )
        if code in ELSEWHERE:
            return self._misplaced(error.response["ResponseMetadata"]["HTTPHeaders"].get("x-amz-bucket-region", "another region"))
        return error

    def _misplaced(self, region: str) -> MisplacedBucketError:
        return MisplacedBucketError(
            f"The bucket {self._name} lies in {region}, not in {self._backend.region}, and buckets don't move: "
            "give its region as --region, or another --bucket."
        )
