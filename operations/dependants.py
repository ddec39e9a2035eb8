"""What stands on a stack: other stacks of the project that read it, and what the cloud shows in its networks."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from operations.engine import Engine, EngineFailedError, ExportedState, ResourceState
from operations.recovery.state import allowed_accounts, ids_of_type, pending_operations, provider_inputs, resources
from operations.safeguards import RefusedError

if TYPE_CHECKING:
    from mypy_boto3_ec2.type_defs import FilterTypeDef

REFERENCE = "pulumi:pulumi:StackReference"
VPC, CLUSTER, INSTANCE = "aws:ec2/vpc:Vpc", "aws:eks/cluster:Cluster", "aws:ec2/instance:Instance"
CLUSTER_TAGS = ("eks:cluster-name", "aws:eks:cluster-name")
ALIVE = ("pending", "running", "stopping", "stopped")
# A second look, which the first does not need, must not keep anybody waiting.
HASTE = Config(connect_timeout=5, read_timeout=10, retries={"total_max_attempts": 2})


def refuse_while_in_use(engine: Engine, stack: str, state: ExportedState) -> None:
    """Raises RefusedError that names what stands on the stack: taking it away breaks what goes on running, and billing."""
    found = [*_dependent_stacks(engine, stack), *_foreign_things(state)]
    if found:
        raise RefusedError(
            "\n".join(
                [
                    f"{stack} is in use, and nothing was changed. On it stand:",
                    *(f"  {line}" for line in found),
                    "Destroy those first (`gpuc destroy --stack …`), then run again; `--although-in-use` destroys it all the same.",
                ]
            )
        )


def _dependent_stacks(engine: Engine, stack: str) -> Iterator[str]:
    for other in engine.stacks():
        if _short(other) == _short(stack):
            continue
        try:
            state = engine.export_state(other)
        except EngineFailedError as problem:
            yield f"perhaps stack {other}, whose state can't be read (`gpuc recover --stack {other}` may mend it): {problem}"
            continue
        left = sum(map(_is_real, resources(state))) + len(pending_operations(state))
        if left and reads(state, engine.project.name, stack):
            yield f"stack {other}, with {left} resources left"


def reads(state: ExportedState, project: str, stack: str) -> bool:
    """Whether a state holds a reference to the stack, by whichever form of its name (organization/project/stack, or its end)."""
    begun = [operation["resource"] for operation in pending_operations(state)]
    names = [
        str(resource.get("inputs", {}).get("name") or resource.get("id", ""))
        for resource in (*resources(state), *begun)
        if resource["type"] == REFERENCE
    ]
    return any(_short(name) == _short(stack) and (name.count("/") < 2 or name.split("/")[1] == project) for name in names)


def _is_real(resource: ResourceState) -> bool:
    """Whether it exists outside the state: components, providers and references do not."""
    return bool(resource.get("custom")) and not resource["type"].startswith("pulumi:")


def _short(stack: str) -> str:
    return stack.rpartition("/")[2]


def _foreign_things(state: ExportedState) -> Iterator[str]:
    """What others run in the networks of this state, where the cloud lets us ask; where it does not, the states have had their say."""
    for vpc in (resource for resource in resources(state) if resource["type"] == VPC and resource.get("id")):
        provider = provider_inputs(state, vpc)
        region = str(vpc.get("inputs", {}).get("region") or provider.get("region") or "") or None
        session, own = boto3.Session(region_name=region), ids_of_type(state, CLUSTER)
        try:
            account = session.client("sts", config=HASTE).get_caller_identity()["Account"]
            if account not in (allowed_accounts(provider) or {account}):
                continue
            found = [*_foreign_clusters(session, vpc["id"], own), *_foreign_instances(session, vpc["id"], own, state)]
        except (ClientError, BotoCoreError):
            continue
        yield from found


def _foreign_clusters(session: boto3.Session, vpc_id: str, own: frozenset[str]) -> Iterator[str]:
    eks = session.client("eks", config=HASTE)
    for page in eks.get_paginator("list_clusters").paginate():
        for name in page["clusters"]:
            if name not in own and eks.describe_cluster(name=name)["cluster"]["resourcesVpcConfig"].get("vpcId") == vpc_id:
                yield f"EKS cluster {name} in {vpc_id}"


def _foreign_instances(session: boto3.Session, vpc_id: str, own: frozenset[str], state: ExportedState) -> Iterator[str]:
    """Nodes of the state's own clusters go with their node groups."""
    ec2, known = session.client("ec2", config=HASTE), ids_of_type(state, INSTANCE)
    filters: list[FilterTypeDef] = [{"Name": "vpc-id", "Values": [vpc_id]}, {"Name": "instance-state-name", "Values": list(ALIVE)}]
    foreign = 0
    for page in ec2.get_paginator("describe_instances").paginate(Filters=filters):
        for instance in (one for reservation in page["Reservations"] for one in reservation["Instances"]):
            tags = {tag["Key"]: tag["Value"] for tag in instance.get("Tags", [])}
            belongs = any(tags.get(key) in own for key in CLUSTER_TAGS)
            foreign += not belongs and instance["InstanceId"] not in known
    if foreign:
        yield f"{foreign} instances in {vpc_id} of other stacks or other hands"
