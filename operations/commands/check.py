"""`gpuc check`: judges a declaration, without Pulumi and without a cloud."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Annotated

import typer

from catalog.facts import CatalogError
from catalog.loading import load_catalog
from declaration.reading import DeclarationFileError
from operations.report.lines import say, screen
from operations.report.problems import print_problems, problems_as_json
from operations.report.totals import price_in_one_line
from operations.targets import Target, judge_target
from planning.price import ClusterPrice, price_cluster


def command(
    target: Annotated[str, typer.Argument(metavar="STACK|FILE", help="A stack of this project, or a YAML file.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print plain data for programs.")] = False,
) -> None:
    """Judge a declaration before any cloud is called: all problems at once, and the price in one line.

    Exits with 0 where only warnings are left, 1 with errors, 2 where there is nothing to judge.
    """
    try:
        catalog = load_catalog()
        found = judge_target(target, catalog, start=Path.cwd(), now=datetime.datetime.now(datetime.UTC))
    except (CatalogError, DeclarationFileError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    cluster = found.reading.cluster
    price = price_cluster(cluster, catalog) if cluster is not None else None
    if as_json:
        typer.echo(json.dumps(_as_json(found, price), indent=2, ensure_ascii=False))
    else:
        _print(found, price)
    if not found.reading.report.ok:
        raise typer.Exit(1)


def _print(found: Target, price: ClusterPrice | None) -> None:
    console = screen()
    print_problems(console, found.source.name, found.reading.report)
    if price is not None:
        say(console, price_in_one_line(price))


def _as_json(found: Target, price: ClusterPrice | None) -> dict[str, object]:
    report = found.reading.report
    return {
        "source": str(found.source),
        "ok": report.ok,
        "problems": problems_as_json(report),
        "price": price_in_one_line(price) if price is not None else None,
    }
