"""One answer for each operation."""

import botocore.session
import pytest

from rehearsal.world import registry
from rehearsal.world.extensions import load_extensions
from rehearsal.world.registry import ANSWERS, DEGRADERS, FOLLOWERS, GUARDS, PASS, answers, degrades, follows, guards


def test_second_answer_is_a_mistake() -> None:
    load_extensions()
    with pytest.raises(ValueError, match="answered twice"):
        answers("eks", "CreateCluster")(lambda call: {})


def test_all_of_eks_that_the_product_uses_is_ours() -> None:
    load_extensions()
    members = ("Cluster", "Nodegroup", "Addon", "AccessEntry")
    assert {("eks", f"{verb}{member}") for verb in ("Create", "Describe", "Delete") for member in members} <= set(ANSWERS)
    assert {("eks", "CreateCluster"), ("eks", "CreateNodegroup"), ("eks", "CreateAddon"), ("ec2", "CreateNatGateway")} <= set(DEGRADERS)


@pytest.fixture
def table(monkeypatch):
    """An empty table for the test's own entries."""
    for name in ("ANSWERS", "DEGRADERS", "GUARDS", "FOLLOWERS"):
        monkeypatch.setattr(registry, name, type(getattr(registry, name))(*([list] if name in ("GUARDS", "FOLLOWERS") else [])))
    return registry


def test_one_function_may_answer_several_operations_and_stays_itself(table) -> None:
    def both(call):
        return PASS

    assert answers("x", "One", "Two")(both) is both
    assert {("x", "One"): both, ("x", "Two"): both} == table.ANSWERS


def test_guards_and_followers_add_up_in_their_order(table) -> None:
    first, second = (lambda call: None), (lambda call: None)
    for decorate, held in ((guards, table.GUARDS), (follows, table.FOLLOWERS)):
        decorate("x", "One")(first)
        decorate("x", "One", "Two")(second)
        assert held == {("x", "One"): [first, second], ("x", "Two"): [second]}


def test_an_operation_is_made_unhealthy_in_one_way(table) -> None:
    def degrade(call, fault):
        """Nothing."""

    degrades("x", "One")(degrade)
    assert {("x", "One"): degrade} == table.DEGRADERS


def test_every_entry_names_an_operation_of_the_service() -> None:
    load_extensions()
    session = botocore.session.get_session()
    named = {*ANSWERS, *GUARDS, *FOLLOWERS, *DEGRADERS}
    known = {service: set(session.get_service_model(service).operation_names) for service in {service for service, _ in named}}
    assert [f"{service}.{operation}" for service, operation in sorted(named) if operation not in known[service]] == []
