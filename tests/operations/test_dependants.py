"""What stands on a stack, by the states of its project and by the cloud."""

import boto3
import pytest
from moto import mock_aws
from moto.eks.models import eks_backends

from operations.dependants import reads, refuse_while_in_use
from operations.engine import EngineFailedError
from operations.safeguards import RefusedError
from tests.operations.commands.fakes import Engine

EMPTY = {"version": 3, "deployment": {}}
GROUP = {"urn": "urn:g", "type": "aws:eks/nodeGroup:NodeGroup", "custom": True, "id": "atlas:train"}
ACCOUNT = "123456789012"


def reference(name, **more):
    return {"urn": "urn:r", "type": "pulumi:pulumi:StackReference", "custom": True, "inputs": {"name": name}} | more


def state(*resources, pending=()):
    return {"version": 3, "deployment": {"resources": list(resources), "pending_operations": list(pending)}}


BASE = "organization/gpu-clusters/aws-base"


@pytest.mark.parametrize(
    ("name", "read"),
    [
        (BASE, True),
        ("acme/gpu-clusters/aws-base", True),
        ("acme/aws-base", True),
        ("aws-base", True),
        ("organization/gpu-clusters/aws-base-2", False),
        ("organization/other/aws-base", False),
    ],
)
@pytest.mark.parametrize("stack", ["aws-base", BASE])
def test_a_reference_by_any_form_of_the_name(name, read, stack):
    assert reads(state(reference(name)), "gpu-clusters", stack) is read
    assert reads(state(reference("", id=name)), "gpu-clusters", stack) is read


@pytest.mark.parametrize(
    ("other", "refused"),
    [
        (state(reference(BASE), GROUP), True),
        (state(reference(BASE), pending=[{"type": "creating", "resource": GROUP}]), True),
        (state(reference(BASE)), False),
        (state(reference(BASE), {"urn": "urn:s", "type": "pulumi:pulumi:Stack", "custom": False}), False),
        (state(GROUP), False),
        (EMPTY, False),
    ],
)
def test_only_stacks_that_read_it_and_hold_something_refuse_it(tmp_path, other, refused):
    engine = Engine(tmp_path, others={"train": other})
    if not refused:
        refuse_while_in_use(engine, "aws-base", EMPTY)
        return
    with pytest.raises(RefusedError, match=r"(?s)nothing was changed.*stack train, with 1 resources left.*--although-in-use"):
        refuse_while_in_use(engine, "aws-base", EMPTY)


def test_the_stack_itself_is_none_of_its_dependants(tmp_path):
    refuse_while_in_use(Engine(tmp_path, [state(reference(BASE), GROUP)]), "organization/gpu-clusters/aws-base", EMPTY)


def test_a_stack_that_cannot_be_read_may_be_one(tmp_path, monkeypatch):
    engine = Engine(tmp_path, others={"train": EMPTY})

    def export_state(stack):
        raise EngineFailedError("failed to load checkpoint: EOF")

    monkeypatch.setattr(engine, "export_state", export_state)
    with pytest.raises(RefusedError, match=r"perhaps stack train.*gpuc recover --stack train.*EOF"):
        refuse_while_in_use(engine, "aws-base", EMPTY)


@pytest.fixture
def cloud(monkeypatch):
    """A network with an EKS cluster and two instances in it, one of them a node of the cluster."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    with mock_aws():
        ec2 = boto3.client("ec2", region_name="us-east-1")
        vpc = ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
        subnet = ec2.create_subnet(VpcId=vpc, CidrBlock="10.0.0.0/24")["Subnet"]["SubnetId"]
        boto3.client("eks", region_name="us-east-1").create_cluster(
            name="atlas", roleArn=f"arn:aws:iam::{ACCOUNT}:role/control", resourcesVpcConfig={"subnetIds": [subnet]}
        )
        # What EKS finds out by itself from the subnets.
        eks_backends[ACCOUNT]["us-east-1"].clusters["atlas"].resources_vpc_config["vpcId"] = vpc
        image = ec2.describe_images()["Images"][0]["ImageId"]
        for tags in ([{"Key": "eks:cluster-name", "Value": "atlas"}], [{"Key": "Name", "Value": "bastion"}]):
            specification = [{"ResourceType": "instance", "Tags": tags}]
            ec2.run_instances(ImageId=image, MinCount=1, MaxCount=1, SubnetId=subnet, TagSpecifications=specification)
        yield vpc


def network(vpc, *more, account=ACCOUNT):
    provider = "urn:pulumi:dev::gpu-clusters::pulumi:providers:aws::aws"
    inputs = {"region": "us-east-1", "allowedAccountIds": f'["{account}"]'}
    return state(
        {"urn": provider, "type": "pulumi:providers:aws", "custom": True, "inputs": inputs},
        {"urn": "urn:v", "type": "aws:ec2/vpc:Vpc", "custom": True, "id": vpc, "provider": f"{provider}::id"},
        *more,
    )


def test_what_others_run_in_the_network_is_named(tmp_path, cloud):
    with pytest.raises(RefusedError) as refused:
        refuse_while_in_use(Engine(tmp_path), "aws-base", network(cloud))
    assert f"EKS cluster atlas in {cloud}\n" in str(refused.value)
    assert f"2 instances in {cloud} of other" in str(refused.value)


def test_nodes_of_the_stacks_own_cluster_are_its_own(tmp_path, cloud):
    own = {"urn": "urn:c", "type": "aws:eks/cluster:Cluster", "custom": True, "id": "atlas"}
    with pytest.raises(RefusedError) as refused:
        refuse_while_in_use(Engine(tmp_path), "aws-base", network(cloud, own))
    assert "EKS cluster" not in str(refused.value)
    assert f"1 instances in {cloud}" in str(refused.value)


@pytest.mark.parametrize(("vpc", "account"), [("vpc-other", ACCOUNT), (None, "999999999999")])
def test_another_network_or_account_proves_nothing(tmp_path, cloud, vpc, account):
    refuse_while_in_use(Engine(tmp_path), "aws-base", network(vpc or cloud, account=account))


def test_without_credentials_the_states_have_their_say(tmp_path, monkeypatch):
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/dev/null")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/dev/null")
    refuse_while_in_use(Engine(tmp_path), "aws-base", network("vpc-1"))
    with pytest.raises(RefusedError):
        refuse_while_in_use(Engine(tmp_path, others={"train": state(reference(BASE), GROUP)}), "aws-base", network("vpc-1"))
