"""Stacks as the SDK hands them over: unknowns become a value of ours, and relations hold before ids do."""

from pulumi_policy import PolicyResource
from pulumi_policy.proxy import UNKNOWN_STRING_VALUE, unknown_checking_proxy

from policies.stack import UNKNOWN, StackResource, _resource

URN = "urn:pulumi:dev::gpu-clusters::gpu-clusters:index:GpuCluster$gpu-clusters:aws:Network$aws:ec2/subnet:Subnet::s"


def given(props, **property_dependencies):
    return PolicyResource("aws:ec2/subnet:Subnet", unknown_checking_proxy(props), URN, "s", None, None, None, [], property_dependencies)


def resource(name, props=None, refers=None):
    return StackResource("t", name, f"urn:pulumi:dev::p::t::{name}", props or {}, refers or {})


def test_unknowns_at_any_depth_are_a_value_of_ours():
    props = {"id": UNKNOWN_STRING_VALUE, "nested": {"list": ["a", UNKNOWN_STRING_VALUE, {"deep": UNKNOWN_STRING_VALUE}]}, "none": None}
    assert _resource(given(props)).props == {"id": UNKNOWN, "nested": {"list": ["a", UNKNOWN, {"deep": UNKNOWN}]}, "none": None}


def test_what_an_input_was_made_from_is_kept_by_urn():
    vpc = given({})
    assert _resource(given({}, vpcId=[vpc])).refers == {"vpcId": frozenset({URN})}


def test_components_around_a_resource_are_read_from_its_urn():
    assert _resource(given({})).component_types == ("gpu-clusters:index:GpuCluster", "gpu-clusters:aws:Network")
    assert resource("alone").component_types == ()


def test_one_points_at_another_by_origin_by_literal_and_in_a_list():
    other = resource("o", {"id": "x-1", "bucket": "b-1"})
    assert resource("a", {}, {"k": frozenset({other.urn})}).points_at("k", other)
    assert resource("a", {"k": "x-1"}).points_at("k", other)
    assert resource("a", {"k": ["y", "x-1"]}).points_at("k", other)
    assert resource("a", {"k": "b-1"}).points_at("k", other, by="bucket")
    assert not resource("a", {"k": "b-1"}).points_at("k", other)
    assert not resource("a", {"k": "x-1"}, {"j": frozenset({other.urn})}).points_at("j2", other)


def test_two_unknowns_are_not_the_same():
    assert not resource("a", {"k": UNKNOWN}).points_at("k", resource("o", {"id": UNKNOWN}))
    assert not resource("a", {"k": None}).points_at("k", resource("o", {"id": None}))
