"""Finds and judges the declaration that a command line's STACK or FILE means."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from pathlib import Path

from catalog.loading import Catalog
from declaration.judging import judge
from declaration.reading import DeclarationFileError, Reading, read_declaration_file
from declaration.words import STACK_PATTERN
from operations.engine import ProjectFileError, ProjectNotFoundError, find_project


@dataclass(frozen=True)
class Target:
    """A declaration on disk and what came of judging it."""

    source: Path
    reading: Reading


def judge_target(name: str, catalog: Catalog, *, start: Path, now: datetime.datetime) -> Target:
    """Judge the declaration of a stack of the project around `start`, or of a file; raises DeclarationFileError when there is none."""
    source = find_source(name, start)
    return Target(source, judge(read_declaration_file(source), catalog, now=now, stack=_stack_of(source)))


def find_source(name: str, start: Path) -> Path:
    """The stack file of that name where the project has one, else the file of that name."""
    if not name.strip():
        raise DeclarationFileError("no stack or file is named; name a stack of a Pulumi project, or a YAML file")
    file = start / name
    try:
        stack_file = find_project(start).stack_file(name)
    except ProjectNotFoundError:
        if file.is_file():
            return file
        raise DeclarationFileError(
            f"{_no_file(file, name)}, and {start} lies in no Pulumi project; name a file, or change to the project"
        ) from None
    except ProjectFileError as problem:
        raise DeclarationFileError(str(problem)) from problem
    if stack_file.is_file():
        return _of_a_stack(stack_file)
    if file.is_file():
        return file
    stacks = sorted(path.stem.removeprefix("Pulumi.") for path in stack_file.parent.glob("Pulumi.*.yaml"))
    raise DeclarationFileError(f"{_no_file(file, name)} and no stack of this project; its stacks: {', '.join(stacks) or 'none yet'}")


def _stack_of(source: Path) -> str | None:
    """The stack whose file a source is, by its name; None for any other file."""
    return source.stem.removeprefix("Pulumi.") if source.name.startswith("Pulumi.") else None


def _no_file(file: Path, name: str) -> str:
    """Say what stands in a file's place: a folder is there, and a pipe would be waited for."""
    if file.is_dir():
        return f"{name} is a folder, no file"
    return f"{name} is no regular file" if file.exists() else f"{name} is no file"


def _of_a_stack(file: Path) -> Path:
    """The engine takes few characters in a stack's name; a file of another name would be judged well and never be brought up."""
    stack = _stack_of(file) or ""
    if not re.fullmatch(STACK_PATTERN, stack):
        limit = "1 to 100 letters, digits, hyphens, underscores and dots"
        raise DeclarationFileError(f"{stack} can be no stack: its name must be {limit}; rename {file.name}")
    return file
