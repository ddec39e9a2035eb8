import pulumi
import pytest

from components.aws.existing_network import FoundSubnet, misfits
from declaration.network import NetworkIds

VPC, OTHER_VPC = "vpc-0123456789abcdef0", "vpc-0123456789abcdef9"
GPU, FIRST, SECOND, FABRIC = "subnet-0123456789abcdef0", "subnet-0123456789abcdef1", "subnet-0123456789abcdef2", "sg-0123456789abcdef0"
EXISTING = {"existing": {"vpc_id": VPC, "gpu_subnet_id": GPU, "control_plane_subnet_ids": [FIRST, SECOND]}}
GROUP, SYSTEM = "aws:ec2/securityGroup:SecurityGroup", {"name": "system", "purpose": "system", "machine": "m7i.2xlarge", "nodes": 2}
IDS = NetworkIds(vpc_id=VPC, gpu_subnet_id=GPU, control_plane_subnet_ids=(FIRST, SECOND), fabric_security_group_id=FABRIC)


def subnet(id_, zone="use1-az2", vpc=VPC, public=False):
    return FoundSubnet(id_, vpc, zone, public)


@pytest.mark.parametrize(
    ("gpu", "control_plane", "fabric_vpc", "message"),
    [
        (subnet(GPU), [subnet(FIRST), subnet(SECOND, "use1-az4")], VPC, None),
        (subnet(GPU, vpc=OTHER_VPC), [subnet(FIRST), subnet(SECOND, "use1-az4")], VPC, f"subnet {GPU} is in {OTHER_VPC}"),
        (subnet(GPU), [subnet(FIRST), subnet(SECOND, "use1-az4", OTHER_VPC)], VPC, f"subnet {SECOND} is in {OTHER_VPC}"),
        (subnet(GPU, "use1-az6"), [subnet(FIRST), subnet(SECOND, "use1-az4")], VPC, "zone is use1-az2: write zone: use1-az6"),
        (subnet(GPU, public=True), [subnet(FIRST), subnet(SECOND, "use1-az4")], VPC, "gives its interfaces public addresses"),
        (subnet(GPU), [subnet(FIRST), subnet(SECOND)], VPC, "are all in use1-az2: write subnets of at least 2 zones"),
        (subnet(GPU), [subnet(FIRST), subnet(SECOND, "use1-az4")], OTHER_VPC, f"{FABRIC} is in {OTHER_VPC}"),
        (subnet(GPU), [subnet(FIRST), subnet(SECOND, "use1-az4")], None, None),
    ],
)
def test_misfits(gpu, control_plane, fabric_vpc, message):
    found = misfits("use1-az2", IDS, gpu, control_plane, fabric_vpc)
    assert (found == []) if message is None else (len(found) == 1 and message in found[0])


SUBNETS = {GPU: ("use1-az2", VPC), FIRST: ("use1-az2", VPC), SECOND: ("use1-az4", VPC)}


def lookups(subnets, fabric_vpc=VPC):
    """What EC2 would answer: zone and network of each subnet, the network of any group."""

    def get_subnet(args):
        zone, vpc = subnets[args["id"]]
        return {"id": args["id"], "vpcId": vpc, "availabilityZoneId": zone, "mapPublicIpOnLaunch": False}

    return {"aws:ec2/getSubnet:getSubnet": get_subnet, "aws:ec2/getSecurityGroup:getSecurityGroup": {"vpcId": fabric_vpc}}


@pytest.fixture
def on_existing(built, declared):
    """A function: the program in an existing network whose subnets are these."""

    def make(preview=False, fabric=None, subnets=SUBNETS, fabric_vpc=VPC):
        ids = EXISTING["existing"] | ({"fabric_security_group_id": fabric} if fabric else {})
        raw = declared(network={"existing": ids}, storage={"scratch": SCRATCH}, pools=[SYSTEM])
        return built(raw, preview=preview, invokes=lookups(subnets, fabric_vpc))

    return make


SCRATCH = {"kind": "fsx_lustre", "deployment": "persistent_2", "capacity_gib": 19200, "throughput_mbps_per_tib": 250, "efa": True}


@pytest.mark.parametrize("preview", [True, False])
def test_an_unfit_network_stops_the_program_before_any_resource(on_existing, preview):
    with pytest.raises(pulumi.RunError, match=r"control_plane_subnet_ids are all in use1-az2"):
        on_existing(preview, subnets=SUBNETS | {SECOND: ("use1-az2", VPC)})
    with pytest.raises(pulumi.RunError, match=f"control_plane_subnet_ids: {SECOND} is in use1-az3, where EKS places no control plane"):
        on_existing(preview, subnets=SUBNETS | {SECOND: ("use1-az3", VPC)})
    with pytest.raises(pulumi.RunError, match=f"{FABRIC} is in {OTHER_VPC}"):
        on_existing(preview, fabric=FABRIC, fabric_vpc=OTHER_VPC)


def test_nothing_of_a_network_is_made_in_one_that_is_there(on_existing):
    recording = on_existing()
    assert not {"aws:ec2/vpc:Vpc", "aws:ec2/subnet:Subnet", "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup"} & set(recording.types())
    assert recording.one("aws:eks/cluster:Cluster").inputs["vpcConfig"]["subnetIds"] == [FIRST, SECOND]
    assert recording.one("aws:eks/nodeGroup:NodeGroup").inputs["subnetIds"] == [GPU]
    fabric = recording.one(GROUP, "atlas-fabric")
    assert fabric.inputs["vpcId"] == VPC
    assert recording.outputs["base"]["fabric_security_group_id"] == "atlas-fabric-id"


def test_a_named_fabric_group_is_taken_and_left_as_it_is(on_existing):
    recording = on_existing(fabric=FABRIC)
    assert [one.name for one in recording.of_type(GROUP)] == ["atlas-scratch"]
    assert recording.one("aws:fsx/lustreFileSystem:LustreFileSystem").inputs["securityGroupIds"] == ["atlas-scratch-id", FABRIC]
    changed = {one.inputs["securityGroupId"] for one in recording.resources if "securityGroupId" in one.inputs}
    assert FABRIC not in changed
