"""Rows of the policy encrypted-buckets."""

from policies.stack import UNKNOWN

BUCKET = "aws:s3/bucket:Bucket"
COMPANION = "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration"
ALGORITHM = "rules[0].applyServerSideEncryptionByDefault.sseAlgorithm"
OF_B = {"bucket": ["b"]}


def rules(**default):
    return {"bucket": "b-1", "rules": [{"applyServerSideEncryptionByDefault": default}]}


ACCEPTED = {
    "a companion": {"b": (BUCKET, {}), "e": (COMPANION, rules(sseAlgorithm="AES256"), OF_B)},
    "a companion with a key that is unknown yet": {
        "b": (BUCKET, {"bucket": UNKNOWN}),
        "e": (COMPANION, rules(sseAlgorithm="aws:kms", kmsMasterKeyId=UNKNOWN), OF_B),
    },
    "a companion by the bucket's literal name": {"b": (BUCKET, {"bucket": "b-1"}), "e": (COMPANION, rules(sseAlgorithm="aws:kms"))},
    "an algorithm that is unknown yet": {"b": (BUCKET, {}), "e": (COMPANION, rules(sseAlgorithm=UNKNOWN), OF_B)},
    "rules that are unknown yet": {"b": (BUCKET, {}), "e": (COMPANION, {"rules": UNKNOWN}, OF_B)},
    "within the bucket": {"b": (BUCKET, {"serverSideEncryptionConfiguration": {"rule": {}}})},
    "within the bucket, unknown yet": {
        "b": (BUCKET, {"serverSideEncryptionConfiguration": UNKNOWN}, {"serverSideEncryptionConfiguration": ["k"]}),
        "k": ("aws:kms/key:Key", {}),
    },
    "the older types": {
        "b": ("aws:s3/bucketV2:BucketV2", {}),
        "e": (
            "aws:s3/bucketServerSideEncryptionConfigurationV2:BucketServerSideEncryptionConfigurationV2",
            rules(sseAlgorithm="AES256"),
            OF_B,
        ),
    },
    "no bucket": {"v": ("aws:ec2/vpc:Vpc", {})},
}
REFUSED = {
    "nothing beside it": ({"b": (BUCKET, {})}, [("b", "serverSideEncryptionConfiguration")]),
    "only what the provider will find out": (
        {"b": (BUCKET, {"serverSideEncryptionConfiguration": UNKNOWN})},
        [("b", "serverSideEncryptionConfiguration")],
    ),
    "another bucket's companion": (
        {"b": (BUCKET, {"bucket": "x"}), "c": (BUCKET, {"bucket": "c"}), "e": (COMPANION, rules(sseAlgorithm="AES256"), OF_B)},
        [("c", "serverSideEncryptionConfiguration")],
    ),
    "a companion without rules": ({"b": (BUCKET, {}), "e": (COMPANION, {"rules": []}, OF_B)}, [("e", ALGORITHM)]),
    "an unknown algorithm": ({"b": (BUCKET, {}), "e": (COMPANION, rules(sseAlgorithm="none"), OF_B)}, [("e", ALGORITHM)]),
    "null": ({"b": (BUCKET, {}), "e": (COMPANION, rules(sseAlgorithm=None), OF_B)}, [("e", ALGORITHM)]),
}
