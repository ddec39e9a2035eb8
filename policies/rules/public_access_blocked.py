"""Every bucket is closed to the public by a switch, whatever policies and lists say later."""

from collections.abc import Iterator

from pulumi_policy import Severity

from policies.model import Violation, is_on
from policies.stack import UNKNOWN, Stack, StackResource, stack_policy

BUCKET_TYPES = ("aws:s3/bucket:Bucket", "aws:s3/bucketV2:BucketV2")
BLOCK = "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock"
SWITCHES = ("blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets")


@stack_policy("public-access-blocked", severity=Severity.CRITICAL)
def public_access_blocked(stack: Stack) -> Iterator[tuple[StackResource, Violation]]:
    """Each bucket of a stack has a BucketPublicAccessBlock beside it, with all four switches on."""
    blocks = stack.of_type(BLOCK)
    for block in blocks:
        for switch in SWITCHES:
            value = block.props.get(switch)
            if value is not UNKNOWN and not is_on(value):
                got = "nothing, which S3 takes for false" if value is None else str(value).lower()
                yield block, Violation(switch, got, "true", "Set all four switches of the block to true.")
    for bucket in stack.of_type(*BUCKET_TYPES):
        if not any(block.points_at("bucket", bucket) or block.points_at("bucket", bucket, by="bucket") for block in blocks):
            remedy = "Add a BucketPublicAccessBlock for this bucket with all four switches on."
            yield (
                bucket,
                Violation("bucketPublicAccessBlock", "nothing", "a BucketPublicAccessBlock for the bucket in the same stack", remedy),
            )
