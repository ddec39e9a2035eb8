"""A price on the screen and as plain data."""

import io

import pytest
from rich.console import Console

from catalog.loading import load_catalog
from declaration.reading import read_declaration
from operations.report.prices import price_as_json, print_price
from planning.price import price_cluster
from tests.support.declarations import changed


def price(**changes: object):
    cluster = read_declaration(changed({path.replace("__", "."): value for path, value in changes.items()})).cluster
    assert cluster is not None
    return price_cluster(cluster, load_catalog())


def shown(of, *, terminal: bool, width: int) -> str:
    out = io.StringIO()
    print_price(Console(file=out, force_terminal=terminal, width=width, color_system=None), of)
    return out.getvalue()


@pytest.mark.parametrize(("terminal", "width"), [(True, 60), (True, 80), (False, 400)])
def test_every_figure_is_whole_at_any_width(terminal, width):
    text = shown(price(**{"pools[1]__name": "a-pool-with-quite-a-long-name"}), terminal=terminal, width=width)
    assert "…" not in text
    assert "1,012.74" in text
    assert "unknown" in text
    assert terminal is False or all(len(line) <= width for line in text.splitlines())


def test_unknown_prices_are_words_and_no_zero():
    (row,) = [
        line
        for line in shown(price(region="us-west-2", zone="usw2-az2"), terminal=False, width=80).splitlines()
        if line.split()[:1] == ["serve"]
    ]
    assert row.split()[-2:] == ["unknown", "unknown"]


def test_json_names_what_is_unknown():
    answer = price_as_json(price(**{"pools[1]__capacity": [{"kind": "spot"}]}))
    assert answer["unknown"] == ["train/spot"]
    assert answer["hourly_usd"] == "21.79168"
