"""One world for all tests of the folder, emptied before each; an account that is ready for node groups."""

import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError

from rehearsal.control import WorldControl
from rehearsal.world.server import make_world

REGION = "us-east-1"


@pytest.fixture(scope="session")
def world_endpoint() -> Iterator[str]:
    """A world in this process."""
    server, _ = make_world()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()


@pytest.fixture
def control(world_endpoint: str) -> WorldControl:
    """The control of an empty account."""
    control = WorldControl(world_endpoint)
    control.reset()
    return control


@pytest.fixture
def client(world_endpoint: str, control: WorldControl) -> Callable[..., Any]:
    """A boto3 client of a service; it retries only when told to."""

    def make(service: str, region: str = REGION, attempts: int = 1) -> Any:
        config = Config(retries={"total_max_attempts": attempts}, parameter_validation=False)
        keys = {"aws_access_key_id": "rehearsal", "aws_secret_access_key": "rehearsal"}
        return boto3.client(service, region_name=region, endpoint_url=world_endpoint, config=config, **keys)

    return make


class Account:
    """A VPC with three subnets, roles, and a cluster on demand."""

    zones = ("use1-az2", "use1-az6", "use1-az3")

    def __init__(self, client: Callable[..., Any], control: WorldControl) -> None:
        self.client = client
        self.control = control
        self.ec2, self.eks, self.iam, self.s3, self.logs = (client(name) for name in ("ec2", "eks", "iam", "s3", "logs"))
        self.vpc = self.ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
        self.subnets = {zone: self.subnet(f"10.0.{index * 16}.0/20", zone) for index, zone in enumerate(self.zones)}
        self.group = self.ec2.create_security_group(GroupName="fabric", Description="fabric", VpcId=self.vpc)["GroupId"]
        self.cluster_role = self.role("control-plane", "eks.amazonaws.com")
        self.node_role = self.role("nodes", "ec2.amazonaws.com")

    def subnet(self, cidr: str, zone: str) -> str:
        return self.ec2.create_subnet(VpcId=self.vpc, CidrBlock=cidr, AvailabilityZoneId=zone)["Subnet"]["SubnetId"]

    def role(self, name: str, service: str) -> str:
        statement = {"Effect": "Allow", "Principal": {"Service": service}, "Action": "sts:AssumeRole"}
        document = json.dumps({"Version": "2012-10-17", "Statement": [statement]})
        return self.iam.create_role(RoleName=name, AssumeRolePolicyDocument=document)["Role"]["Arn"]

    def cluster_arguments(self, **changes: Any) -> dict[str, Any]:
        network = {"subnetIds": [self.subnets["use1-az2"], self.subnets["use1-az6"]]}
        access = {"authenticationMode": "API"}
        return {
            "name": "atlas",
            "version": "1.34",
            "roleArn": self.cluster_role,
            "resourcesVpcConfig": network,
            "accessConfig": access,
        } | changes

    def cluster(self, **changes: Any) -> str:
        arguments = self.cluster_arguments(**changes)
        self.eks.create_cluster(**arguments)
        return arguments["name"]

    def template(self, data: dict[str, Any], name: str = "nodes") -> str:
        return self.ec2.create_launch_template(LaunchTemplateName=name, LaunchTemplateData=data)["LaunchTemplate"]["LaunchTemplateId"]

    def node_group_arguments(self, **changes: Any) -> dict[str, Any]:
        sizes = {"minSize": 0, "desiredSize": 2, "maxSize": 4}
        common = {"clusterName": "atlas", "nodegroupName": "train", "subnets": [self.subnets["use1-az2"]], "nodeRole": self.node_role}
        return common | {"scalingConfig": sizes, "instanceTypes": ["m7i.2xlarge"]} | changes

    def node_group(self, **changes: Any) -> dict[str, Any]:
        arguments = self.node_group_arguments(**changes)
        arguments = {key: value for key, value in arguments.items() if value is not None}
        self.eks.create_nodegroup(**arguments)
        return self.eks.describe_nodegroup(clusterName=arguments["clusterName"], nodegroupName=arguments["nodegroupName"])["nodegroup"]

    def running(self) -> list[dict[str, Any]]:
        filters = [{"Name": "instance-state-name", "Values": ["running"]}]
        return [instance for held in self.ec2.describe_instances(Filters=filters)["Reservations"] for instance in held["Instances"]]


@pytest.fixture
def account(client: Callable[..., Any], control: WorldControl) -> Account:
    """An account with a network and roles."""
    return Account(client, control)


@pytest.fixture
def refused() -> Callable[[Callable[[], Any]], tuple[str, str]]:
    """Code and message of the refusal that a call gets."""

    def refusal(call: Callable[[], Any]) -> tuple[str, str]:
        with pytest.raises(ClientError) as caught:
            call()
        error = caught.value.response["Error"]
        return error["Code"], error["Message"]

    return refusal


def efa_layout(cards: int, *, efa_on_first: bool = True, kind: str = "efa-only", group: str = "") -> list[dict[str, Any]]:
    """The layout that saves addresses: a plain primary, an EFA on each card."""
    groups = {"Groups": [group]} if group else {}
    nics = [{"NetworkCardIndex": 0, "DeviceIndex": 0, "InterfaceType": "interface", **groups}]
    if efa_on_first:
        nics.append({"NetworkCardIndex": 0, "DeviceIndex": 1, "InterfaceType": kind, **groups})
    return nics + [{"NetworkCardIndex": card, "DeviceIndex": 0, "InterfaceType": kind, **groups} for card in range(1, cards)]


@pytest.fixture
def layout() -> Callable[..., list[dict[str, Any]]]:
    """Makes network interfaces."""
    return efa_layout
