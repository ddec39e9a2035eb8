"""`gpuc price`: what a declaration's nodes cost an hour, by dated list prices."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Annotated

import typer

from catalog.facts import CatalogError
from catalog.loading import load_catalog
from declaration.reading import DeclarationFileError
from operations.report.lines import screen
from operations.report.prices import price_as_json, print_price
from operations.report.problems import print_problems
from operations.targets import judge_target
from planning.price import price_cluster


def command(
    target: Annotated[str, typer.Argument(metavar="STACK|FILE", help="A stack of this project, or a YAML file.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print plain data for programs.")] = False,
) -> None:
    """Say what a declaration's nodes cost an hour: nodes times dated list price, with the unknown said to be unknown.

    Exits with 1 where the declaration has errors, which are printed instead, 2 where there is no declaration.
    """
    try:
        catalog = load_catalog()
        found = judge_target(target, catalog, start=Path.cwd(), now=datetime.datetime.now(datetime.UTC))
    except (CatalogError, DeclarationFileError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    if found.reading.cluster is None or not found.reading.report.ok:
        print_problems(screen(stderr=True), found.source.name, found.reading.report)
        raise typer.Exit(1)
    price = price_cluster(found.reading.cluster, catalog)
    if as_json:
        typer.echo(json.dumps(price_as_json(price), indent=2, ensure_ascii=False))
    else:
        print_price(screen(), price)
