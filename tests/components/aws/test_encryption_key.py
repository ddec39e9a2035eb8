import json

import pytest

KEY, ALIAS = "aws:kms/key:Key", "aws:kms/alias:Alias"
BASE_KEY = "arn:aws:kms:us-east-1:123456789012:key/base"
BOTH = pytest.mark.parametrize("preview", [True, False])


@BOTH
def test_a_stack_makes_a_key_that_turns_and_can_be_restored(built, declared, preview):
    recording = built(declared("aws-base"), preview=preview)
    key, alias = recording.one(KEY), recording.one(ALIAS)
    assert (key.inputs["enableKeyRotation"], key.inputs["deletionWindowInDays"]) == (True, 30)
    assert not key.retain_on_delete
    assert alias.inputs["name"] == "alias/base"
    assert key.urn in alias.dependencies


def test_the_policy_admits_roles_that_need_not_exist_yet(built, declared):
    statements = {one["Sid"]: one for one in json.loads(built(declared("aws-base")).one(KEY).inputs["policy"])["Statement"]}
    assert statements["ByIamPolicies"]["Principal"] == {"AWS": "arn:aws:iam::123456789012:root"}
    for sid in ("VolumesOfLaunchedNodes", "AttachVolumesOfLaunchedNodes"):
        admitted = statements[sid]["Condition"]["StringEquals"]
        assert admitted["kms:CallerAccount"] == "123456789012"
        assert {arn.rsplit("/", 1)[1] for arn in admitted["aws:PrincipalArn"]} == {
            "AWSServiceRoleForAutoScaling",
            "AWSServiceRoleForEC2Spot",
            "AWSServiceRoleForEC2Fleet",
        }
    assert statements["AttachVolumesOfLaunchedNodes"]["Condition"]["Bool"] == {"kms:GrantIsForAWSResource": "true"}
    assert statements["LogGroups"]["Principal"] == {"Service": "logs.us-east-1.amazonaws.com"}


def encrypted(recording):
    """Resource and key of everything that names one."""
    found = {one.name: one.inputs["kmsKeyId"] for one in recording.resources if "kmsKeyId" in one.inputs}
    for one in recording.of_type("aws:ec2/launchTemplate:LaunchTemplate"):
        found[one.name] = one.inputs["blockDeviceMappings"][0]["ebs"].get("kmsKeyId")
    for one in recording.of_type("aws:eks/cluster:Cluster"):
        found[one.name] = one.inputs.get("encryptionConfig", {}).get("provider", {}).get("keyArn")
    return found


def test_all_that_a_cluster_stores_takes_the_key_of_its_base(built, declared, base_outputs):
    recording = built(declared(), base=base_outputs | {"kms_key_arn": BASE_KEY})
    assert recording.of_type(KEY) == ()
    found = encrypted(recording)
    assert set(found.values()) == {BASE_KEY}
    assert {"atlas-cluster", "atlas-control-plane-logs", "atlas-train-cb-9abcdef0-template", "atlas-system-od-template"} <= set(found)
    assert recording.one("aws:eks/cluster:Cluster").inputs["encryptionConfig"]["resources"] == ["secrets"]


def test_on_a_base_without_a_key_a_cluster_makes_its_own(built, declared):
    recording = built(declared())
    key, cluster = recording.one(KEY), recording.one("aws:eks/cluster:Cluster")
    assert set(encrypted(recording).values()) == {f"arn:aws:kms:us-east-1:123456789012:key/key-{key.name}"}
    assert recording.depends_on(cluster, key)
    policy = json.loads(recording.one("aws:iam/rolePolicy:RolePolicy", "atlas-control-plane-key").inputs["policy"])
    assert policy["Statement"][0]["Resource"] == f"arn:aws:kms:us-east-1:123456789012:key/key-{key.name}"


def test_account_default_names_no_key_anywhere(built, declared, base_outputs):
    base = built(declared("aws-base", encryption="account_default"))
    cluster = built(declared(encryption="account_default"), base=base_outputs | {"kms_key_arn": BASE_KEY})
    for recording in (base, cluster):
        assert recording.of_type(KEY) == ()
        assert set(encrypted(recording).values()) <= {None}
    assert base.outputs["base"]["kms_key_arn"] is None


def test_what_outlives_the_stack_hangs_on_no_key_of_it(built, declared):
    recording = built(declared("aws-base"))
    kept = [one for one in recording.resources if one.retain_on_delete]
    assert len(kept) > 4
    assert not any(recording.depends_on(one, recording.one(KEY)) for one in kept)
