"""The journal's index goes on counting."""

import pytest

from rehearsal.world.calls import Call
from rehearsal.world.journal import Journal
from rehearsal.world.state import WorldState


def test_index_outlives_a_clearing() -> None:
    journal, state = Journal(), WorldState()
    journal.record(Call("ec2", "CreateVpc", "us-east-1", {}, state))
    journal.clear()
    journal.record(Call("ec2", "DescribeVpcs", "us-east-1", {}, state)).status = 200
    journal.record(Call("ec2", "DeleteVpc", "us-east-1", {"VpcId": "vpc-1"}, state))
    assert [(entry["index"], entry["operation"]) for entry in journal.listed(changing_only=False)] == [
        (2, "DescribeVpcs"),
        (3, "DeleteVpc"),
    ]
    assert [entry["params"] for entry in journal.listed(changing_only=True)] == [{"VpcId": "vpc-1"}]


@pytest.mark.parametrize(
    ("operation", "changing"),
    [
        ("CreateVpc", True),
        ("PutBucketPolicy", True),
        ("AuthorizeSecurityGroupIngress", True),
        ("TagResource", True),
        ("DescribeVpcs", False),
        ("ListBuckets", False),
        ("GetBucketPolicy", False),
        ("HeadBucket", False),
        ("AssumeRole", False),
    ],
)
def test_a_call_changes_something_by_its_name(operation, changing) -> None:
    journal = Journal()
    entry = journal.record(Call("any", operation, "us-east-1", {}, WorldState()))
    assert entry.changing is changing
    assert len(journal.listed(changing_only=True)) == changing
    assert len(journal.listed(changing_only=False)) == 1


def test_how_a_call_was_answered_is_filled_in_later() -> None:
    journal = Journal()
    entry = journal.record(Call("ec2", "CreateVpc", "us-east-1", {}, WorldState()))
    assert (entry.status, entry.error) == (0, ""), "a call without an answer yet"
    entry.status, entry.error = 400, "VpcLimitExceeded"
    (listed,) = journal.listed(changing_only=False)
    assert (listed["status"], listed["error"], listed["region"]) == (400, "VpcLimitExceeded", "us-east-1")
