"""The program refuses a wrong declaration in one message, before it registers anything."""

import copy
import runpy
from pathlib import Path

import pulumi
import pytest
import yaml

from gpu_cluster_testing import record

ROOT = Path(__file__).parents[2]


@pytest.fixture
def raw():
    text = (ROOT / "stacks" / "Pulumi.aws-base.yaml").read_text()
    return copy.deepcopy(yaml.safe_load(text)["config"]["gpu-clusters:cluster"])


def run(raw, computed=None):
    main = runpy.run_path(str(ROOT / "stacks" / "__main__.py"))["main"]
    return record(lambda: pulumi.run(main), config={"gpu-clusters:cluster": raw}, computed=computed)


def test_all_problems_come_in_one_error_with_their_remedies(raw):
    raw["network"]["control_plane_zones"] = ["use1-az2"]
    raw["tags"]["team"] = ""
    with pytest.raises(pulumi.RunError) as caught:
        run(raw)
    message = str(caught.value)
    assert message.startswith("the declaration cannot be built:")
    assert "network.control_plane_zones" in message
    assert "tags.team" in message


def test_an_unreadable_declaration_is_refused_too(raw):
    with pytest.raises(pulumi.RunError, match="regoin"):
        run(raw | {"regoin": "us-east-1"})


def test_nothing_is_registered_for_a_refused_declaration(raw):
    made = []
    tokens = ("aws:ec2/vpc:Vpc", "aws:s3/bucket:Bucket", "pulumi:providers:aws")
    computed = {token: lambda request: made.append(request.name) or {} for token in tokens}
    with pytest.raises(pulumi.RunError):
        run(raw | {"zone": "use1-az9"}, computed)
    assert made == []


def test_a_missing_declaration_says_which_key():
    main = runpy.run_path(str(ROOT / "stacks" / "__main__.py"))["main"]
    with pytest.raises(Exception, match="gpu-clusters:cluster"):
        record(lambda: pulumi.run(main))


def test_the_program_stays_short():
    assert len((ROOT / "stacks" / "__main__.py").read_text().splitlines()) <= 60
