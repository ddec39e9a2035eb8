"""Declarations and recordings that the component tests share."""

import copy
import runpy
from pathlib import Path

import pulumi
import pytest
import yaml

from catalog.loading import load_catalog
from declaration.reading import read_declaration
from gpu_cluster_testing import record
from planning.groups import plan_groups

ROOT = Path(__file__).parents[2]
BASE = {
    "version": 2,
    "name": "base",
    "account": "123456789012",
    "region": "us-east-1",
    "zone": "use1-az2",
    "vpc_id": "vpc-0base",
    "gpu_subnet_id": "subnet-0gpu",
    "control_plane_subnet_ids": ["subnet-0a", "subnet-0b"],
    "fabric_security_group_id": "sg-0fabric",
    "checkpoint_bucket": "base-checkpoints-123456789012-us-east-1",
    "scratch": {
        "id": "fs-0base",
        "dns_name": "fs-0base.fsx.us-east-1.amazonaws.com",
        "mount_name": "abcdefgh",
        "security_group_id": "sg-0scratch",
    },
    "kms_key_arn": None,
}


@pytest.fixture(autouse=True)
def _outputs_are_never_text(monkeypatch):
    monkeypatch.setenv("PULUMI_ERROR_OUTPUT_STRING", "true")


@pytest.fixture(scope="session")
def catalog():
    return load_catalog()


@pytest.fixture
def base_outputs():
    return copy.deepcopy(BASE)


def example(stack):
    """The declaration of an example stack, as its file says it."""
    return yaml.safe_load((ROOT / "stacks" / f"Pulumi.{stack}.yaml").read_text())["config"]["gpu-clusters:cluster"]


@pytest.fixture
def declared():
    """A function: the example of that stack, with keys replaced (`pools=[...]`), as raw data."""

    def make(stack="aws-eks-pretrain", **changes):
        return {**example(stack), **changes}

    return make


@pytest.fixture
def cluster_of():
    """A function: raw data as a declaration; fails the test if the model refuses it."""

    def make(raw):
        reading = read_declaration(raw)
        assert reading.cluster is not None, reading.problems
        return reading.cluster

    return make


@pytest.fixture
def plans_of(catalog, declared, cluster_of):
    """A function: the node group plans of one pool, given as raw data."""

    def make(**pool):
        cluster = cluster_of(declared(pools=[pool]))
        return plan_groups(cluster, cluster.pools[0], catalog.machines[cluster.pools[0].machine])

    return make


@pytest.fixture
def built():
    """A function: the recording of the whole program for one declaration, at preview or update."""
    main = runpy.run_path(str(ROOT / "stacks" / "__main__.py"))["main"]

    def make(raw, *, preview=False, base=BASE, stack="test", computed=None, invokes=None):
        outputs = {"organization/gpu-clusters/aws-base": {"base": base} if base is not None else {}}
        return record(
            lambda: pulumi.run(main),
            preview=preview,
            stack=stack,
            config={"gpu-clusters:cluster": raw},
            stack_outputs=outputs,
            computed=computed,
            invokes=invokes,
        )

    return make
