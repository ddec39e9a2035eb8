"""The golden graph of each example stack: every resource, input and option as the program registers it at an update.

Renew with `RENEW_GOLDEN=1 pytest tests/stacks/test_graph.py` (or `make golden`), and read the difference before you commit it.
"""

import json
import runpy
from pathlib import Path

import pulumi
import pytest
import yaml

from gpu_cluster_testing import assert_golden, record

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "test_graph"
EXAMPLES = sorted(path.stem.removeprefix("Pulumi.") for path in (ROOT / "stacks").glob("Pulumi.*.yaml"))


def config_of(stack):
    return yaml.safe_load((ROOT / "stacks" / f"Pulumi.{stack}.yaml").read_text())["config"]


def recorded(stack, preview=False):
    main = runpy.run_path(str(ROOT / "stacks" / "__main__.py"))["main"]
    cluster = config_of(stack)["gpu-clusters:cluster"]
    base = cluster.get("network", {}).get("from_stack")
    references = {f"organization/gpu-clusters/{base}": recorded(base).outputs} if base else {}
    return record(
        lambda: pulumi.run(main), preview=preview, stack=stack, config={"gpu-clusters:cluster": cluster}, stack_outputs=references
    )


def test_there_are_examples():
    assert {"aws-base", "aws-eks-pretrain"} <= set(EXAMPLES)


@pytest.mark.parametrize("stack", EXAMPLES)
def test_graph_is_golden(stack):
    assert_golden(recorded(stack).to_golden(), GOLDEN / f"{stack}.json")


@pytest.mark.parametrize("stack", EXAMPLES)
def test_every_golden_graph_can_be_read_as_data(stack):
    rows = json.loads((GOLDEN / f"{stack}.json").read_text())["resources"]
    assert len({row["urn"] for row in rows}) == len(rows) > 20


def test_no_golden_graph_without_its_example():
    assert sorted(path.stem for path in GOLDEN.glob("*.json")) == EXAMPLES


@pytest.mark.parametrize("stack", EXAMPLES)
def test_default_providers_are_off(stack):
    assert config_of(stack)["pulumi:disable-default-providers"] == ["*"]
