"""Amounts, and a whole price in one line."""

from decimal import Decimal

import pytest

from catalog.loading import load_catalog
from declaration.reading import read_declaration
from operations.report.totals import price_in_one_line, usd
from planning.price import price_cluster
from tests.support.declarations import WHOLE, changed

SPOT = {"pools[1].capacity": [{"kind": "spot"}]}


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (Decimal("1012.736"), "1,012.74"),
        (Decimal(0), "0.00"),
        (Decimal("0.004"), "0.00"),
        (None, "unknown"),
        (Decimal("1234567.5"), "1,234,567.50"),
    ],
)
def test_amounts_have_two_decimals_and_unknown_stays_a_word(amount, text):
    assert usd(amount) == text


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "Price: $21.79 an hour, plus 16 nodes prepaid with their capacity block (list price $1,012.74 an hour)."),
        (SPOT, "Price: $21.79 an hour, plus 16 nodes at an unknown price."),
        ({"region": "us-west-2", "zone": "usw2-az2"}, "Price: 20 nodes at an unknown price."),
        ({"pools": [WHOLE["pools"][1]]}, "Price: 16 nodes prepaid with their capacity block (list price $1,012.74 an hour)."),
        ({"pools": [{**WHOLE["pools"][1], "nodes": {"min": 0, "desired": 0, "max": 8}}]}, "Price: $0.00 an hour."),
        ({"pools": []}, "Price: no nodes."),
    ],
)
def test_the_line_keeps_known_prepaid_and_unknown_apart(changes, line):
    cluster = read_declaration(changed(changes)).cluster
    assert cluster is not None
    assert price_in_one_line(price_cluster(cluster, load_catalog())) == line
