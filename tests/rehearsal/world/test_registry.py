"""One answer for each operation."""

import pytest

from rehearsal.world.extensions import load_extensions
from rehearsal.world.registry import ANSWERS, DEGRADERS, answers


def test_second_answer_is_a_mistake() -> None:
    load_extensions()
    with pytest.raises(ValueError, match="answered twice"):
        answers("eks", "CreateCluster")(lambda call: {})


def test_all_of_eks_that_the_product_uses_is_ours() -> None:
    load_extensions()
    members = ("Cluster", "Nodegroup", "Addon", "AccessEntry")
    assert {("eks", f"{verb}{member}") for verb in ("Create", "Describe", "Delete") for member in members} <= set(ANSWERS)
    assert {("eks", "CreateCluster"), ("eks", "CreateNodegroup"), ("eks", "CreateAddon"), ("ec2", "CreateNatGateway")} == set(DEGRADERS)
