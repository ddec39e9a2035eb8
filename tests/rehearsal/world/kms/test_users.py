"""Keys that log groups, clusters and volumes are encrypted with."""

import json

import pytest


def policy_for(principal: dict) -> str:
    statement = {"Effect": "Allow", "Principal": principal, "Action": "kms:*", "Resource": "*"}
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]})


@pytest.fixture
def create(account):
    def make(principal: dict | None = None) -> str:
        policy = {"Policy": policy_for(principal)} if principal else {}
        return account.client("kms").create_key(**policy)["KeyMetadata"]["Arn"]

    return make


def test_log_group(account, create, refused) -> None:
    logs, name = account.logs, "/aws/eks/atlas/cluster"
    assert refused(lambda: logs.create_log_group(logGroupName=name, kmsKeyId=create()))[0] == "AccessDeniedException"
    nobodys = "arn:aws:kms:us-east-1:123456789012:key/00000000-0000-4000-8000-000000000000"
    assert refused(lambda: logs.create_log_group(logGroupName=name, kmsKeyId=nobodys))[0] == "InvalidParameterException"
    key = create({"Service": "logs.us-east-1.amazonaws.com"})
    logs.create_log_group(logGroupName=name)
    logs.associate_kms_key(logGroupName=name, kmsKeyId=key)
    assert logs.describe_log_groups()["logGroups"][0]["kmsKeyId"] == key
    logs.disassociate_kms_key(logGroupName=name)
    assert "kmsKeyId" not in logs.describe_log_groups()["logGroups"][0]
    assert refused(lambda: logs.associate_kms_key(logGroupName="/none", kmsKeyId=key))[0] == "ResourceNotFoundException"


def test_cluster(account, create, refused) -> None:
    key = create()
    for arn, resources in (("alias/atlas", ["secrets"]), (key, ["configmaps"]), (f"{key}0", ["secrets"])):
        wrong = [{"provider": {"keyArn": arn}, "resources": resources}]
        assert refused(lambda wrong=wrong: account.cluster(encryptionConfig=wrong))[0] == "InvalidParameterException"
    right = [{"provider": {"keyArn": key}, "resources": ["secrets"]}]
    account.cluster(encryptionConfig=right)
    assert account.eks.describe_cluster(name="atlas")["cluster"]["encryptionConfig"] == right


def volumes(key: str, encrypted: bool = True) -> dict:
    disk = {"VolumeSize": 50, "Encrypted": encrypted, "KmsKeyId": key}
    return {"BlockDeviceMappings": [{"DeviceName": "/dev/xvda", "Ebs": disk}]}


def test_volumes_of_a_launch(account, create, refused) -> None:
    common = {"ImageId": "ami-1", "InstanceType": "m7i.2xlarge", "MinCount": 1, "MaxCount": 1, "SubnetId": account.subnets["use1-az2"]}
    key = create()
    assert refused(lambda: account.ec2.run_instances(**common, **volumes(key, False)))[0] == "InvalidParameterDependency"
    assert refused(lambda: account.ec2.run_instances(**common, **volumes("alias/none")))[0] == "Client.InvalidKMSKey.NotFound"
    account.ec2.run_instances(**common, **volumes(key))
    account.client("kms").schedule_key_deletion(KeyId=key)
    assert refused(lambda: account.ec2.run_instances(**common, **volumes(key)))[0] == "Client.InvalidKMSKey.InvalidState"


def test_nodes_are_launched_under_a_role_that_the_key_must_name(account, create) -> None:
    account.cluster()
    scaling = "arn:aws:iam::123456789012:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling"
    for name, principal, status in (("closed", None, "CREATE_FAILED"), ("open", {"AWS": scaling}, "ACTIVE")):
        template = account.template(volumes(create(principal)), name)
        group = account.node_group(nodegroupName=name, launchTemplate={"id": template, "version": "1"})
        assert group["status"] == status
        if status == "CREATE_FAILED":
            assert "Client.InternalError - Client error on launch" in group["health"]["issues"][0]["message"]
