"""What a rule is: one function that looks at a declaration and yields a problem for each mistake of its kind."""

from __future__ import annotations

import datetime
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from catalog.loading import Catalog
from catalog.machines import Machine
from declaration.cluster import ClusterDeclaration
from declaration.plain import show
from declaration.pools import Pool
from declaration.problems import Level, Problem


@dataclass(frozen=True)
class Facts:
    """What rules may know beside the declaration; they read no clock, no file and no cloud."""

    catalog: Catalog
    now: datetime.datetime | None = None
    """The moment to judge at, with its offset; None: rules about time stay silent, so that a judgement never depends on the clock."""
    stack: str | None = None
    """Short name of the stack that is declared; None: a file that is no stack's, or one whose stack is not known."""


Judge = Callable[[ClusterDeclaration, Facts], Iterator[Problem]]


@dataclass(frozen=True)
class Rule:
    """One rule: its id, its docstring (what it refuses, why, and the source), and the function that judges."""

    id: str
    doc: str
    judge: Judge

    def __call__(self, cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
        """Judge a declaration; every problem bears this rule's id."""
        for found in self.judge(cluster, facts):
            yield replace(found, rule=self.id)


def rule(rule_id: str) -> Callable[[Judge], Rule]:
    """Make a rule of a function; rules are found by walking declaration/rules, so a new one is one new file."""

    def make(judge: Judge) -> Rule:
        return Rule(rule_id, inspect.cleandoc(judge.__doc__ or ""), judge)

    return make


def problem(path: str, value: object, limit: str, says: str, remedy: str, *, level: Level = Level.ERROR, **names: object) -> Problem:
    """Make a problem whose message fills {value}, {limit} and further names into a sentence; the rule's id is set by the rule."""
    shown = show(value)
    return Problem("", path, shown, limit, says.format(value=shown, limit=limit, **names), remedy, level)


def known_machines(cluster: ClusterDeclaration, catalog: Catalog) -> Iterator[tuple[int, Pool, Machine]]:
    """Each pool with its index and its machine; pools whose machine the catalogue lacks are another rule's."""
    for index, pool in enumerate(cluster.pools):
        machine = catalog.machines.get(pool.machine)
        if machine is not None:
            yield index, pool, machine
