"""Rows and own tests of the policy encrypted-volumes."""

from pulumi.runtime.proto import ADVISORY, MANDATORY
from pulumi_policy.proxy import UNKNOWN_BOOLEAN_VALUE, UNKNOWN_STRING_VALUE

TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"
INSTANCE = "aws:ec2/instance:Instance"
CONFIGURATION = "aws:ec2/launchConfiguration:LaunchConfiguration"
VOLUME = "aws:ebs/volume:Volume"
GROUP = "aws:eks/nodeGroup:NodeGroup"
FIRST = "blockDeviceMappings[0].ebs.encrypted"


def disks(*all_ebs):
    return {"blockDeviceMappings": [{"deviceName": f"/dev/sd{index}", "ebs": ebs} for index, ebs in enumerate(all_ebs)]}


ACCEPTED = {
    "a template, whose switches are text": (TEMPLATE, disks({"encrypted": "true"}), {}),
    "a template with a boolean": (TEMPLATE, disks({"encrypted": True, "kmsKeyId": "arn:aws:kms:us-east-1:1:key/k"}), {}),
    "a single object for a list": (TEMPLATE, {"blockDeviceMappings": {"ebs": [{"encrypted": "true"}]}}, {}),
    "a local disk beside the root": (
        TEMPLATE,
        {"blockDeviceMappings": [*disks({"encrypted": "true"})["blockDeviceMappings"], {"virtualName": "ephemeral0"}]},
        {},
    ),
    "an instance": (INSTANCE, {"rootBlockDevice": {"encrypted": True}, "ebsBlockDevices": [{"encrypted": True}]}, {}),
    "an instance whose template says it": (INSTANCE, {"launchTemplate": {"id": "lt-1"}}, {}),
    "a device taken away": (CONFIGURATION, {"rootBlockDevice": {"encrypted": True}, "ebsBlockDevices": [{"noDevice": True}]}, {}),
    "a volume": (VOLUME, {"encrypted": True}, {}),
    "a node group with a template": (GROUP, {"launchTemplate": {"id": "lt-1"}}, {}),
    "a type without disks": ("aws:ec2/vpc:Vpc", {}, {}),
}
REFUSED = {
    "switched off as text": (TEMPLATE, disks({"encrypted": "false"}), {}, [FIRST]),
    "left out": (TEMPLATE, disks({"volumeSize": 200}), {}, [FIRST]),
    "null": (TEMPLATE, disks({"encrypted": None}), {}, [FIRST]),
    "the second of two": (TEMPLATE, disks({"encrypted": True}, {}), {}, ["blockDeviceMappings[1].ebs.encrypted"]),
    "a template without any volume": (TEMPLATE, {}, {}, ["blockDeviceMappings"]),
    "null mappings": (TEMPLATE, {"blockDeviceMappings": None}, {}, ["blockDeviceMappings"]),
    "an instance that says nothing": (INSTANCE, {}, {}, ["rootBlockDevice"]),
    "an instance's root and data disk": (
        INSTANCE,
        {"rootBlockDevice": {"encrypted": False}, "ebsBlockDevices": [{}]},
        {},
        ["rootBlockDevice.encrypted", "ebsBlockDevices[0].encrypted"],
    ),
    "a volume made of an encrypted snapshot, unsaid": (VOLUME, {"snapshotId": "snap-1"}, {}, ["encrypted"]),
    "a node group without a template": (GROUP, {"diskSize": 100}, {}, ["launchTemplate"]),
}


def found(answer):
    return [(one.enforcementLevel, one.message) for one in answer.diagnostics if one.policyName == "encrypted-volumes"]


def test_p07_unknown_switch_is_advice(analyze):
    ((level, message),) = found(analyze(VOLUME, {"encrypted": UNKNOWN_BOOLEAN_VALUE}))
    assert level == ADVISORY
    assert "encrypted can't be known during preview" in message


def test_p07_unknown_disk_hides_no_plain_one_before_it(analyze):
    answer = analyze(TEMPLATE, disks({"encrypted": "false"}, {"encrypted": UNKNOWN_STRING_VALUE}))
    assert sorted(level for level, _ in found(answer)) == sorted([MANDATORY, ADVISORY])


def test_p07_unknown_template_of_a_group_is_set(analyze):
    assert found(analyze(GROUP, {"launchTemplate": UNKNOWN_STRING_VALUE})) == []
