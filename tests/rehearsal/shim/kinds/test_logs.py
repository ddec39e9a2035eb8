"""What log groups say to CloudWatch Logs."""

import pytest

from tests.rehearsal.shim.kinds.scripted import creation, deletion, life, update

GROUP = "aws:cloudwatch/logGroup:LogGroup"
NAME = "/aws/eks/atlas/cluster"
ARN = f"arn:aws:logs:us-east-1:123456789012:log-group:{NAME}"


def test_retention_is_set_by_a_call_of_its_own() -> None:
    identity, state, calls = creation(GROUP, {"name": NAME, "retentionInDays": 90, "tags": {"team": "a"}})
    assert (identity, state["arn"]) == (NAME, ARN)
    (made, request), retained = calls
    assert (made, request["logGroupName"], request["tags"]) == ("CreateLogGroup", NAME, {"team": "a"})
    assert retained == ("PutRetentionPolicy", {"logGroupName": NAME, "retentionInDays": 90})


@pytest.mark.parametrize("days", [{}, {"retentionInDays": 0}])
def test_a_group_that_keeps_for_ever_needs_no_second_call(days) -> None:
    _, _, calls = creation(GROUP, {"name": NAME, **days})
    assert [operation for operation, _ in calls] == ["CreateLogGroup"]


@pytest.mark.parametrize(
    ("olds", "news", "operation"),
    [
        ({"retentionInDays": 90}, {"retentionInDays": 30}, "PutRetentionPolicy"),
        ({"retentionInDays": 90}, {}, "DeleteRetentionPolicy"),
        ({}, {"kmsKeyId": "arn:aws:kms:us-east-1:123456789012:key/k"}, "AssociateKmsKey"),
        ({"kmsKeyId": "arn:aws:kms:us-east-1:123456789012:key/k"}, {}, "DisassociateKmsKey"),
        ({}, {"deletionProtectionEnabled": True}, "PutLogGroupDeletionProtection"),
        ({"tags": {"gone": "x"}}, {}, "UntagResource"),
    ],
)
def test_everything_but_name_and_class_changes_in_place(olds, news, operation) -> None:
    calls = update(GROUP, {"name": NAME, **olds}, {"name": NAME, **news}, NAME, {"arn": ARN})
    assert [sent for sent, _ in calls] == [operation]


def test_a_group_is_not_taken_for_one_whose_name_it_begins() -> None:
    answers = {"DescribeLogGroups": {"logGroups": [{"logGroupName": f"{NAME}-2"}]}}
    assert life(GROUP, answers).observe(NAME, {"name": NAME}, {}) is None


@pytest.mark.parametrize(("inputs", "operations"), [({}, ["DeleteLogGroup"]), ({"skipDestroy": True}, [])])
def test_a_group_may_outlive_its_stack(inputs, operations) -> None:
    assert [sent for sent, _ in deletion(GROUP, {"name": NAME, **inputs})] == operations
