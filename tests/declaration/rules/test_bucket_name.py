"""A checkpoint bucket whose name grows beyond the cloud's limit."""

from declaration.rules.bucket_name import bucket_name
from declaration.storage import LONGEST_BUCKET_NAME, checkpoint_bucket_name
from tests.support.declarations import REMOVED, WHOLE, Row, table_tests

RULE = bucket_name
LONGEST = "n" * 28
ACCEPTS = (
    Row("short", {}),
    Row("letters that S3 keeps, with a base stack's bucket", {"name": "xn--a", "storage.checkpoints.from_stack": "aws-base"}),
    Row("letters that S3 keeps, further on", {"name": "a-xn--a"}),
    Row("the longest in us-east-1", {"name": LONGEST}),
    Row("longer, with a base stack's bucket", {"name": "n" * 31, "storage.checkpoints.from_stack": "aws-base"}),
    Row("longer, without checkpoints", {"name": "n" * 31, "storage": REMOVED}),
    Row("longer, with a cache alone", {"name": "n" * 31, "storage.checkpoints": REMOVED}),
)
REFUSES = (
    Row("one longer", {"name": LONGEST + "n"}, "name", ("has 29 characters", "at most 28 characters in us-east-1")),
    *(
        Row(
            f"begins with {prefix}",
            {"name": f"{prefix}a"},
            "name",
            (f"{prefix}a begins", "xn--, sthree- or amzn-s3-demo-", "begin it otherwise"),
        )
        for prefix in ("xn--", "sthree-", "amzn-s3-demo-")
    ),
    Row("a longer region", {"name": "n" * 24, "region": "ap-southeast-1"}, "name", ("at most 23 characters in ap-southeast-1",)),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)


def test_the_limit_is_that_of_the_name_which_is_made():
    assert len(checkpoint_bucket_name(LONGEST, WHOLE["account"], WHOLE["region"])) == LONGEST_BUCKET_NAME
