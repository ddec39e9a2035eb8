import pytest

INGRESS, EGRESS = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule"
SCRATCH = {"id": "fs-0", "dns_name": "fs-0.fsx.us-east-1.amazonaws.com", "mount_name": "abc", "security_group_id": "sg-0scratch"}
PORTS = {(988, 988), (1018, 1023)}


@pytest.fixture
def on_base(built, declared, base_outputs):
    def make(preview=False):
        raw = declared(storage={"scratch": {"from_stack": "aws-base", "mount_path": "/data"}})
        return built(raw, preview=preview, base=base_outputs | {"scratch": SCRATCH})

    return make


def opened(recording, token):
    """(group, other group) → port ranges of the rules of a type."""
    found = {}
    for one in recording.of_type(token):
        key = (one.inputs["securityGroupId"], one.inputs["referencedSecurityGroupId"])
        found.setdefault(key, set()).add((one.inputs["fromPort"], one.inputs["toPort"]))
    return found


def test_servers_and_nodes_open_lustre_to_each_other(on_base):
    recording = on_base()
    servers, nodes = "sg-0scratch", "sg-atlas-cluster"
    assert opened(recording, INGRESS) == {(servers, nodes): PORTS, (nodes, servers): PORTS}
    assert opened(recording, EGRESS) == {(servers, nodes): PORTS}
    assert recording.of_type("aws:fsx/lustreFileSystem:LustreFileSystem") == ()


def test_preview_makes_the_same_rules(on_base):
    assert on_base(preview=True).types() == on_base().types()


def test_the_cluster_says_how_to_mount(on_base):
    assert on_base().outputs["cluster"]["scratch"] == {
        "id": "fs-0",
        "dns_name": "fs-0.fsx.us-east-1.amazonaws.com",
        "mount_name": "abc",
        "mount_path": "/data",
        "mount": "mount -t lustre -o noatime,flock,lazystatfs fs-0.fsx.us-east-1.amazonaws.com@tcp:/abc /data",
    }


def test_a_cluster_may_have_a_file_system_of_its_own(built, declared):
    own = {"kind": "fsx_lustre", "deployment": "scratch_2", "capacity_gib": 1200}
    recording = built(declared(storage={"scratch": own}))
    made = recording.one("aws:fsx/lustreFileSystem:LustreFileSystem", "atlas-scratch")
    assert made.inputs["subnetIds"] == "subnet-0gpu"
    assert recording.one("aws:ec2/securityGroup:SecurityGroup", "atlas-scratch").inputs["vpcId"] == "vpc-0base"
    assert ("atlas-scratch-id", "sg-atlas-cluster") in opened(recording, INGRESS)
    assert recording.outputs["cluster"]["scratch"]["id"] == "fs-atlas-scratch"
