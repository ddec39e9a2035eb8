"""Keys of a launch's volumes: which requests are wrong, which launches fail, and what an Auto Scaling group may use."""

import json

import pytest

from rehearsal.world.calls import Refusal
from rehearsal.world.launcher.encryption import check_volumes
from rehearsal.world.launcher.refusals import RequestRefusal
from rehearsal.world.launcher.request import from_data

SCALING = "arn:aws:iam::123456789012:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling"
NOBODYS = "00000000-0000-4000-8000-000000000000"
ROOT, DATA = "/dev/xvda", "/dev/sdb"


def disk(device=ROOT, **ebs):
    return {"DeviceName": device, "Ebs": {"VolumeSize": 50, **ebs}}


def request_for(*disks):
    return from_data({"InstanceType": "m7i.2xlarge", "BlockDeviceMappings": list(disks)}, 1, 1, None)


@pytest.mark.parametrize(
    "disks",
    [
        (),
        (disk(),),
        (disk(Encrypted=True),),
        (disk(Encrypted=False),),
        (disk(Encrypted=True, KmsKeyId="alias/any"),),
        (disk(Encrypted=True, KmsKeyId="alias/any"), disk(DATA)),
        ({"DeviceName": DATA, "VirtualName": "ephemeral0"},),
        ({"DeviceName": DATA, "NoDevice": ""}, disk(Encrypted=True, KmsKeyId="alias/any")),
        ({"DeviceName": DATA, "Ebs": None},),
    ],
)
def test_a_key_for_an_encrypted_volume_or_none_is_a_right_request(disks):
    assert check_volumes(request_for(*disks)) is None


@pytest.mark.parametrize(
    "disks",
    [
        (disk(KmsKeyId="alias/any"),),
        (disk(Encrypted=False, KmsKeyId="alias/any"),),
        (disk(Encrypted=None, KmsKeyId="alias/any"),),
        (disk(Encrypted="true", KmsKeyId="alias/any"),),
        (disk(Encrypted=True), disk(DATA, KmsKeyId="alias/any")),
        (disk(Encrypted=True, KmsKeyId="alias/any"), disk(DATA, Encrypted=False, KmsKeyId="alias/any")),
    ],
)
def test_a_key_for_a_plain_volume_is_a_wrong_request(disks):
    with pytest.raises(RequestRefusal) as caught:
        check_volumes(request_for(*disks))
    assert caught.value.code == "InvalidParameterDependency"
    assert caught.value.message == "The parameter KmsKeyId requires the parameter Encrypted to be set."
    assert isinstance(caught.value, Refusal)


@pytest.fixture
def kms(account):
    return account.client("kms")


@pytest.fixture
def key(kms):
    return kms.create_key()["KeyMetadata"]


@pytest.fixture
def launch(account):
    def run(*disks, **more):
        common = {"ImageId": "ami-1", "InstanceType": "m7i.2xlarge", "MinCount": 1, "MaxCount": 1, "SubnetId": account.subnets["use1-az2"]}
        return account.ec2.run_instances(**common, BlockDeviceMappings=list(disks), **more)["Instances"]

    return run


def spellings(kms, key):
    kms.create_alias(AliasName="alias/atlas", TargetKeyId=key["KeyId"])
    prefix = key["Arn"].partition(":key/")[0]
    return {"id": key["KeyId"], "arn": key["Arn"], "alias": "alias/atlas", "alias arn": f"{prefix}:alias/atlas"}


@pytest.mark.parametrize("spelling", ["id", "arn", "alias", "alias arn"])
def test_a_key_may_be_spelt_in_four_ways(account, kms, key, launch, spelling):
    launch(disk(Encrypted=True, KmsKeyId=spellings(kms, key)[spelling]))
    assert len(account.running()) == 1


@pytest.mark.parametrize(
    "reference",
    [
        NOBODYS,
        "alias/none",
        f"arn:aws:kms:us-east-1:123456789012:key/{NOBODYS}",
        "arn:aws:kms:us-east-1:123456789012:alias/none",
    ],
)
def test_a_key_that_is_not_there_launches_nothing(account, launch, refused, reference):
    code, message = refused(lambda: launch(disk(Encrypted=True, KmsKeyId=reference)))
    assert code == "Client.InvalidKMSKey.NotFound"
    assert message == f"The KMS key '{reference}' does not exist."
    assert account.running() == []


def test_a_key_of_another_region_is_not_there(account, launch, refused):
    elsewhere = account.client("kms", "us-west-2").create_key()["KeyMetadata"]["Arn"]
    code, message = refused(lambda: launch(disk(Encrypted=True, KmsKeyId=elsewhere)))
    assert code == "Client.InvalidKMSKey.NotFound"
    assert elsewhere in message


def disable(kms, key):
    kms.disable_key(KeyId=key["KeyId"])


def schedule(kms, key):
    kms.schedule_key_deletion(KeyId=key["KeyId"], PendingWindowInDays=7)


def cancel(kms, key):
    schedule(kms, key)
    kms.cancel_key_deletion(KeyId=key["KeyId"])


@pytest.mark.parametrize("change", [disable, schedule, cancel])
def test_a_key_that_is_not_enabled_launches_nothing_until_it_is(account, kms, key, launch, refused, change):
    change(kms, key)
    volume = disk(Encrypted=True, KmsKeyId=key["Arn"])
    assert refused(lambda: launch(volume)) == ("Client.InvalidKMSKey.InvalidState", "The KMS key provided is in an incorrect state")
    assert account.running() == []
    if change is schedule:
        kms.cancel_key_deletion(KeyId=key["KeyId"])
    kms.enable_key(KeyId=key["KeyId"])
    launch(volume)
    assert len(account.running()) == 1


def test_a_key_whose_waiting_period_is_over_is_not_there(control, kms, key, launch, refused):
    schedule(kms, key)
    control.advance(8 * 24 * 3600)
    assert refused(lambda: launch(disk(Encrypted=True, KmsKeyId=key["Arn"])))[0] == "Client.InvalidKMSKey.NotFound"


def test_every_volume_is_looked_at(account, key, launch, refused):
    good, bad = disk(Encrypted=True, KmsKeyId=key["Arn"]), disk(DATA, Encrypted=True, KmsKeyId="alias/none")
    assert refused(lambda: launch(good, bad))[0] == "Client.InvalidKMSKey.NotFound"
    assert refused(lambda: launch(disk(), bad))[0] == "Client.InvalidKMSKey.NotFound"
    assert account.running() == []


def test_the_request_is_judged_before_the_key(launch, refused):
    assert refused(lambda: launch(disk(KmsKeyId="alias/none")))[0] == "InvalidParameterDependency"


def policy_for(principal):
    statement = {"Effect": "Allow", "Principal": principal, "Action": "kms:*", "Resource": "*"}
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]})


ROOT_USER = {"AWS": "arn:aws:iam::123456789012:root"}


@pytest.mark.parametrize(
    ("principals", "status"),
    [
        ([], "ACTIVE"),
        ([{"AWS": SCALING}], "ACTIVE"),
        ([{"AWS": [ROOT_USER["AWS"], SCALING]}], "ACTIVE"),
        ([{"AWS": SCALING}, {"AWS": SCALING}], "ACTIVE"),
        ([ROOT_USER], "CREATE_FAILED"),
        ([{"Service": "ec2.amazonaws.com"}], "CREATE_FAILED"),
        ([{"AWS": SCALING}, ROOT_USER], "CREATE_FAILED"),
    ],
)
def test_nodes_come_up_where_every_own_key_names_the_role_of_auto_scaling(account, kms, principals, status):
    account.cluster()
    keys = [kms.create_key(Policy=policy_for(principal))["KeyMetadata"]["Arn"] for principal in principals]
    disks = [disk(device, Encrypted=True, KmsKeyId=arn) for device, arn in zip((ROOT, DATA), keys, strict=False)]
    template = account.template({"BlockDeviceMappings": disks or [disk(Encrypted=True)]})
    group = account.node_group(launchTemplate={"id": template, "version": "1"})
    assert group["status"] == status
    assert len(account.running()) == (2 if status == "ACTIVE" else 0)
    assert ["Client error on launch" in issue["message"] for issue in group["health"]["issues"]] == [True] * (status != "ACTIVE")


def test_a_single_launch_needs_no_role_in_the_policy(account, kms, launch):
    closed = kms.create_key(Policy=policy_for(ROOT_USER))["KeyMetadata"]["Arn"]
    launch(disk(Encrypted=True, KmsKeyId=closed))
    assert len(account.running()) == 1
