import base64

import pytest

GROUP, TEMPLATE, PLACEMENT = "aws:eks/nodeGroup:NodeGroup", "aws:ec2/launchTemplate:LaunchTemplate", "aws:ec2/placementGroup:PlacementGroup"
BLOCK = {"kind": "capacity_block", "reservation": "cr-0123456789abcdef0"}
SYSTEM = {"name": "system", "purpose": "system", "machine": "m7i.2xlarge", "nodes": 2}
BOTH = pytest.mark.parametrize("preview", [True, False])


def train(nodes=16, **pool):
    return {"name": "train", "purpose": "training", "machine": "p5en.48xlarge", "nodes": nodes} | pool


@pytest.fixture
def pool(built, declared):
    def make(preview=False, **fields):
        return built(declared(pools=[SYSTEM, train(**fields)]), preview=preview)

    return make


@BOTH
def test_group_of_a_block(pool, preview):
    group = pool(preview, capacity=[BLOCK]).one(GROUP, "atlas-train-cb-9abcdef0")
    assert group.inputs["nodeGroupName"] == "atlas-train-cb-9abcdef0"
    assert group.inputs["capacityType"] == "CAPACITY_BLOCK"
    assert "instanceTypes" not in group.inputs, "the template names the machine of a block"
    assert group.inputs["amiType"] == "AL2023_x86_64_NVIDIA"
    assert group.inputs["releaseVersion"] == "1.34.1-20261105"
    assert group.inputs["subnetIds"] == ["subnet-0gpu"]
    assert group.inputs["scalingConfig"] == {"minSize": 16, "desiredSize": 16, "maxSize": 16}
    assert group.inputs["updateConfig"] == {"maxUnavailablePercentage": 100, "updateStrategy": "MINIMAL"}
    assert group.inputs["taints"] == [{"key": "nvidia.com/gpu", "value": "present", "effect": "NO_SCHEDULE"}]
    assert not {"diskSize", "remoteAccess", "version"} & set(group.inputs)


@BOTH
def test_options_of_a_group(pool, preview):
    group = pool(preview, capacity=[BLOCK]).one(GROUP, "atlas-train-cb-9abcdef0")
    assert group.delete_before_replace is True, "the name is fixed and the block has no room for two"
    assert (group.custom_timeouts.create, group.custom_timeouts.delete) == ("60m", "60m")
    assert group.ignore_changes == ()


@pytest.mark.parametrize("owner", ["slurm", "autoscaler"])
def test_a_count_that_somebody_else_moves_is_no_drift(pool, owner):
    assert pool(scaling_owner=owner).one(GROUP, "atlas-train-od").ignore_changes == ("scalingConfig.desiredSize",)


def test_template_version_is_a_number(pool):
    group = pool().one(GROUP, "atlas-train-od")
    assert group.inputs["launchTemplate"] == {"id": "lt-atlas-train-od-template", "version": "1"}


@BOTH
def test_no_template_says_a_subnet_or_a_public_address(built, declared, preview):
    for template in built(declared(), preview=preview).of_type(TEMPLATE):
        for nic in template.inputs["networkInterfaces"]:
            assert not {"subnetId", "associatePublicIpAddress"} & set(nic)


@BOTH
@pytest.mark.parametrize(
    ("capacity", "placed"),
    [
        ([BLOCK], []),
        ([{"kind": "reservation", "reservation": "cr-0123456789abcdef0"}], []),
        ([{"kind": "on_demand"}], ["od"]),
        ([BLOCK, {"kind": "spot"}, {"kind": "on_demand"}], ["od", "spot"]),
    ],
)
def test_placement_group_is_for_machines_that_nobody_placed(pool, preview, capacity, placed):
    recording = pool(preview, capacity=capacity)
    assert len(recording.of_type(PLACEMENT)) == (1 if placed else 0), (
        "one a pool, so that a cluster packs closely whoever sells the machine"
    )
    templates = [one for one in recording.of_type(TEMPLATE) if one.name.startswith("atlas-train")]
    assert sorted(one.name.split("-")[2] for one in templates if "placement" in one.inputs) == placed


def test_placement_group_outlives_its_instances(pool):
    recording = pool()
    placement = recording.one(PLACEMENT)
    assert placement.inputs["strategy"] == "cluster"
    assert placement.custom_timeouts.delete == "30m"
    assert placement.urn in recording.one(GROUP, "atlas-train-od").dependencies


def test_nodes_wait_for_the_policies_of_their_role(pool):
    recording = pool()
    for attachment in recording.of_type("aws:iam/rolePolicyAttachment:RolePolicyAttachment"):
        assert recording.depends_on(recording.one(GROUP, "atlas-train-od"), attachment)


@pytest.mark.parametrize(("capacity", "few", "many"), [([BLOCK], 2, 64), ([{"kind": "on_demand"}], 16, 450)])
def test_the_number_of_nodes_is_a_number(pool, capacity, few, many):
    small, large = pool(nodes=few, capacity=capacity), pool(nodes=many, capacity=capacity)
    assert small.types() == large.types()
    assert {one.urn for one in small.resources} == {one.urn for one in large.resources}


def test_policies_see_what_they_judge(built, declared):
    facts = built(declared()).one("gpu-clusters:aws:GpuPool", "atlas-train").inputs
    assert facts == {
        "pool": "train",
        "purpose": "training",
        "machine": "p5en.48xlarge",
        "images": ["1.34.1-20261105"],
        "nodes": {"min": 0, "desired": 16, "max": 16},
        "scaling_owner": "pulumi",
        "capacity": ["capacity_block", "spot"],
        "reservations": ["cr-0123456789abcdef0"],
        "efa": True,
        "placement_group": True,
    }


def test_an_own_image_is_joined_by_the_program_and_the_group_names_no_release(pool):
    recording = pool(image={"id": "ami-0123456789abcdef0", "architecture": "x86_64"})
    group, template = recording.one(GROUP, "atlas-train-od"), recording.one(TEMPLATE, "atlas-train-od-template")
    assert group.inputs["amiType"] == "CUSTOM"
    assert not {"releaseVersion", "version"} & set(group.inputs)
    assert template.inputs["imageId"] == "ami-0123456789abcdef0"
    cluster = recording.one("aws:eks/cluster:Cluster")
    assert cluster.urn in template.property_dependencies["userData"]
    said = base64.b64decode(template.inputs["userData"]).decode()
    assert "apiServerEndpoint: https://atlas.eks.us-east-1.amazonaws.com" in said
    assert "cidr: 172.20.0.0/16" in said
    assert "gpu-clusters/pool=train" in said


def test_a_pools_extra_tags_reach_its_nodes_and_no_other_pools(built, declared):
    raw = declared(extra_tags={"grant": "g-1", "site": "east"}, pools=[SYSTEM, train(extra_tags={"grant": "g-2"})])
    recording = built(raw)
    launched = {one.name: one.inputs["tagSpecifications"][0]["tags"]["grant"] for one in recording.of_type(TEMPLATE)}
    assert launched == {"atlas-system-od-template": "g-1", "atlas-train-od-template": "g-2"}
    assert recording.one(GROUP, "atlas-train-od").inputs["tags"]["grant"] == "g-2"
    recording.assert_all_tagged(["grant", "site"])
