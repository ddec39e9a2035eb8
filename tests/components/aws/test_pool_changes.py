"""The table against the graph: change a field, record both, and let the cloud's own schema judge what differs."""

import pytest
from cfnlint.schema.manager import PROVIDER_SCHEMA_MANAGER
from pydantic import BaseModel

from components.aws.pool_changes import POOL_CHANGES, ChangeEffect
from declaration.images import CustomImage, ReleaseImage
from declaration.pools import NodeCount, Pool

NODE_GROUP, TEMPLATE = "aws:eks/nodeGroup:NodeGroup", "aws:ec2/launchTemplate:LaunchTemplate"
ORDER = list(ChangeEffect)
BLOCK = {"kind": "capacity_block", "reservation": "cr-0123456789abcdef0"}
LATER_BLOCK = BLOCK | {"reservation": "cr-0fedcba9876543210"}
RESERVED = {"kind": "reservation", "reservation": "cr-0aaaaaaaaaaaaaaa1"}
SPOT = {"kind": "spot"}
POOL = {"name": "train", "purpose": "training", "machine": "p5en.48xlarge", "nodes": {"min": 0, "desired": 1, "max": 1}}
SYSTEM = {"name": "system", "purpose": "system", "machine": "m7i.2xlarge", "nodes": 2}
OWN_IMAGE = {"id": "ami-0123456789abcdef0", "architecture": "x86_64"}
CHANGES = {
    "name": {"name": "learn"},
    "purpose": {"purpose": "inference"},
    "machine": {"machine": "p5.48xlarge"},
    "nodes.min": {"nodes": {"min": 1, "desired": 1, "max": 1}},
    "nodes.desired": {"nodes": {"min": 0, "desired": 0, "max": 1}},
    "nodes.max": {"nodes": {"min": 0, "desired": 1, "max": 4}},
    "capacity": {"capacity": [BLOCK]},
    "efa": {"efa": False},
    "placement_group": {"placement_group": True},
    "zone": {"zone": "use1-az6"},
    "image.eks_release": {"image": {"eks_release": "1.34.2-20261112"}},
    "scaling_owner": {"scaling_owner": "slurm"},
    "image.id": {"image": OWN_IMAGE | {"id": "ami-0123456789abcdef1"}},
    "image.architecture": {"image": OWN_IMAGE | {"architecture": "arm64"}},
    "image.manifest_sha256": {"image": OWN_IMAGE | {"manifest_sha256": "0" * 64}},
    "network_interfaces": {"network_interfaces": [{"card": 0, "device": 0, "type": "efa"}]},
    "extra_tags": {"extra_tags": {"grant": "g-7"}},
}
BEFORE = {"image.architecture": {"image": OWN_IMAGE}, "image.manifest_sha256": {"image": OWN_IMAGE}}
"""What the pool says before the change, where it is not the plain one."""


def leaves(model: type[BaseModel]):
    """Every path that a pool may declare, through the models that its fields hold."""
    nested = {"nodes": (NodeCount,), "image": (ReleaseImage, CustomImage)}
    for field in model.model_fields:
        yield from (f"{field}.{inner}" for one in nested[field] for inner in one.model_fields) if field in nested else [field]


def create_only() -> set[str]:
    """Create-only properties of a node group, by CloudFormation's schema, in the provider's spelling."""
    schema = PROVIDER_SCHEMA_MANAGER.get_resource_schema("us-east-1", "AWS::EKS::Nodegroup").schema
    spelt = {"subnets": "subnetIds", "nodegroupName": "nodeGroupName", "nodeRole": "nodeRoleArn"}
    found = {one.removeprefix("/properties/").split("/")[0] for one in schema["createOnlyProperties"]}
    lower = {one[0].lower() + one[1:] for one in found}
    return {spelt.get(one, one) for one in lower}


def effect_between(before, after) -> ChangeEffect:
    """Judge two recordings by what differs in node groups and templates that hold nodes."""
    effects = [ChangeEffect.IN_PLACE]
    new_groups = {one.name: one for one in after.of_type(NODE_GROUP)}
    new_templates = {one.name: one for one in after.of_type(TEMPLATE)}
    for group in before.of_type(NODE_GROUP):
        if group.name not in new_groups:
            effects.append(ChangeEffect.REPLACES_NODES)
            continue
        other = new_groups[group.name]
        changed = {key for key in {*group.inputs, *other.inputs} if group.inputs.get(key) != other.inputs.get(key)}
        if changed & create_only():
            effects.append(ChangeEffect.REPLACES_NODES)
        if changed & {"releaseVersion", "launchTemplate"}:
            effects.append(ChangeEffect.ROLLING)
    for template in before.of_type(TEMPLATE):
        if template.name in new_templates and template.inputs != new_templates[template.name].inputs:
            effects.append(ChangeEffect.ROLLING)
    return max(effects, key=ORDER.index)


def test_every_field_of_a_pool_has_a_row():
    assert sorted(change.field for change in POOL_CHANGES) == sorted(leaves(Pool))
    assert all(change.reason for change in POOL_CHANGES)


def test_the_schema_names_what_the_table_relies_on():
    assert {"instanceTypes", "subnetIds", "capacityType", "amiType", "nodeGroupName"} <= create_only()
    assert not {"scalingConfig", "labels", "taints", "releaseVersion", "updateConfig"} & create_only()


@pytest.mark.parametrize("change", POOL_CHANGES, ids=lambda change: change.field)
def test_a_change_has_the_effect_that_its_row_says(built, declared, base_outputs, change):
    pool = POOL | BEFORE.get(change.field, {})
    before = built(declared(pools=[SYSTEM, pool]))
    base = base_outputs
    if change.field == "zone":  # a pool's zone is the base's: the whole base moves
        base |= {"zone": "use1-az6", "gpu_subnet_id": "subnet-0other"}
        after = built(declared(pools=[SYSTEM, pool | CHANGES["zone"]], zone="use1-az6"), base=base)
    elif change.field == "image.architecture":  # refused by a rule unless the machine changes too, which has a row of its own
        after = built(declared(pools=[SYSTEM, pool | CHANGES["image.architecture"] | {"machine": "m7g.2xlarge"}]))
    else:
        after = built(declared(pools=[SYSTEM, pool | CHANGES[change.field]]))
    assert effect_between(before, after) is change.effect


def trained(recording, token):
    """The training pool's resources of one type by name, without what the count of nodes moves."""
    found = [one for one in recording.of_type(token) if one.name.startswith("atlas-train-")]
    return {one.name: {key: value for key, value in one.inputs.items() if key != "scalingConfig"} for one in found}


@pytest.mark.parametrize(
    ("before", "after", "kept"),
    [
        pytest.param([BLOCK, LATER_BLOCK, SPOT], [LATER_BLOCK, SPOT], ["cb-76543210", "spot"], id="an expired first block is dropped"),
        pytest.param([BLOCK, SPOT], [LATER_BLOCK, BLOCK, SPOT], ["cb-9abcdef0", "spot"], id="a new block comes first"),
        pytest.param([RESERVED, BLOCK], [BLOCK, RESERVED], ["cb-9abcdef0", "cr-aaaaaaa1"], id="two kinds change places"),
    ],
)
def test_c10_options_that_stay_keep_their_groups_wherever_they_stand(built, declared, before, after, kept):
    first, second = (built(declared(pools=[SYSTEM, POOL | {"capacity": capacity}])) for capacity in (before, after))
    for token, ending in ((NODE_GROUP, ""), (TEMPLATE, "-template")):
        old, new = trained(first, token), trained(second, token)
        names = {f"atlas-train-{one}{ending}" for one in kept}
        assert names == set(old) & set(new)
        assert {name: old[name] for name in names} == {name: new[name] for name in names}
