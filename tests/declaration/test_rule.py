"""The decorator: a rule's id is stamped on what it finds, and its sentence is filled."""

from catalog.loading import load_catalog
from declaration.problems import Level
from declaration.reading import read_declaration
from declaration.rule import Facts, known_machines, problem, rule
from tests.support.declarations import WHOLE, changed


@rule("sample")
def sample(cluster, facts):
    """Refuse everything.

    Source: none.
    """
    yield problem(
        "name", cluster.name, "nothing", "{value} is not {limit} in {place}", "write {nothing}", level=Level.WARNING, place="this {test}"
    )


def test_a_rule_stamps_its_id_and_fills_its_sentence():
    cluster = read_declaration(WHOLE).cluster
    (found,) = sample(cluster, Facts(load_catalog()))
    assert (found.rule, found.level, found.path, found.value, found.limit) == ("sample", Level.WARNING, "name", "atlas", "nothing")
    assert found.message == "atlas is not nothing in this {test}"
    assert found.remedy == "write {nothing}"


def test_a_rule_keeps_its_docstring():
    assert sample.doc == "Refuse everything.\n\nSource: none."


def test_pools_of_unknown_machines_are_left_to_another_rule():
    cluster = read_declaration(changed({"pools[1].machine": "p9.48xlarge"})).cluster
    assert [(index, pool.name) for index, pool, _ in known_machines(cluster, load_catalog())] == [(0, "system"), (2, "serve")]
