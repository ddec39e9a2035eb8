"""Rows and own tests of the policy encrypted-file-systems."""

from pulumi_policy.proxy import UNKNOWN_STRING_VALUE

EFS = "aws:efs/fileSystem:FileSystem"
LUSTRE = "aws:fsx/lustreFileSystem:LustreFileSystem"
KEY = "arn:aws:kms:us-east-1:123456789012:key/k"

ACCEPTED = {
    "EFS": (EFS, {"encrypted": True}, {}),
    "persistent with a key": (LUSTRE, {"deploymentType": "PERSISTENT_2", "kmsKeyId": KEY}, {}),
    "scratch, which takes no key": (LUSTRE, {"deploymentType": "SCRATCH_2"}, {}),
    "scratch by default": (LUSTRE, {}, {}),
    "null for the default": (LUSTRE, {"deploymentType": None}, {}),
    "OpenZFS with a key": ("aws:fsx/openZfsFileSystem:OpenZfsFileSystem", {"kmsKeyId": KEY}, {}),
    "no file system": ("aws:ec2/vpc:Vpc", {}, {}),
}
REFUSED = {
    "EFS unsaid": (EFS, {}, {}, ["encrypted"]),
    "EFS switched off": (EFS, {"encrypted": False}, {}, ["encrypted"]),
    "persistent without a key": (LUSTRE, {"deploymentType": "PERSISTENT_2"}, {}, ["kmsKeyId"]),
    "persistent of the first kind": (LUSTRE, {"deploymentType": "PERSISTENT_1", "kmsKeyId": None}, {}, ["kmsKeyId"]),
    "an empty key": (LUSTRE, {"deploymentType": "PERSISTENT_2", "kmsKeyId": ""}, {}, ["kmsKeyId"]),
    "ONTAP without a key": ("aws:fsx/ontapFileSystem:OntapFileSystem", {}, {}, ["kmsKeyId"]),
}


def test_p07_key_made_in_the_same_update_counts(analyze):
    answer = analyze(LUSTRE, {"deploymentType": "PERSISTENT_2", "kmsKeyId": UNKNOWN_STRING_VALUE})
    assert [one.message for one in answer.diagnostics if one.policyName == "encrypted-file-systems"] == []
