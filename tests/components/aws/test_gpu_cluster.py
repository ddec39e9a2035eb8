import pulumi
import pytest

from components.aws.gpu_cluster import GpuCluster, GpuClusterArgs
from declaration.base_outputs import BaseOutputs
from declaration.tagging import REQUIRED_TAG_KEYS
from gpu_cluster_testing import record

STACKS = pytest.mark.parametrize("stack", ["aws-base", "aws-eks-pretrain", "aws-eks-small"])
BOTH = pytest.mark.parametrize("preview", [True, False])


@STACKS
@BOTH
def test_what_holds_for_every_resource(built, declared, stack, preview):
    recording = built(declared(stack), preview=preview)
    recording.assert_unique_urns()
    recording.assert_parents(at_root=["gpu-clusters:index:GpuCluster", "pulumi:pulumi:StackReference"])
    recording.assert_all_tagged(REQUIRED_TAG_KEYS)
    provider = recording.one("pulumi:providers:aws")
    for one in recording.resources:
        if one.is_cloud_resource:
            assert one.provider == provider.urn, f"{one.urn} would use a default provider, which stacks disable"
            assert not one.protect


@STACKS
def test_the_name_tag_is_the_logical_name_and_exact(built, declared, stack):
    names = {}
    for one in built(declared(stack)).resources:
        tags = one.inputs.get("tags")
        if one.is_cloud_resource and isinstance(tags, dict):
            assert tags["Name"] == one.name
            assert names.setdefault((one.type, tags["Name"]), one.urn) == one.urn
    assert len(names) > 10


@STACKS
def test_preview_registers_what_the_update_does(built, declared, stack):
    preview, update = built(declared(stack), preview=True), built(declared(stack))
    assert [one.urn for one in sorted(preview.resources, key=lambda one: one.urn)] == [
        one.urn for one in sorted(update.resources, key=lambda one: one.urn)
    ]
    for one in update.resources:
        assert preview.by_urn(one.urn).options() == one.options()


def differing(before, after):
    """(type, top-level property) of everything that differs between two recordings of the same resources."""
    assert {one.urn for one in before.resources} == {one.urn for one in after.resources}
    for one in before.resources:
        other = after.by_urn(one.urn)
        assert one.options() == other.options()
        yield from ((one.type, key) for key in {*one.inputs, *other.inputs} if one.inputs.get(key) != other.inputs.get(key))


@pytest.mark.parametrize(
    ("change", "allowed"),
    [
        ({"expires_at": "2027-01-31T00:00:00Z"}, {("aws:eks/cluster:Cluster", "tags"), ("gpu-clusters:index:GpuCluster", "expires_at")}),
        ({"expires_at": None}, {("aws:eks/cluster:Cluster", "tags"), ("gpu-clusters:index:GpuCluster", "expires_at")}),
        ({"run_id": "run-8"}, {("aws:eks/cluster:Cluster", "tags")}),
    ],
)
def test_moving_tags_roll_nothing(built, declared, change, allowed):
    assert set(differing(built(declared()), built(declared(**change)))) == allowed


def test_a_new_count_changes_the_count_alone(built, declared):
    raw = declared()
    fewer = [pool | ({"nodes": {"min": 0, "desired": 8, "max": 16}} if pool["name"] == "train" else {}) for pool in raw["pools"]]
    assert set(differing(built(raw), built(raw | {"pools": fewer}))) == {
        ("aws:eks/nodeGroup:NodeGroup", "scalingConfig"),
        ("gpu-clusters:aws:GpuPool", "nodes"),
        ("gpu-clusters:index:GpuCluster", "pools"),
    }


def test_policies_see_purposes_and_reservations_at_the_root(built, declared):
    facts = built(declared()).one("gpu-clusters:index:GpuCluster").inputs
    assert (facts["account"], facts["region"], facts["zone"]) == ("123456789012", "us-east-1", "use1-az2")
    pools = {pool["pool"]: pool for pool in facts["pools"]}
    assert pools["train"]["reservations"] == ["cr-0123456789abcdef0"]
    assert {name: pool["purpose"] for name, pool in pools.items()} == {"system": "system", "train": "training", "serve": "inference"}


def test_a_base_exports_what_a_cluster_reads(built, declared):
    base = built(declared("aws-base")).outputs["base"]
    assert BaseOutputs.model_validate(base).version == BaseOutputs.model_fields["version"].default
    cluster = built(declared(), base=base)
    assert cluster.one("aws:eks/cluster:Cluster").inputs["vpcConfig"]["subnetIds"] == base["control_plane_subnet_ids"]
    assert "cluster" in cluster.outputs
    assert "base" not in cluster.outputs


def test_what_a_cluster_exports(built, declared):
    cluster = dict(built(declared()).outputs["cluster"])
    assert cluster.pop("scratch")["mount"].startswith("mount -t lustre ")
    assert cluster == {
        "name": "atlas",
        "endpoint": "https://atlas.eks.us-east-1.amazonaws.com",
        "pools": ["system", "train", "serve"],
        "node_groups": ["atlas-system-od", "atlas-train-cb-9abcdef0", "atlas-train-spot", "atlas-serve-od"],
        "next": "aws eks update-kubeconfig --region us-east-1 --name atlas",
    }


@BOTH
def test_base_and_cluster_in_one_stack(built, declared, preview):
    network = declared("aws-base")["network"]
    recording = built(declared(network=network, storage={"checkpoints": {"kind": "bucket"}}), preview=preview)
    assert set(recording.outputs) == {"base", "cluster"}
    assert recording.of_type("pulumi:pulumi:StackReference") == ()
    group, fabric = (
        recording.one("aws:eks/nodeGroup:NodeGroup", "atlas-train-cb-9abcdef0"),
        recording.one("aws:ec2/securityGroup:SecurityGroup", "atlas-fabric"),
    )
    assert recording.depends_on(group, fabric), "the group goes before the fabric at destroy"


def test_a_base_is_read_once(built, declared):
    assert len(built(declared()).of_type("pulumi:pulumi:StackReference")) == 1


def test_a_control_plane_without_a_network_stops_whoever_uses_the_component(declared, cluster_of, catalog):
    cluster = cluster_of(declared(network=None, storage=None))
    with pytest.raises(pulumi.RunError, match="control_plane stands on no network: declare"):
        record(lambda: GpuCluster(GpuClusterArgs(cluster, catalog)) and None)


def test_a_base_that_nobody_read_stops_whoever_uses_the_component(declared, cluster_of, catalog):
    with pytest.raises(pulumi.RunError, match="base stack aws-base was not read"):
        record(lambda: GpuCluster(GpuClusterArgs(cluster_of(declared()), catalog)) and None)
