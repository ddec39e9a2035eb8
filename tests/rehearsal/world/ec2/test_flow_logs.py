"""Flow logs: where they go and who may write there."""

import pytest


@pytest.fixture
def create(account):
    def make(**changes):
        common = {"ResourceType": "VPC", "ResourceIds": [account.vpc], "TrafficType": "ALL"}
        return account.ec2.create_flow_logs(**common | changes)

    return make


def test_to_a_log_group_by_arn_or_name(account, create, control, refused) -> None:
    role = account.role("flows", "vpc-flow-logs.amazonaws.com")
    arn = "arn:aws:logs:us-east-1:123456789012:log-group:/flows"
    spec = [{"ResourceType": "vpc-flow-log", "Tags": [{"Key": "Name", "Value": "flows"}]}]
    (ident,) = create(LogDestination=arn, DeliverLogsPermissionArn=role, TagSpecifications=spec)["FlowLogIds"]
    (found,) = account.ec2.describe_flow_logs(FlowLogIds=[ident])["FlowLogs"]
    assert (found["LogDestination"], found["LogGroupName"], found["DeliverLogsStatus"]) == (arn, "/flows", "SUCCESS")
    (listed,) = [each for each in control.inventory() if each.kind == "flow-logs"]
    assert (listed.id, listed.name, listed.billing) == (ident, "flows", False)
    assert refused(lambda: create(LogGroupName="/flows", DeliverLogsPermissionArn=role))[0] == "FlowLogAlreadyExists"
    create(LogGroupName="/others", DeliverLogsPermissionArn=role)


def test_the_role_must_be_the_services(account, create, refused) -> None:
    where = {"LogGroupName": "/flows"}
    assert refused(lambda: create(**where))[0] == "InvalidParameter"
    assert refused(lambda: create(**where, DeliverLogsPermissionArn=account.node_role)) == (
        "InvalidParameter",
        "Unable to assume given IAM role",
    )


def test_to_a_bucket(account, create) -> None:
    where = {"LogDestinationType": "s3", "LogDestination": "arn:aws:s3:::atlas-flows/vpc/"}
    answer = create(**where)
    assert (answer.get("FlowLogIds", []), len(answer["Unsuccessful"])) == ([], 1)
    account.s3.create_bucket(Bucket="atlas-flows")
    assert len(create(**where)["FlowLogIds"]) == 1


@pytest.mark.parametrize(
    ("kind", "ident", "code"),
    [
        ("VPC", "vpc-0123456789abcdef0", "InvalidVpcId.NotFound"),
        ("Subnet", "subnet-0123456789abcdef0", "InvalidSubnetId.NotFound"),
        ("NetworkInterface", "eni-0123456789abcdef0", "InvalidNetworkInterfaceId.NotFound"),
        ("VPC", "subnet-0123456789abcdef0", "InvalidParameter"),
    ],
)
def test_of_something_that_is_there(account, create, refused, kind: str, ident: str, code: str) -> None:
    account.s3.create_bucket(Bucket="atlas-flows")
    where = {"LogDestinationType": "s3", "LogDestination": "arn:aws:s3:::atlas-flows"}
    assert refused(lambda: create(ResourceType=kind, ResourceIds=[ident], **where))[0] == code
