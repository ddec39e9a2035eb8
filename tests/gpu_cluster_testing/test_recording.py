import pulumi
import pulumi_aws as aws
import pytest

from gpu_cluster_testing import UnknownResourceError, record


class Net(pulumi.ComponentResource):
    def __init__(self, name, tags, launched):
        super().__init__("x:y:Net", name)
        own = pulumi.ResourceOptions(parent=self)
        vpc = aws.ec2.Vpc("vpc", cidr_block="10.0.0.0/16", tags=tags, opts=own)
        aws.ec2.Subnet("a", vpc_id=vpc.id, tags=tags, opts=own)
        aws.ec2.Route("r", route_table_id="rtb-1", opts=own)
        aws.ec2.LaunchTemplate("t", tags=tags, tag_specifications=[{"resource_type": kind, "tags": tags} for kind in launched], opts=own)
        self.register_outputs({})


LAUNCHED = ("instance", "volume", "network-interface")


def net(tags=None, launched=LAUNCHED):
    return record(lambda: Net("n", tags or {"team": "x"}, launched) and None)


def test_all_tagged_passes_and_leaves_out_what_takes_no_tags():
    net().assert_all_tagged(["team"])


@pytest.mark.parametrize(
    ("tags", "launched", "named"),
    [
        ({"other": "x"}, LAUNCHED, r"Vpc vpc: tags lacks team"),
        ({"team": ""}, LAUNCHED, r"Subnet a: tags lacks team"),
        ({"team": "x"}, ("instance", "volume"), r"LaunchTemplate t: tagSpecifications\[network-interface\] lacks team"),
    ],
)
def test_all_tagged_names_what_lacks_a_tag(tags, launched, named):
    with pytest.raises(AssertionError, match=named):
        net(tags, launched).assert_all_tagged(["team"])


def test_unique_urns():
    def twice():
        aws.ec2.Vpc("v", cidr_block="10.0.0.0/16")
        aws.ec2.Vpc("v", cidr_block="10.0.0.0/16")

    net().assert_unique_urns()
    with pytest.raises(AssertionError, match="Vpc::v"):
        record(twice).assert_unique_urns()


def test_parents():
    net().assert_parents(at_root=["x:y:Net"])
    loose = record(lambda: aws.ec2.Vpc("v", cidr_block="10.0.0.0/16") and None)
    with pytest.raises(AssertionError, match="Vpc::v"):
        loose.assert_parents()
    loose.assert_parents(at_root=["aws:ec2/vpc:Vpc"])


def test_one_names_what_there_is():
    assert net().one("aws:ec2/vpc:Vpc", "vpc").name == "vpc"
    with pytest.raises(UnknownResourceError, match="there are: vpc"):
        net().one("aws:ec2/vpc:Vpc", "other")
    with pytest.raises(UnknownResourceError, match=r"recorded types: .*aws:ec2/vpc:Vpc"):
        net().one("aws:s3/bucket:Bucket")


def test_depends_on_follows_dependencies_and_parents():
    recording = net()
    vpc, subnet, component = recording.one("aws:ec2/vpc:Vpc"), recording.one("aws:ec2/subnet:Subnet"), recording.one("x:y:Net")
    assert recording.depends_on(subnet, vpc)
    assert recording.depends_on(subnet, component)
    assert not recording.depends_on(vpc, subnet)


def test_tree_and_types():
    assert net().tree().splitlines()[1:4] == ["  x:y:Net n", "    aws:ec2/launchTemplate:LaunchTemplate t", "    aws:ec2/route:Route r"]
    assert net().types()["aws:ec2/vpc:Vpc"] == 1
