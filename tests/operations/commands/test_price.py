"""`gpuc price` as a user meets it."""

import json
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from catalog.facts import CatalogError
from operations.cli import app_for
from tests.support.declarations import changed

CHECKOUT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CHECKOUT)


def price(*words: str):
    return CliRunner().invoke(app_for(["price"]), ["price", *words])


def test_the_example_is_priced_line_by_line():
    done = price("aws-eks-pretrain")
    assert done.exit_code == 0
    assert "1,012.74" in done.output
    assert "unknown" in done.output
    assert "2026-07-20" in done.output
    assert "Price: $21.79 an hour, plus 16 nodes prepaid with their capacity block (list price $1,012.74 an hour)." in done.output
    assert done.output.splitlines()[-1].startswith("Not counted: control plane")


def test_a_base_stack_has_no_nodes():
    assert "Price: no nodes." in price("aws-base").output


def test_json_keeps_amounts_exact_and_the_unknown_null():
    answer = json.loads(price("aws-eks-pretrain", "--json").stdout)
    assert [(line["pool"], line["usd_per_node_hour"], line["usd_per_hour"]) for line in answer["lines"]] == [
        ("system", "0.4032", "0.8064"),
        ("train", "63.296", "1012.736"),
        ("train", None, "0"),
        ("serve", "10.49264", "20.98528"),
    ]
    assert answer["hourly_usd"] == "21.79168"
    assert answer["prepaid_list_usd"] == "1012.736"


def test_a_wrong_declaration_has_problems_instead_of_a_price(tmp_path):
    file = tmp_path / "cluster.yaml"
    file.write_text(yaml.safe_dump(changed({"zone": "use1-az1"})))
    done = price(str(file))
    assert done.exit_code == 1
    assert "does not offer" in done.stderr
    assert done.stdout == ""


def test_nothing_to_price_exits_with_2():
    done = price("nope")
    assert done.exit_code == 2
    assert len(done.stderr.splitlines()) == 1


def test_a_fact_file_that_is_wrong_is_one_line(monkeypatch):
    def fail() -> None:
        raise CatalogError("m7i.2xlarge.yaml is not a valid Machine; correct the file by its schema")

    monkeypatch.setattr("operations.commands.price.load_catalog", fail)
    done = price("aws-base")
    assert done.exit_code == 2
    assert done.stderr.splitlines() == ["m7i.2xlarge.yaml is not a valid Machine; correct the file by its schema"]
