"""Pools: a plain number of nodes stands for all three counts, and a pool built in code is the one read from a file."""

import json

import pytest
from pydantic import ValidationError

from declaration.capacity import CapacityKind, OnDemand
from declaration.pools import NodeCount, Pool, Purpose, ScalingOwner

LEAST = {"name": "train", "purpose": "training", "machine": "p5en.48xlarge"}


def test_a_number_stands_for_all_three_counts():
    assert Pool.model_validate({**LEAST, "nodes": 3}).nodes == NodeCount(min=3, desired=3, max=3)


def test_defaults_cost_nothing_that_was_not_asked_for():
    pool = Pool.model_validate({**LEAST, "nodes": 3})
    assert pool.capacity == (OnDemand(),)
    assert pool.capacity[0].kind is CapacityKind.ON_DEMAND
    assert (pool.efa, pool.placement_group, pool.zone, pool.image) == (None, None, None, None)
    assert (pool.purpose, pool.scaling_owner) == (Purpose.TRAINING, ScalingOwner.PULUMI)


@pytest.mark.parametrize("nodes", [True, "3", -1, 1.5, None, {"min": 1}])
def test_what_is_no_count_is_refused(nodes):
    with pytest.raises(ValidationError):
        Pool.model_validate_json(json.dumps({**LEAST, "nodes": nodes}), strict=True)


def test_a_pool_cannot_be_changed():
    pool = Pool.model_validate({**LEAST, "nodes": 3})
    with pytest.raises(ValidationError, match="frozen"):
        pool.machine = "p5.48xlarge"
