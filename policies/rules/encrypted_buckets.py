"""Every bucket says how its objects are encrypted."""

from collections.abc import Iterator, Mapping

from pulumi_policy import Severity

from policies.model import Violation, items, mapping
from policies.stack import UNKNOWN, Stack, StackResource, stack_policy

BUCKET_TYPES = ("aws:s3/bucket:Bucket", "aws:s3/bucketV2:BucketV2")
COMPANION_TYPES = (
    "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration",
    "aws:s3/bucketServerSideEncryptionConfigurationV2:BucketServerSideEncryptionConfigurationV2",
)
ALGORITHMS = ("AES256", "aws:kms", "aws:kms:dsse")
INLINE = ("serverSideEncryptionConfiguration", "serverSideEncryptionConfigurations")


@stack_policy("encrypted-buckets", severity=Severity.HIGH)
def encrypted_buckets(stack: Stack) -> Iterator[tuple[StackResource, Violation]]:
    """Each bucket of a stack has an encryption configuration of its own, as a resource beside it or within it.

    S3 encrypts with its own keys where nothing is said; said in the program, a later change shows in its preview.
    """
    for bucket in stack.of_type(*BUCKET_TYPES):
        companions = [one for one in stack.of_type(*COMPANION_TYPES) if _belongs(one, bucket)]
        for one in companions:
            yield from ((one, violation) for violation in _weak(one.props.get("rules")))
        if not companions and not _encrypts_itself(bucket):
            remedy = "Add a BucketServerSideEncryptionConfiguration for this bucket, with aws:kms and a key, or AES256."
            limit = "a BucketServerSideEncryptionConfiguration for the bucket in the same stack"
            yield bucket, Violation(INLINE[0], "nothing", limit, remedy)


def _belongs(companion: StackResource, bucket: StackResource) -> bool:
    return companion.points_at("bucket", bucket) or companion.points_at("bucket", bucket, by="bucket")


def _weak(rules: object) -> Iterator[Violation]:
    """Rules that name no algorithm we know; what is unknown at a preview is judged at the update."""
    path, limit = "rules[0].applyServerSideEncryptionByDefault.sseAlgorithm", f"one of {', '.join(ALGORITHMS)}"
    if rules is UNKNOWN:
        return
    for rule in items(rules) or ({},):
        default = mapping(rule).get("applyServerSideEncryptionByDefault")
        algorithm = UNKNOWN if UNKNOWN in (rule, default) else _one(default).get("sseAlgorithm")
        if algorithm is not UNKNOWN and algorithm not in ALGORITHMS:
            yield Violation(
                path, "nothing" if algorithm is None else repr(str(algorithm)), limit, "Write sse_algorithm 'aws:kms' and the key."
            )


def _encrypts_itself(bucket: StackResource) -> bool:
    """Whether the program wrote the configuration into the bucket: at a preview the provider adds an unknown one to each that has none."""
    return any(bucket.refers.get(key) or items(bucket.props.get(key)) for key in INLINE)


def _one(value: object) -> Mapping[str, object]:
    """The first object, where it may come as a list of one."""
    return mapping(next(iter(items(value)), None))
