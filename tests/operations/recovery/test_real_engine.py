"""What recovery takes for granted about the engine, and its answers to small programs killed in hard moments."""

import json
import signal

import pytest

from tests.operations.recovery.creates import HASTE, gpuc
from tests.support.engine import signal_group, wait_until

pytestmark = pytest.mark.engine

PROGRAM = """
import pulumi, pulumi_aws as aws
provider = aws.Provider("aws", region="us-east-1", allowed_account_ids=["123456789012"])
options = pulumi.ResourceOptions(provider=provider{options})
aws.cloudwatch.LogGroup("log", name={name!r}, tags={{"team": "a"}}, opts=options)
"""
DELAY_SECONDS = 15


def program(name, **options):
    return PROGRAM.format(name=name, options="".join(f", {key}={value}" for key, value in options.items()))


def kill_at(rehearsed, pulumi, operation):
    """Brings the program up and kills all of it, once the world has done this and not answered."""
    rehearsed.control.clear_journal()
    rehearsed.control.add_fault("logs", operation, when="after", delay_seconds=DELAY_SECONDS)
    process = pulumi.start_up()
    wait_until(lambda: any(e.operation == operation and e.status for e in rehearsed.control.journal()), operation)
    signal_group(process, signal.SIGKILL)
    rehearsed.control.clear_faults()


def log_groups(rehearsed):
    return sorted(group["logGroupName"] for group in rehearsed.boto("logs").describe_log_groups()["logGroups"])


def recover(pulumi, *words):
    return gpuc(pulumi, "recover", "-s", pulumi.stack, "--yes", *words, *HASTE)


def test_delete_removes_what_was_found(rehearsed):
    pulumi = rehearsed.program(program("one"))
    kill_at(rehearsed, pulumi, "CreateLogGroup")
    recover(pulumi, "--delete")
    assert log_groups(rehearsed) == []
    assert pulumi.pending() == []
    assert [r["type"] for r in pulumi.resources() if r["type"].startswith("aws:")] == []


def test_a_create_that_never_landed_is_forgotten(rehearsed):
    pulumi = rehearsed.program(program("one"))
    kill_at(rehearsed, pulumi, "CreateLogGroup")
    rehearsed.boto("logs").delete_log_group(logGroupName="one")
    assert "nothing in the cloud" in recover(pulumi).stdout
    pulumi.up()
    assert log_groups(rehearsed) == ["one"]


@pytest.mark.parametrize("end", ["up", pytest.param("destroy", marks=pytest.mark.soak)])
@pytest.mark.parametrize("options", [{}, {"delete_before_replace": True}], ids=["create-first", "delete-first"])
def test_half_a_replacement_ends_with_one(rehearsed, options, end):
    pulumi = rehearsed.program(program("one", **options))
    pulumi.up()
    pulumi.rewrite(program("two", **options))
    kill_at(rehearsed, pulumi, "CreateLogGroup")
    recover(pulumi)
    if end == "up":
        pulumi.up()
        pulumi.expect_no_changes()
        assert log_groups(rehearsed) == ["two"]
    pulumi.destroy()
    assert log_groups(rehearsed) == []


@pytest.mark.soak
def test_a_pending_delete_is_ended_by_the_next_destroy(rehearsed):
    pulumi = rehearsed.program(program("one"))
    pulumi.up()
    rehearsed.control.add_fault("logs", "DeleteLogGroup", when="before", delay_seconds=DELAY_SECONDS)
    process = pulumi.start("destroy", "--yes", "--skip-preview")
    wait_until(lambda: any(e.operation == "DeleteLogGroup" for e in rehearsed.control.journal()), "DeleteLogGroup")
    signal_group(process, signal.SIGKILL)
    rehearsed.control.clear_faults()
    recover(pulumi)
    pulumi.destroy()
    assert log_groups(rehearsed) == []


@pytest.mark.soak
def test_recovering_twice_finds_nothing_to_do(rehearsed):
    pulumi = rehearsed.program(program("one"))
    kill_at(rehearsed, pulumi, "CreateLogGroup")
    recover(pulumi)
    before = pulumi.export()["deployment"]["resources"]
    assert "No operation is pending" in recover(pulumi).stdout
    assert pulumi.export()["deployment"]["resources"] == before


def test_attributes_that_a_kill_cut_short_are_mended(rehearsed):
    """They make the whole state unreadable, though it is whole itself."""
    pulumi = rehearsed.program(program("one"))
    pulumi.up()
    (attributes,) = rehearsed.world.places.backend.glob(".pulumi/stacks/*/test.json.attrs")
    attributes.write_text("")
    assert "EOF" in pulumi("stack", "export", check=False).stdout
    recover(pulumi)
    assert [r["id"] for r in pulumi.resources() if r["type"] == "aws:cloudwatch/logGroup:LogGroup"] == ["one"]


def test_an_adopted_resource_is_read_first_by_an_up_that_follows_at_once(rehearsed):
    """So that a recovery killed between its import and its refresh hands nothing wrong to the program."""
    pulumi = rehearsed.program(program("one"))
    kill_at(rehearsed, pulumi, "CreateLogGroup")
    state = pulumi.export()
    (pending,) = [o["resource"] for o in state["deployment"].pop("pending_operations") if o["type"] == "creating"]
    state["deployment"]["resources"].append(pending | {"id": "one", "outputs": pending["inputs"], "refreshBeforeUpdate": True})
    pulumi("cancel", "--yes")
    pulumi("stack", "import", stdin=json.dumps(state))
    pulumi.up()
    adopted = pulumi.resource("aws:cloudwatch/logGroup:LogGroup")
    assert adopted["outputs"]["arn"]
    assert "refreshBeforeUpdate" not in adopted


ONE_DECLARATION = """
import pulumi, pulumi_aws as aws
stack = f"{pulumi.get_project()}/{pulumi.get_stack()}"
tags = {"Name": "atlas-key", "cluster": "atlas"}
provider = aws.Provider("aws", region="us-east-1", default_tags={"tags": tags | {"pulumi-stack": stack}})
options = pulumi.ResourceOptions(provider=provider)
aws.kms.Key("key", tags=tags, opts=options)
aws.cloudwatch.LogGroup("log", name="/aws/eks/atlas/cluster", tags=tags, opts=options)
"""


def things_of(rehearsed):
    """State of each key by the stack it is tagged with, and the stack whose log group it is."""
    kms, logs = rehearsed.boto("kms"), rehearsed.boto("logs")
    keys = {}
    for ident in (key["KeyId"] for key in kms.list_keys()["Keys"]):
        stacks = [tag["TagValue"] for tag in kms.list_resource_tags(KeyId=ident)["Tags"] if tag["TagKey"] == "pulumi-stack"]
        keys |= dict.fromkeys(stacks, kms.describe_key(KeyId=ident)["KeyMetadata"]["KeyState"])
    (group,) = logs.describe_log_groups()["logGroups"]
    return keys, logs.list_tags_for_resource(resourceArn=group["arn"].removesuffix(":*"))["tags"]["pulumi-stack"]


def test_a_stack_of_the_same_declaration_is_left_alone(rehearsed):
    """The second stack dies with a key of its own made, and a log group that the cloud refuses, as the first stack has that name."""
    rehearsed.program(ONE_DECLARATION, stack="first").up()
    second = rehearsed.program(ONE_DECLARATION, stack="second")
    rehearsed.control.clear_journal()
    rehearsed.control.add_fault("kms", "CreateKey", when="after", delay_seconds=DELAY_SECONDS)
    rehearsed.control.add_fault("logs", "CreateLogGroup", when="before", delay_seconds=DELAY_SECONDS)
    process = second.start_up()
    wait_until(lambda: any(e.operation == "CreateKey" and e.status for e in rehearsed.control.journal()), "CreateKey")
    wait_until(lambda: any(e.operation == "CreateLogGroup" for e in rehearsed.control.journal()), "CreateLogGroup")
    signal_group(process, signal.SIGKILL)
    rehearsed.control.clear_faults()
    recovered = recover(second, "--delete")
    assert "nothing of ours: /aws/eks/atlas/cluster is not this stack's" in recovered.stdout
    assert things_of(rehearsed) == ({"inline/first": "Enabled", "inline/second": "PendingDeletion"}, "inline/first")
    assert second.pending() == []
    assert [r["type"] for r in second.resources() if r["type"].startswith("aws:")] == []


KEPT = """
import pulumi, pulumi_aws as aws
provider = aws.Provider("aws", region="us-east-1")
options = pulumi.ResourceOptions(provider=provider, retain_on_delete=True)
versioning = aws.s3.BucketVersioning("v", bucket="kept", versioning_configuration={"status": "Enabled"}, opts=options)
"""


def test_delete_leaves_the_settings_of_a_kept_bucket(rehearsed):
    s3 = rehearsed.boto("s3")
    s3.create_bucket(Bucket="kept")
    s3.put_bucket_versioning(Bucket="kept", VersioningConfiguration={"Status": "Enabled"})
    pulumi = rehearsed.program(KEPT)
    rehearsed.control.clear_journal()
    rehearsed.control.add_fault("s3", "PutBucketVersioning", when="after", delay_seconds=DELAY_SECONDS)
    process = pulumi.start_up()
    wait_until(lambda: any(e.operation == "PutBucketVersioning" for e in rehearsed.control.journal()), "PutBucketVersioning")
    signal_group(process, signal.SIGKILL)
    rehearsed.control.clear_faults()
    assert "kept on purpose" in recover(pulumi, "--delete").stdout
    assert s3.get_bucket_versioning(Bucket="kept")["Status"] == "Enabled"
    assert pulumi.resource("aws:s3/bucketVersioning:BucketVersioning")["retainOnDelete"] is True
