"""Every machine of the catalogue with every kind of capacity: accepted and rendered, or refused by a rule of a name.

What is rendered is held against botocore's models of EC2 and EKS and against the limits of moto's record, neither of them ours.
"""

import json
from functools import cache
from pathlib import Path

import botocore.session
import pytest

from catalog.loading import load_catalog
from catalog.machines import DeviceKind
from components.aws.launch_template import TemplateContext, launch_template
from components.aws.node_group import (
    group_instance_types,
    kubelet_registration,
    node_labels,
    node_taints,
    scaling_config,
    update_config,
)
from components.naming import Naming
from declaration.judging import judge
from declaration.reading import read_declaration
from gpu_cluster_testing import assert_golden
from planning.groups import plan_groups
from rehearsal.world.validation import of_structure
from tests.support.declarations import changed
from tests.support.recorded import recorded_types

GOLDEN = Path(__file__).parent / "test_machine_matrix"
MACHINES = load_catalog().machines
RESERVATION = "cr-0123456789abcdef0"
KINDS = {
    "on_demand": {"kind": "on_demand"},
    "spot": {"kind": "spot"},
    "capacity_block": {"kind": "capacity_block", "reservation": RESERVATION},
    "reservation": {"kind": "reservation", "reservation": RESERVATION},
}
USAGE_CLASS = {"on_demand": "on-demand", "reservation": "on-demand", "spot": "spot", "capacity_block": "capacity-block"}
UNRECORDED = {"p6e-gb200.36xlarge": ["capacity-block"]}
"""Usage classes of machines that moto did not record."""
GOLDEN_SIZES = {
    "c7g": "c7g.2xlarge",
    "c7i": "c7i.2xlarge",
    "g4dn": "g4dn.12xlarge",
    "g5": "g5.48xlarge",
    "g5g": "g5g.16xlarge",
    "g6": "g6.48xlarge",
    "g6e": "g6e.48xlarge",
    "g7e": "g7e.48xlarge",
    "m7a": "m7a.2xlarge",
    "m7g": "m7g.2xlarge",
    "m7i": "m7i.2xlarge",
    "p4d": "p4d.24xlarge",
    "p4de": "p4de.24xlarge",
    "p5": "p5.48xlarge",
    "p5e": "p5e.48xlarge",
    "p5en": "p5en.48xlarge",
    "p6-b200": "p6-b200.48xlarge",
    "p6-b300": "p6-b300.48xlarge",
    "p6e-gb200": "p6e-gb200.36xlarge",
    "r7i": "r7i.2xlarge",
    "t3": "t3.large",
    "trn1": "trn1.32xlarge",
    "trn1n": "trn1n.32xlarge",
    "trn2": "trn2.48xlarge",
}


def sold_as(machine):
    recorded = recorded_types().get(machine)
    return recorded["SupportedUsageClasses"] if recorded else UNRECORDED[machine]


PERMITTED = [(machine, kind) for machine in MACHINES for kind in KINDS if USAGE_CLASS[kind] in sold_as(machine)]
FORBIDDEN = [(machine, kind) for machine in MACHINES for kind in KINDS if USAGE_CLASS[kind] not in sold_as(machine)]
GOLDENS = {
    family: "capacity_block" if (machine, "capacity_block") in PERMITTED else "on_demand" for family, machine in GOLDEN_SIZES.items()
}
EVERY_PERMITTED = pytest.mark.parametrize(("machine", "kind"), PERMITTED)


def first_kind(machine):
    return next(kind for permitted, kind in PERMITTED if permitted == machine)


def declared(machine, kind, **pool):
    """A declaration whose second pool is that machine, in a place that offers it and, where there is one, the system pool's machine too."""
    facts = MACHINES[machine]
    system = MACHINES["m7i.2xlarge"]
    region = "us-east-1" if "us-east-1" in facts.zone_ids else min(facts.zone_ids)
    offering = facts.offered_in(region)
    zone = next((zone for zone in offering if zone in system.offered_in(region)), offering[0])
    subject = {
        "name": "subject",
        "purpose": "training" if facts.accelerators else "inference",
        "machine": machine,
        "nodes": facts.ultraservers[-1].machines if facts.ultraservers else 4,
        "capacity": [KINDS[kind]],
    }
    zones = load_catalog().regions[region].control_plane_zone_ids[:2]
    return changed(
        {
            "region": region,
            "zone": zone,
            "network.control_plane_zones": list(zones),
            "pools": [changed({})["pools"][0], {**subject, **pool}],
        }
    )


def errors(raw):
    """Rule and path of each error that concerns the second pool; the first one's zone is no question of the matrix."""
    reading = judge(raw, load_catalog())
    return {(found.rule, found.path) for found in reading.report.errors if "pools[1]" in found.path}


@cache
def rendered(machine, kind):
    """The plan of the pool's one group, and its launch template as the program gives it to Pulumi."""
    cluster = read_declaration(declared(machine, kind)).cluster
    subject = cluster.pools[1]
    (plan,) = plan_groups(cluster, subject, MACHINES[machine])
    context = TemplateContext(
        cluster_security_group_id="sg-0cluster",
        fabric_security_group_id="sg-0fabric",
        placement_group_name="atlas-subject-placement-0a1b2c3",
        node_cache=True,
        tags={"team": "foundation", "Name": "atlas-subject-template"},
        launch_tags={"team": "foundation", "Name": "atlas-subject"},
        registration=kubelet_registration(plan, Naming.of(cluster)),
        join=None,  # asked for by images of the user's own alone
        kms_key_arn=None,
    )
    return Naming.of(cluster), plan, launch_template(plan, context)


NOT_PASCAL = {"security_groups": "Groups"}
TEXT_SWITCHES = {"true": True, "false": False}


def ec2_form(value, key=""):
    """Pulumi's spelling of a launch template as EC2's: names in PascalCase, tags as a list, switches as switches."""
    if key == "tags":
        return [{"Key": name, "Value": text} for name, text in value.items()]
    if isinstance(value, dict):
        return {NOT_PASCAL.get(name, "".join(map(str.title, name.split("_")))): ec2_form(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [ec2_form(inner) for inner in value]
    return TEXT_SWITCHES.get(value, value) if isinstance(value, str) else value


def template_request(template):
    data = ec2_form({name: value for name, value in template.items() if name != "tags"})
    own = [{"ResourceType": "launch-template", "Tags": ec2_form(template["tags"], "tags")}]
    return {"LaunchTemplateName": "atlas-subject", "LaunchTemplateData": data, "TagSpecifications": own}


def group_request(naming, plan):
    group = {
        "clusterName": "atlas",
        "nodegroupName": naming.name(plan.name),
        "nodeRole": "arn:aws:iam::123456789012:role/atlas-nodes",
        "subnets": ["subnet-0gpu"],
        "amiType": plan.ami_type,
        "releaseVersion": plan.release_version,
        "capacityType": plan.eks_capacity_type.value,
        "launchTemplate": {"id": "lt-0123456789abcdef0", "version": "1"},
        "scalingConfig": camel(scaling_config(plan)),
        "updateConfig": camel(update_config(plan)),
        "labels": node_labels(plan, naming),
        "taints": node_taints(plan),
        "tags": naming.tags(plan.name),
    }
    types = group_instance_types(plan)
    return {**group, "instanceTypes": types} if types else group


def camel(args):
    return {name.split("_")[0] + "".join(map(str.title, name.split("_")[1:])): value for name, value in args.items()}


@cache
def input_shape(service, operation):
    return botocore.session.get_session().get_service_model(service).operation_model(operation).input_shape


def breaches(service, operation, request):
    """What a service's model does not allow in a request: unknown members and wrong types as botocore sees them, and all constraints."""
    shape = input_shape(service, operation)
    report = botocore.validate.ParamValidator().validate(request, shape)
    return [report.generate_report()] * report.has_errors() + list(of_structure(shape, request, ""))


def test_the_matrix_has_both_sides():
    assert len(PERMITTED) > 150
    assert {kind for _, kind in FORBIDDEN} == set(KINDS)
    assert {machine for machine, _ in PERMITTED} == set(MACHINES)
    assert set(UNRECORDED) == set(MACHINES) - set(recorded_types())


@EVERY_PERMITTED
def test_a_permitted_combination_is_accepted_and_rendered_as_the_services_take_it(machine, kind):
    assert errors(declared(machine, kind)) == set()
    naming, plan, template = rendered(machine, kind)
    assert breaches("ec2", "CreateLaunchTemplate", template_request(template)) == []
    assert breaches("eks", "CreateNodegroup", group_request(naming, plan)) == []
    assert (plan.eks_capacity_type == "CAPACITY_BLOCK") is (kind == "capacity_block")


@pytest.mark.parametrize(("machine", "kind"), [(machine, kind) for machine, kind in PERMITTED if machine not in UNRECORDED])
def test_what_is_rendered_keeps_to_the_recorded_limits_of_the_machine(machine, kind):
    network = recorded_types()[machine]["NetworkInfo"]
    cards = {card["NetworkCardIndex"]: card for card in network["NetworkCards"]}
    nics = template_request(rendered(machine, kind)[2])["LaunchTemplateData"]["NetworkInterfaces"]
    assert (nics[0]["NetworkCardIndex"], nics[0]["DeviceIndex"], nics[0]["InterfaceType"]) == (0, 0, "interface")
    assert len(nics) <= network["MaximumNetworkInterfaces"]
    assert len({(nic["NetworkCardIndex"], nic["DeviceIndex"]) for nic in nics}) == len(nics)
    assert all(nic["DeviceIndex"] < cards[nic["NetworkCardIndex"]]["MaximumNetworkInterfaces"] for nic in nics)
    assert all(nic["InterfaceType"] in cards[nic["NetworkCardIndex"]]["InterfaceTypes"] for nic in nics)
    fabric = [nic["NetworkCardIndex"] for nic in nics if nic["InterfaceType"].startswith("efa")]
    assert len(set(fabric)) == len(fabric)
    uses_all = bool(MACHINES[machine].accelerators)
    assert len(fabric) == (network.get("EfaInfo", {}).get("MaximumEfaInterfaces", 0) if uses_all else 0)


@pytest.mark.parametrize(("machine", "kind"), FORBIDDEN)
def test_a_forbidden_kind_of_capacity_is_refused_by_its_rule(machine, kind):
    assert errors(declared(machine, kind)) == {("usage-class", "pools[1].capacity[0].kind")}


@pytest.mark.parametrize("machine", MACHINES)
def test_efa_is_refused_where_no_card_takes_it_and_accepted_elsewhere(machine):
    kind = first_kind(machine)
    recorded = recorded_types().get(machine)
    takes_efa = machine in UNRECORDED or recorded["NetworkInfo"]["EfaSupported"]
    assert errors(declared(machine, kind, efa=True)) == (set() if takes_efa else {("efa-interface", "pools[1].efa")})


@EVERY_PERMITTED
def test_a_placement_group_is_refused_where_none_can_hold_the_machines(machine, kind):
    recorded = recorded_types().get(machine)
    packable = recorded is not None and "cluster" in recorded["PlacementGroupInfo"]["SupportedStrategies"]
    allowed = packable and kind in ("on_demand", "spot")
    found = errors(declared(machine, kind, placement_group=True))
    assert found == (set() if allowed else {("placement-group", "pools[1].placement_group")})


def zones_without(machine):
    """The zones, in the region of the matrix, that do not offer a machine."""
    region = load_catalog().regions[declared(machine, first_kind(machine))["region"]]
    return [zone for zone in region.zone_ids if zone not in MACHINES[machine].offered_in(region.name)]


@pytest.mark.parametrize("machine", [machine for machine in MACHINES if zones_without(machine)])
def test_a_zone_that_does_not_offer_the_machine_is_refused(machine):
    zone = zones_without(machine)[0]
    found = judge({**declared(machine, first_kind(machine)), "zone": zone}, load_catalog()).report.errors
    assert ("zone-offers-machine", zone) in {(each.rule, each.value) for each in found}


AMI_TYPES = {
    ("x86_64", DeviceKind.NVIDIA): "AL2023_x86_64_NVIDIA",
    ("arm64", DeviceKind.NVIDIA): "AL2023_ARM_64_NVIDIA",
    ("x86_64", DeviceKind.NEURON): "AL2023_x86_64_NEURON",
    ("x86_64", None): "AL2023_x86_64_STANDARD",
    ("arm64", None): "AL2023_ARM_64_STANDARD",
}


@EVERY_PERMITTED
def test_the_image_carries_the_driver_of_what_the_machine_has(machine, kind):
    recorded = recorded_types().get(machine, {"GpuInfo": {}, "ProcessorInfo": {"SupportedArchitectures": ["arm64"]}})
    device = DeviceKind.NVIDIA if "GpuInfo" in recorded else DeviceKind.NEURON if "NeuronInfo" in recorded else None
    (architecture,) = recorded["ProcessorInfo"]["SupportedArchitectures"]
    assert rendered(machine, kind)[1].ami_type == AMI_TYPES[architecture, device]


def test_every_family_has_a_golden_template():
    assert set(GOLDEN_SIZES) == {machine.family for machine in MACHINES.values()}
    assert {path.stem for path in GOLDEN.iterdir()} == set(GOLDEN_SIZES)


@pytest.mark.parametrize("family", GOLDENS)
def test_template_is_golden(family):
    assert_golden(
        json.dumps(rendered(GOLDEN_SIZES[family], GOLDENS[family])[2], indent=1, sort_keys=True) + "\n", GOLDEN / f"{family}.json"
    )
