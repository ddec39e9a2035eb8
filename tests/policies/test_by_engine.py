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
