"""`gpuc bootstrap` on the rehearsal cloud: what it makes, that it makes it once, where it stops, and that the engine lives in it."""

import json
import subprocess

import pytest

from tests.operations.recovery.creates import gpuc_argv
from tests.support.engine import run
from tests.support.rehearsed import REGION

pytestmark = pytest.mark.engine

ACCOUNT = "123456789012"
BUCKET = f"gpu-clusters-state-{ACCOUNT}-{REGION}"
ALIAS = "alias/gpu-clusters-state"
LOGIN = f"pulumi login 's3://{BUCKET}?region={REGION}'"
SECRETS = f'--secrets-provider="awskms://{ALIAS}?region={REGION}"'


def bootstrap(rehearsed, *words, check=True, stdin=None):
    return run(rehearsed.session(), gpuc_argv("bootstrap", *words), check=check, stdin=stdin)


def keys(rehearsed):
    return rehearsed.boto("kms").list_keys()["Keys"]


def test_makes_all_of_it_and_a_second_run_changes_nothing(rehearsed):
    first = bootstrap(rehearsed, "--yes").stdout
    assert LOGIN in first
    assert SECRETS in first
    assert "already so" not in first
    s3, kms = rehearsed.boto("s3"), rehearsed.boto("kms")
    key = kms.describe_key(KeyId=ALIAS)["KeyMetadata"]
    (rule,) = s3.get_bucket_encryption(Bucket=BUCKET)["ServerSideEncryptionConfiguration"]["Rules"]
    assert rule["ApplyServerSideEncryptionByDefault"] == {"SSEAlgorithm": "aws:kms", "KMSMasterKeyID": key["Arn"]}
    assert s3.get_bucket_versioning(Bucket=BUCKET)["Status"] == "Enabled"
    assert set(s3.get_public_access_block(Bucket=BUCKET)["PublicAccessBlockConfiguration"].values()) == {True}
    assert kms.get_key_rotation_status(KeyId=key["KeyId"])["KeyRotationEnabled"]
    rehearsed.control.clear_journal()
    again = bootstrap(rehearsed, "--yes").stdout
    assert "to make" not in again
    assert again.count("already so") == first.count("to make") > 10
    assert LOGIN in again
    assert rehearsed.changing_calls() == []


def test_the_engine_keeps_its_states_and_secrets_there(rehearsed):
    bootstrap(rehearsed, "--yes")
    session = rehearsed.program('import pulumi\npulumi.export("word", pulumi.Config().require_secret("word"))').session
    backend = f"s3://{BUCKET}?region={REGION}&endpoint={rehearsed.world.endpoint}&s3ForcePathStyle=true"
    env = {name: value for name, value in session.env.items() if name != "PULUMI_CONFIG_PASSPHRASE"} | {"PULUMI_BACKEND_URL": backend}

    def pulumi(*words):
        return subprocess.run(["pulumi", "--non-interactive", *words], cwd=session.cwd, env=env, capture_output=True, text=True, check=True)

    pulumi("stack", "init", "prod", SECRETS.replace('"', ""))
    pulumi("config", "set", "--secret", "word", "unheard", "--stack", "prod")
    pulumi("up", "--yes", "--stack", "prod")
    assert pulumi("stack", "output", "word", "--show-secrets", "--stack", "prod").stdout.strip() == "unheard"
    s3 = rehearsed.boto("s3")
    state = s3.get_object(Bucket=BUCKET, Key=".pulumi/stacks/inline/prod.json")["Body"].read().decode()
    assert json.loads(state)["checkpoint"]["latest"]["secrets_providers"]["type"] == "cloud"
    assert "unheard" not in state


@pytest.mark.parametrize(
    ("service", "operation"), [("kms", "CreateAlias"), ("kms", "EnableKeyRotation"), ("s3", "PutBucketTagging"), ("s3", "PutBucketPolicy")]
)
def test_a_run_that_failed_halfway_is_continued(rehearsed, service, operation):
    rehearsed.control.add_fault(service, operation, code="AccessDenied", message="not allowed", status=403)
    stopped = bootstrap(rehearsed, "--yes", check=False)
    assert stopped.code == 1
    assert "not allowed" in stopped.stdout
    assert "run again" in stopped.stdout
    assert "Traceback" not in stopped.stdout
    assert LOGIN not in stopped.stdout
    continued = bootstrap(rehearsed, "--yes").stdout
    assert "already so" in continued
    assert LOGIN in continued
    assert len(keys(rehearsed)) == 1
    rehearsed.control.clear_journal()
    bootstrap(rehearsed, "--yes")
    assert rehearsed.changing_calls() == []


def test_without_an_answer_nothing_is_made(rehearsed):
    refused = bootstrap(rehearsed, check=False, stdin="n\n")
    assert refused.code == 1
    assert "to make" in refused.stdout
    assert rehearsed.changing_calls() == []


def test_another_account_than_the_one_named_is_refused(rehearsed):
    refused = bootstrap(rehearsed, "--yes", "--account", "210987654321", check=False)
    assert refused.code == 1
    assert f"are of account {ACCOUNT}, not of 210987654321" in refused.stdout
    assert rehearsed.changing_calls() == []
    assert bootstrap(rehearsed, "--yes", "--account", ACCOUNT).code == 0


def test_somebody_elses_bucket_is_refused_before_anything_is_made(rehearsed):
    rehearsed.control.add_fault("s3", "HeadBucket", code="403", message="Forbidden", status=403)
    refused = bootstrap(rehearsed, "--yes", "--bucket", "their-states", check=False)
    assert refused.code == 1
    assert "The bucket their-states exists and does not open to account" in refused.stdout
    assert rehearsed.changing_calls() == []
