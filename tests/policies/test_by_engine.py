"""The pack as the real engine runs it: it starts, judges, stops, and lets the example stacks pass."""

import pytest

from tests.support.rehearsed import CHECKOUT

pytestmark = pytest.mark.engine

PACK = ("--policy-pack", str(CHECKOUT / "policies"))
PROGRAM = """
import pulumi, pulumi_aws as aws
provider = aws.Provider("aws", region="us-east-1"{default_tags})
options = pulumi.ResourceOptions(provider=provider)
aws.s3.Bucket("b", opts=options)
aws.ec2.LaunchTemplate("t", metadata_options={{"http_tokens": "required"}}, opts=options)
"""


def test_untagged_resources_stop_the_preview_and_build_nothing(rehearsed):
    pulumi = rehearsed.program(PROGRAM.format(default_tags=""))
    stopped = pulumi.up(*PACK, check=False)
    assert stopped.code
    assert stopped.stdout.count("required-tags") >= 5, stopped.stdout
    for place in ("tags: got no tags", "tagSpecifications[volume].tags: got no tags"):
        assert place in stopped.stdout
    assert "Traceback" not in stopped.stdout
    assert rehearsed.changing_calls() == []


def test_default_tags_of_the_provider_count_for_the_resource_and_not_for_what_it_launches(rehearsed):
    tags = "{key: 'v' for key in 'team project owner cost-center environment managed-by cluster'.split()}"
    pulumi = rehearsed.program(PROGRAM.format(default_tags=f", default_tags={{'tags': {tags}}}"))
    said = pulumi.up(*PACK, check=False).stdout
    assert "tagSpecifications[instance].tags: got no tags" in said
    assert "  tags: got" not in said


FABRIC = """
import pulumi, pulumi_aws as aws
tags = {key: "v" for key in "team project owner cost-center environment managed-by cluster".split()}
options = pulumi.ResourceOptions(provider=aws.Provider("aws", region="us-east-1", default_tags={"tags": tags}))
vpc = aws.ec2.Vpc("v", cidr_block="10.0.0.0/16", opts=options)
group = aws.ec2.SecurityGroup("g", vpc_id=vpc.id, description="fabric", opts=options)
own = {"security_group_id": group.id, "referenced_security_group_id": group.id, "ip_protocol": "-1"}
aws.vpc.SecurityGroupIngressRule("in", **own, opts=options)
aws.vpc.SecurityGroupEgressRule("out", security_group_id=group.id, ip_protocol="-1", %s, opts=options)
aws.ec2.LaunchTemplate(
    "t",
    metadata_options={"http_tokens": "required"},
    network_interfaces=[{"interface_type": "efa", "device_index": 0, "security_groups": [group.id]}],
    block_device_mappings=[{"device_name": "/dev/xvda", "ebs": {"encrypted": "true", "volume_size": 30}}],
    tags=tags,
    tag_specifications=[{"resource_type": kind, "tags": tags} for kind in ("instance", "volume", "network-interface")],
    opts=options,
)
"""


def test_an_efa_group_open_to_anywhere_only_stops_the_preview_while_its_id_is_unknown(rehearsed):
    pulumi = rehearsed.program(FABRIC % 'cidr_ipv4="0.0.0.0/0"')
    stopped = pulumi("preview", *PACK, check=False)
    assert stopped.code
    assert "efa-security-group" in stopped.stdout
    assert "egress: got no rule to the group itself, though t runs EFA in it" in stopped.stdout
    assert rehearsed.changing_calls() == []


def test_an_efa_group_open_to_itself_passes_at_preview_and_at_update(rehearsed):
    pulumi = rehearsed.program(FABRIC % "referenced_security_group_id=group.id")
    said = pulumi.up(*PACK).stdout
    assert "mandatory" not in said
    assert pulumi.up(*PACK, "--expect-no-changes").counts.keys() == {"unchanged"}


def test_a_bucket_without_its_companions_stops_the_preview(rehearsed):
    pulumi = rehearsed.program(PROGRAM.format(default_tags=""))
    said = pulumi("preview", *PACK, check=False).stdout
    assert "bucketPublicAccessBlock: got nothing" in said
    assert "serverSideEncryptionConfiguration: got nothing" in said
