"""Flow logs: where they go, by name or ARN, and who may write there; moto knows log groups by name and whole buckets only."""

import re
from typing import Any, Final

from rehearsal.world.calls import ACCOUNT_ID, Call, Refusal
from rehearsal.world.ec2.filters import tags_given
from rehearsal.world.registry import answers
from rehearsal.world.untyped import Untyped

WRITER: Final = "vpc-flow-logs.amazonaws.com"
LOG_GROUP: Final = re.compile(r"arn:aws:logs:[^:]+:\d{12}:log-group:([^:]+)(:\*)?")
BUCKET: Final = re.compile(r"arn:aws:s3:::([^/]+)(/.*)?")
PREFIXES: Final = {"VPC": "vpc-", "Subnet": "subnet-", "NetworkInterface": "eni-"}


def log_group_name(params: dict[str, Any]) -> str:
    """The log group of a request, by name or by ARN."""
    if name := params.get("LogGroupName"):
        return str(name)
    match = LOG_GROUP.fullmatch(params.get("LogDestination", ""))
    if match is None:
        raise Refusal("InvalidParameter", "LogDestination must be the ARN of a log group, or LogGroupName must be specified.")
    return match.group(1)


def check_role(call: Call) -> None:
    """The role exists and trusts the flow logs service."""
    arn = call.params.get("DeliverLogsPermissionArn")
    if arn is None:
        raise Refusal("InvalidParameter", "DeliverLogsPermissionArn can't be empty if LogDestinationType is cloud-watch-logs.")
    role = next((role for role in call.backend("iam").roles.values() if role.arn == arn), None)
    if role is None or WRITER not in str(role.assume_role_policy_document):
        raise Refusal("InvalidParameter", "Unable to assume given IAM role")


def check_resource(call: Call, ident: str) -> None:
    """The logged thing exists and is of the type that the request says."""
    backend, kind = call.backend(), call.params["ResourceType"]
    if kind not in PREFIXES or not ident.startswith(PREFIXES[kind]):
        raise Refusal("InvalidParameter", f"The resource '{ident}' is not a {kind}.")
    known: dict[str, Any] = {
        "VPC": backend.vpcs,
        "Subnet": {each: subnet for of_zone in backend.subnets.values() for each, subnet in of_zone.items()},
        "NetworkInterface": backend.enis,
    }
    if ident not in known[kind]:
        codes = {
            "VPC": "InvalidVpcId.NotFound",
            "Subnet": "InvalidSubnetId.NotFound",
            "NetworkInterface": "InvalidNetworkInterfaceId.NotFound",
        }
        raise Refusal(codes[kind], f"The {kind} '{ident}' does not exist")


@answers("ec2", "CreateFlowLogs")
def create(call: Call) -> Untyped:
    """A flow log for each thing; a bucket that is not there is told beside the answer, as the API does."""
    params = call.params
    ids, failed = [], []
    kind = params.get("LogDestinationType", "cloud-watch-logs")
    if kind == "cloud-watch-logs":
        check_role(call)
    for ident in params["ResourceIds"]:
        check_resource(call, ident)
        if kind == "s3" and not bucket_exists(call):
            message = f"LogDestination: {params.get('LogDestination')} does not exist."
            failed.append({"ResourceId": ident, "Error": {"Code": "400", "Message": message}})
            continue
        ids.append(make(call, ident, kind))
    return {"FlowLogIds": ids, "Unsuccessful": failed}


def bucket_exists(call: Call) -> bool:
    """Whether the destination lies in a bucket that exists."""
    match = BUCKET.fullmatch(call.params.get("LogDestination", ""))
    return match is not None and match.group(1) in call.backend("s3").buckets


def make(call: Call, ident: str, kind: str) -> str:
    """One flow log; returns its id."""
    params, backend = call.params, call.backend()
    name = log_group_name(params) if kind == "cloud-watch-logs" else None
    own_arn = f"arn:aws:logs:{call.region}:{ACCOUNT_ID}:log-group:{name}"
    destination = params.get("LogDestination") or own_arn
    taken = {(each.resource_id, each.log_destination, each.traffic_type) for each in backend.flow_logs.values()}
    if (ident, destination, params.get("TrafficType")) in taken:
        raise Refusal("FlowLogAlreadyExists", "There is an existing Flow Log with the same configuration and log destination.")
    bucket = BUCKET.fullmatch(destination)
    (made,), _ = backend.create_flow_logs(
        params["ResourceType"],
        [ident],
        params.get("TrafficType"),
        params.get("DeliverLogsPermissionArn"),
        kind,
        f"arn:aws:s3:::{bucket.group(1)}" if bucket else None,
        name,
        params.get("LogFormat"),
        params.get("MaxAggregationInterval"),
    )
    made.log_destination, made.deliver_logs_status, made.deliver_logs_error_message = destination, "SUCCESS", None
    made.add_tags({tag["Key"]: tag["Value"] for tag in tags_given(params, "vpc-flow-log")})
    return str(made.id)
