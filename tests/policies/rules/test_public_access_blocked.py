"""Rows of the policy public-access-blocked."""

from policies.stack import UNKNOWN

BUCKET = "aws:s3/bucket:Bucket"
BLOCK = "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock"
SWITCHES = ("blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets")
ALL_ON = dict.fromkeys(SWITCHES, True)
OF_B = {"bucket": ["b"]}

ACCEPTED = {
    "a block with all four": {"b": (BUCKET, {"bucket": UNKNOWN}), "p": (BLOCK, ALL_ON, OF_B)},
    "by the bucket's id": {"b": (BUCKET, {"id": "b-1"}), "p": (BLOCK, ALL_ON | {"bucket": "b-1"})},
    "switches that are unknown yet": {"b": (BUCKET, {}), "p": (BLOCK, dict.fromkeys(SWITCHES, UNKNOWN), OF_B)},
    "no bucket": {"v": ("aws:ec2/vpc:Vpc", {})},
}
REFUSED = {
    "nothing beside it": ({"b": (BUCKET, {})}, [("b", "bucketPublicAccessBlock")]),
    "the older type": ({"b": ("aws:s3/bucketV2:BucketV2", {})}, [("b", "bucketPublicAccessBlock")]),
    "another bucket's": (
        {"b": (BUCKET, {"id": "b-1"}), "p": (BLOCK, ALL_ON | {"bucket": "other"})},
        [("b", "bucketPublicAccessBlock")],
    ),
    "one switch off": ({"b": (BUCKET, {}), "p": (BLOCK, ALL_ON | {"ignorePublicAcls": False}, OF_B)}, [("p", "ignorePublicAcls")]),
    "one switch null": ({"b": (BUCKET, {}), "p": (BLOCK, ALL_ON | {"blockPublicPolicy": None}, OF_B)}, [("p", "blockPublicPolicy")]),
    "all left out": ({"b": (BUCKET, {}), "p": (BLOCK, {}, OF_B)}, [("p", switch) for switch in SWITCHES]),
}
