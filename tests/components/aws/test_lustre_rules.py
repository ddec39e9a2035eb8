"""The ports that Lustre needs, opened from group to group, each way by a rule of its own."""

import pulumi
import pytest

from components.aws.lustre_rules import LUSTRE_PORTS, LustreRules
from components.naming import Naming
from declaration.tagging import REQUIRED_TAG_KEYS
from gpu_cluster_testing import record

INGRESS, EGRESS = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule"
GROUP, PEER = "sg-0group", "sg-0peer"
WAYS = pytest.mark.parametrize(("way", "token"), [("ingress", INGRESS), ("egress", EGRESS)])
BOTH = pytest.mark.parametrize("preview", [True, False])


@pytest.fixture
def naming(declared, cluster_of):
    return Naming.of(cluster_of(declared(run_id="r1")))


@pytest.fixture
def opened(naming):
    """A function: the recording of the rules of one way, and the names of those it returned, in order."""

    def make(way, part="scratch-from-nodes", group=GROUP, peer=PEER, preview=False, options=None):
        returned = []

        def program():
            rules = LustreRules(naming, options() if options else pulumi.ResourceOptions())
            returned.extend(getattr(rules, way)(part, group, peer, "Lustre among peers"))

        recording = record(program, preview=preview)
        return recording, [one._name for one in returned]

    return make


def test_the_ports_are_those_that_fsx_names():
    assert LUSTRE_PORTS == ((988, 988), (1018, 1023))


@BOTH
@WAYS
def test_each_range_of_ports_has_a_rule_and_nothing_else_is_made(opened, way, token, preview):
    recording, _ = opened(way, preview=preview)
    assert recording.types() == {token: 2}
    assert {one.name: (one.inputs["fromPort"], one.inputs["toPort"]) for one in recording.of_type(token)} == {
        "atlas-scratch-from-nodes-988": (988, 988),
        "atlas-scratch-from-nodes-1018": (1018, 1023),
    }


@BOTH
@WAYS
def test_a_rule_says_no_more_than_group_peer_and_ports(opened, way, token, preview):
    recording, _ = opened(way, preview=preview)
    assert recording.one(token, "atlas-scratch-from-nodes-1018").inputs == {
        "securityGroupId": GROUP,
        "referencedSecurityGroupId": PEER,
        "ipProtocol": "tcp",
        "fromPort": 1018,
        "toPort": 1023,
        "description": "Lustre among peers",
        "tags": {
            "team": "foundation",
            "project": "atlas",
            "owner": "atlas@example.com",
            "cost-center": "cc-42",
            "environment": "production",
            "managed-by": "gpu-clusters",
            "cluster": "atlas",
            "Name": "atlas-scratch-from-nodes-1018",
        },
    }


@WAYS
@pytest.mark.parametrize(
    ("group", "peer"),
    [(GROUP, PEER), (PEER, GROUP), (GROUP, GROUP)],
    ids=["group to peer", "peer to group", "among itself"],
)
def test_the_group_holds_the_rule_and_the_peer_is_referred_to(opened, way, token, group, peer):
    recording, _ = opened(way, group=group, peer=peer)
    held = {(one.inputs["securityGroupId"], one.inputs["referencedSecurityGroupId"]) for one in recording.of_type(token)}
    assert held == {(group, peer)}


@WAYS
@pytest.mark.parametrize("part", ["scratch-from-nodes", "scratch-to-itself", "nodes-to-scratch"])
def test_a_rule_is_named_by_its_part_and_first_port_and_tagged_so(opened, way, token, part):
    recording, _ = opened(way, part=part)
    names = {f"atlas-{part}-988", f"atlas-{part}-1018"}
    assert {one.name for one in recording.of_type(token)} == names
    assert {one.inputs["tags"]["Name"] for one in recording.of_type(token)} == names
    recording.assert_all_tagged(REQUIRED_TAG_KEYS)


@WAYS
def test_moving_tags_stay_out(opened, way, token):
    recording, _ = opened(way)
    assert not any({"run-id", "expires-at"} & set(one.inputs["tags"]) for one in recording.of_type(token))


@WAYS
def test_every_rule_is_returned_so_that_others_can_wait_for_it(opened, way, token):
    recording, returned = opened(way)
    assert returned == ["atlas-scratch-from-nodes-988", "atlas-scratch-from-nodes-1018"]
    assert set(returned) == {one.name for one in recording.of_type(token)}


@WAYS
def test_rules_belong_to_the_parent_that_they_are_given(opened, way, token):
    recording, _ = opened(
        way, options=lambda: pulumi.ResourceOptions(parent=pulumi.ComponentResource("test:index:Owner", "owner"), retain_on_delete=True)
    )
    owner = recording.one("test:index:Owner")
    assert [(one.parent, one.retain_on_delete) for one in recording.of_type(token)] == [(owner.urn, True)] * 2


def test_both_ways_between_two_groups_are_rules_apart(naming):
    def program():
        rules = LustreRules(naming, pulumi.ResourceOptions())
        rules.ingress("in", GROUP, PEER, "from peers")
        rules.egress("out", GROUP, PEER, "to peers")

    recording = record(program)
    recording.assert_unique_urns()
    assert recording.types() == {INGRESS: 2, EGRESS: 2}
    described = {one.name: one.inputs["description"] for one in recording.resources}
    assert described == {
        "atlas-in-988": "from peers",
        "atlas-in-1018": "from peers",
        "atlas-out-988": "to peers",
        "atlas-out-1018": "to peers",
    }
