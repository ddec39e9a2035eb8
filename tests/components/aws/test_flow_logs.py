import json

import pytest

FLOW_LOG, LOGS = "aws:ec2/flowLog:FlowLog", "aws:cloudwatch/logGroup:LogGroup"
NETWORK = {"cidr": "10.40.0.0/16", "control_plane_zones": ["use1-az2", "use1-az4"], "nat": "gateway"}


@pytest.fixture
def logged(built, declared):
    def make(preview=False, **network):
        return built(declared("aws-base", network=NETWORK | network), preview=preview)

    return make


@pytest.mark.parametrize("preview", [True, False])
def test_all_traffic_is_logged_and_kept_as_declared(logged, preview):
    recording = logged(preview, flow_logs={"retention_days": 30})
    log, group = recording.one(FLOW_LOG), recording.one(LOGS)
    assert (log.inputs["trafficType"], log.inputs["logDestinationType"]) == ("ALL", "cloud-watch-logs")
    assert (group.inputs["name"], group.inputs["retentionInDays"]) == ("/aws/vpc/base/flow-logs", 30)
    assert recording.depends_on(log, group)
    assert recording.depends_on(log, recording.one("aws:iam/rolePolicy:RolePolicy")), "else the first records are refused"


def test_the_role_writes_to_that_group_alone(logged):
    recording = logged(flow_logs={"retention_days": 30})
    writing, finding = json.loads(recording.one("aws:iam/rolePolicy:RolePolicy").inputs["policy"])["Statement"]
    assert writing["Resource"] == "arn:aws:logs:us-east-1:123456789012:log-group:/aws/vpc/base/flow-logs:*"
    assert finding["Action"] == "logs:DescribeLogGroups"
    trust = json.loads(recording.one("aws:iam/role:Role").inputs["assumeRolePolicy"])["Statement"][0]
    assert trust["Principal"] == {"Service": "vpc-flow-logs.amazonaws.com"}


def test_without_flow_logs_nothing_of_them_is_made(logged):
    assert not {FLOW_LOG, LOGS, "aws:iam/role:Role"} & set(logged().types())
