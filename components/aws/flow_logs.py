"""Flow logs of a network: who spoke to whom, accepted or refused, kept for as long as declared."""

from __future__ import annotations

from dataclasses import dataclass

import pulumi_aws as aws
from pulumi import ComponentResource, Input, ResourceOptions

from components.aws.iam_documents import flow_log_policy, trust_policy
from components.naming import Naming

AGGREGATED_OVER_SECONDS = 600
"""The longer of the two intervals that EC2 offers, and the cheaper one: records of ten minutes, not of one."""


@dataclass(frozen=True)
class FlowLogsArgs:
    """What the flow logs of a network are made from."""

    naming: Naming
    vpc_id: Input[str]
    retention_days: int
    """Days; source: `network.flow_logs.retention_days`."""
    kms_key_arn: Input[str] | None
    """Key of the log group; None: CloudWatch's own."""


class FlowLogs(ComponentResource):
    """The records of a whole network in a log group of its own. EFA traffic is no IP traffic and appears in none of them."""

    def __init__(self, args: FlowLogsArgs, opts: ResourceOptions | None = None) -> None:
        naming = args.naming
        super().__init__("gpu-clusters:aws:FlowLogs", naming.name("flow-logs"), {"retention_days": args.retention_days}, opts)
        own = ResourceOptions(parent=self)
        group = aws.cloudwatch.LogGroup(
            naming.name("flow-logs"),
            name=f"/aws/vpc/{naming.cluster}/flow-logs",
            retention_in_days=args.retention_days,
            kms_key_id=args.kms_key_arn,
            tags=naming.tags("flow-logs"),
            opts=own,
        )
        role = aws.iam.Role(
            naming.name("flow-logs"),
            assume_role_policy=trust_policy("vpc-flow-logs.amazonaws.com"),
            tags=naming.tags("flow-logs"),
            opts=own,
        )
        allowed = aws.iam.RolePolicy(naming.name("flow-logs"), role=role.name, policy=group.arn.apply(flow_log_policy), opts=own)
        aws.ec2.FlowLog(
            naming.name("flow-logs"),
            vpc_id=args.vpc_id,
            traffic_type="ALL",
            log_destination_type="cloud-watch-logs",
            log_destination=group.arn,
            iam_role_arn=role.arn,
            max_aggregation_interval=AGGREGATED_OVER_SECONDS,
            tags=naming.tags("flow-logs"),
            opts=ResourceOptions(parent=self, depends_on=[allowed]),
        )
        self.register_outputs({})
