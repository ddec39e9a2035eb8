"""Judges a declaration: reads it, then runs every rule on it, and reports all problems at once."""

from __future__ import annotations

import datetime
import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

from catalog.loading import Catalog
from declaration import rules
from declaration.problems import in_order
from declaration.reading import Reading, read_declaration
from declaration.rule import Facts, Rule


def judge(raw: Mapping[str, object], catalog: Catalog, *, now: datetime.datetime | None = None, stack: str | None = None) -> Reading:
    """Read a declaration and, where it stands, run all rules; without `now` or `stack` the rules about them stay silent."""
    reading = read_declaration(raw)
    if reading.cluster is None:
        return reading
    cluster, facts = reading.cluster, Facts(catalog, now, stack)
    return Reading(cluster, in_order(found for each in all_rules() for found in each(cluster, facts)))


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule of the folder, by file name."""
    modules = sorted(module.name for module in pkgutil.iter_modules(rules.__path__))
    return tuple(rule_in(f"{rules.__name__}.{name}") for name in modules)


def rule_in(module_name: str) -> Rule:
    """The one rule that a module holds."""
    found = [value for value in vars(importlib.import_module(module_name)).values() if isinstance(value, Rule)]
    if len(found) != 1:
        raise TypeError(
            f"{module_name} holds {len(found)} rules; write one rule a file, so that it is found, tested and documented by itself"
        )
    return found[0]
