"""Finds and judges the declaration that a command line's STACK or FILE means."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path

from catalog.loading import Catalog
from declaration.judging import judge
from declaration.reading import DeclarationFileError, Reading, read_declaration_file
from operations.engine import ProjectNotFoundError, find_project


@dataclass(frozen=True)
class Target:
    """A declaration on disk and what came of judging it."""

    source: Path
    reading: Reading


def judge_target(name: str, catalog: Catalog, *, start: Path, now: datetime.datetime) -> Target:
    """Judge the declaration of a stack of the project around `start`, or of a file; raises DeclarationFileError when there is none."""
    source = find_source(name, start)
    return Target(source, judge(read_declaration_file(source), catalog, now=now))


def find_source(name: str, start: Path) -> Path:
    """The stack file of that name where the project has one, else the file of that name."""
    file = start / name
    try:
        stack_file = find_project(start).stack_file(name)
    except ProjectNotFoundError:
        if file.is_file():
            return file
        raise DeclarationFileError(
            f"{name} is no file, and {start} lies in no Pulumi project; name a file, or change to the project"
        ) from None
    if stack_file.is_file():
        return stack_file
    if file.is_file():
        return file
    stacks = sorted(path.stem.removeprefix("Pulumi.") for path in stack_file.parent.glob("Pulumi.*.yaml"))
    raise DeclarationFileError(f"{name} is neither a file nor a stack of this project; its stacks: {', '.join(stacks) or 'none yet'}")
