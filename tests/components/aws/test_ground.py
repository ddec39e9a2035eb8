"""What a cluster stands on: a network of its own, one that is there already, or a base stack's."""

import pulumi
import pytest

from components.aws.ground import base_ground, own_ground
from declaration.base_outputs import BaseOutputs
from gpu_cluster_testing import record

VPC, GPU, FIRST, SECOND = "vpc-0123456789abcdef0", "subnet-0123456789abcdef0", "subnet-0123456789abcdef1", "subnet-0123456789abcdef2"
FABRIC, KEY = "sg-0123456789abcdef0", "arn:aws:kms:us-east-1:123456789012:key/1"
OWN = {"cidr": "10.40.0.0/16", "control_plane_zones": ["use1-az2", "use1-az4"], "nat": "gateway"}
IDS = {"vpc_id": VPC, "gpu_subnet_id": GPU, "control_plane_subnet_ids": [FIRST, SECOND]}
EXISTING, WITH_FABRIC = {"existing": IDS}, {"existing": {**IDS, "fabric_security_group_id": FABRIC}}
SYSTEM = {"name": "system", "purpose": "system", "machine": "m7i.2xlarge", "nodes": 2}
NETWORK, FABRIC_PART = "gpu-clusters:aws:Network", "gpu-clusters:aws:FabricSecurityGroup"
GROUP, LOG_GROUP = "aws:ec2/securityGroup:SecurityGroup", "aws:cloudwatch/logGroup:LogGroup"
RULES = ["atlas-fabric-ingress-self", "atlas-fabric-egress-self"]
S3_ENDPOINT, WAY_OUT, ADMITTED = "atlas-s3-endpoint", "atlas-private-default-route", "atlas-endpoints-ingress"
NEEDED = ["ec2", "ecr.api", "ecr.dkr", "eks", "eks-auth", "sts"]
BOTH = pytest.mark.parametrize("preview", [True, False])


@pytest.fixture
def stood(declared, cluster_of):
    """A function: the recording of the ground of a network, and the names of its rules and ways out; ids are the recording's outputs."""

    def make(network, *, preview=False, key=None, pools=(SYSTEM,), options=pulumi.ResourceOptions):
        cluster = cluster_of(declared(network=network, storage=None, pools=list(pools)))
        names = {}

        def program():
            ground = own_ground(cluster, cluster.network, key, options())
            names["rules"] = [one._name for one in ground.fabric_rules]
            names["ways_out"] = [one._name for one in ground.ways_out]
            pulumi.export("vpc", ground.vpc_id)
            pulumi.export("gpu", ground.gpu_subnet_id)
            pulumi.export("control_plane", ground.control_plane_subnet_ids)
            pulumi.export("fabric", ground.fabric_security_group_id)

        return record(program, preview=preview), names

    return make


@pytest.mark.parametrize(
    ("network", "expected"),
    [
        (
            OWN,
            {
                "vpc": "vpc-atlas-vpc",
                "gpu": "atlas-gpu-subnet-id",
                "control_plane": ["atlas-control-plane-use1-az2-id", "atlas-control-plane-use1-az4-id"],
                "fabric": "atlas-fabric-id",
            },
        ),
        (EXISTING, {"vpc": VPC, "gpu": GPU, "control_plane": [FIRST, SECOND], "fabric": "atlas-fabric-id"}),
        (WITH_FABRIC, {"vpc": VPC, "gpu": GPU, "control_plane": [FIRST, SECOND], "fabric": FABRIC}),
    ],
    ids=["own", "existing", "existing with its fabric"],
)
def test_a_ground_names_its_parts(stood, network, expected):
    recording, _ = stood(network)
    assert recording.outputs == expected


@BOTH
@pytest.mark.parametrize(
    ("network", "components", "rules"),
    [(OWN, {NETWORK, FABRIC_PART}, RULES), (EXISTING, {FABRIC_PART}, RULES), (WITH_FABRIC, set(), [])],
    ids=["own", "existing", "existing with its fabric"],
)
def test_only_what_is_not_there_is_made(stood, network, components, rules, preview):
    recording, names = stood(network, preview=preview)
    assert {one.type for one in recording.resources if not one.custom} == components
    assert names["rules"] == rules
    assert set(rules) <= {one.name for one in recording.resources}


def test_a_network_that_has_everything_is_left_as_it_is(stood):
    recording, _ = stood(WITH_FABRIC)
    assert recording.resources == ()


def test_the_fabric_beside_an_existing_network_is_all_that_is_made(stood):
    recording, _ = stood(EXISTING)
    assert sorted(one.name for one in recording.resources if one.is_cloud_resource) == [
        "atlas-fabric",
        "atlas-fabric-egress-anywhere",
        "atlas-fabric-egress-self",
        "atlas-fabric-ingress-self",
    ]


@pytest.mark.parametrize(("network", "vpc"), [(OWN, "vpc-atlas-vpc"), (EXISTING, VPC)], ids=["own", "existing"])
def test_the_fabric_is_a_group_of_that_network(stood, network, vpc):
    recording, _ = stood(network)
    assert recording.one(GROUP, "atlas-fabric").inputs["vpcId"] == vpc


@BOTH
@pytest.mark.parametrize(
    ("network", "ways_out"),
    [
        (OWN, [S3_ENDPOINT, WAY_OUT]),
        (OWN | {"nat": "none"}, [S3_ENDPOINT]),
        (OWN | {"nat": "none", "endpoints": "needed"}, [S3_ENDPOINT, ADMITTED, *(f"atlas-endpoint-{service}" for service in NEEDED)]),
        (OWN | {"endpoints": ["sts"]}, [S3_ENDPOINT, WAY_OUT, ADMITTED, "atlas-endpoint-sts"]),
        (EXISTING, []),
        (WITH_FABRIC, []),
    ],
    ids=["gateway", "none", "endpoints", "gateway and endpoint", "existing", "existing with its fabric"],
)
def test_nodes_wait_for_the_ways_out_that_this_stack_makes(stood, network, ways_out, preview):
    _, names = stood(network, preview=preview)
    assert names["ways_out"] == ways_out


@pytest.mark.parametrize("key", [None, KEY])
def test_flow_logs_take_the_key_that_is_given(stood, key):
    recording, _ = stood(OWN | {"flow_logs": {"retention_days": 30}}, key=key)
    assert recording.one(LOG_GROUP).inputs.get("kmsKeyId") == key


@pytest.mark.parametrize("network", [OWN, EXISTING], ids=["own", "existing"])
def test_what_is_made_belongs_to_the_parent_that_is_given(stood, network):
    recording, _ = stood(network, options=lambda: pulumi.ResourceOptions(parent=pulumi.ComponentResource("test:index:Owner", "owner")))
    owner = recording.one("test:index:Owner")
    parents = {one.name: one.parent for one in recording.resources if one.type in (NETWORK, FABRIC_PART)}
    assert parents == dict.fromkeys(parents, owner.urn)
    assert "atlas-fabric" in parents
    recording.assert_parents(at_root={owner.type})


@pytest.mark.parametrize("network", [OWN, EXISTING, WITH_FABRIC], ids=["own", "existing", "existing with its fabric"])
@pytest.mark.parametrize(
    ("zones", "misplaced"),
    [
        (["use1-az4"], [0]),
        ([None, "use1-az4"], [1]),
        (["use1-az4", "use1-az2", "use1-az6"], [0, 2]),
    ],
)
def test_pools_of_another_zone_stop_it_and_all_are_named(stood, network, zones, misplaced):
    pools = [{**SYSTEM, "name": f"pool{index}", **({"zone": zone} if zone else {})} for index, zone in enumerate(zones)]
    with pytest.raises(pulumi.RunError) as caught:
        stood(network, pools=pools)
    assert str(caught.value).splitlines() == [
        f"pools[{index}].zone is {zones[index]} and the node subnet of this stack is in use1-az2: write use1-az2, or leave zone out"
        for index in misplaced
    ]


@pytest.mark.parametrize("zone", [{}, {"zone": "use1-az2"}], ids=["none", "the cluster's"])
def test_pools_of_the_nodes_zone_stand(stood, zone):
    recording, _ = stood(EXISTING, pools=[{**SYSTEM, **zone}])
    assert recording.outputs["gpu"] == GPU


@BOTH
def test_a_base_is_stood_on_as_it_is(base_outputs, preview):
    made = []
    recording = record(lambda: made.append(base_ground(BaseOutputs.model_validate(base_outputs))), preview=preview)
    (ground,) = made
    assert recording.resources == ()
    assert (ground.vpc_id, ground.gpu_subnet_id, ground.fabric_security_group_id) == ("vpc-0base", "subnet-0gpu", "sg-0fabric")
    assert ground.control_plane_subnet_ids == ["subnet-0a", "subnet-0b"]
    assert (ground.fabric_rules, ground.ways_out) == ([], []), "the base made and keeps them"


def test_grounds_share_no_list(base_outputs):
    base = BaseOutputs.model_validate(base_outputs)
    first, second = base_ground(base), base_ground(base)
    assert first.ways_out is not second.ways_out
    assert first.fabric_rules is not second.fabric_rules
