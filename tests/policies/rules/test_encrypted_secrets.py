"""Rows and own tests of the policy encrypted-secrets."""

from pulumi_policy.proxy import UNKNOWN_STRING_VALUE

CLUSTER = "aws:eks/cluster:Cluster"
KEY = "arn:aws:kms:us-east-1:123456789012:key/k"


def encrypted(resources, **provider):
    return {"encryptionConfig": {"resources": resources, "provider": provider}}


ACCEPTED = {
    "secrets with a key": (CLUSTER, encrypted(["secrets"], keyArn=KEY), {}),
    "as a list of one": (CLUSTER, {"encryptionConfig": [{"resources": ["secrets"], "provider": {"keyArn": KEY}}]}, {}),
    "another type": ("aws:eks/nodeGroup:NodeGroup", {}, {}),
}
REFUSED = {
    "nothing configured": (CLUSTER, {}, {}, ["encryptionConfig"]),
    "null": (CLUSTER, {"encryptionConfig": None}, {}, ["encryptionConfig"]),
    "an empty list": (CLUSTER, {"encryptionConfig": []}, {}, ["encryptionConfig"]),
    "no resources": (CLUSTER, encrypted([], keyArn=KEY), {}, ["encryptionConfig.resources"]),
    "no key": (CLUSTER, encrypted(["secrets"]), {}, ["encryptionConfig.provider.keyArn"]),
    "an empty object": (CLUSTER, {"encryptionConfig": {}}, {}, ["encryptionConfig.resources", "encryptionConfig.provider.keyArn"]),
}


def test_p07_key_made_in_the_same_update_counts(analyze):
    answer = analyze(CLUSTER, encrypted(["secrets"], keyArn=UNKNOWN_STRING_VALUE))
    assert [one.message for one in answer.diagnostics if one.policyName == "encrypted-secrets"] == []
