"""Runs the pulumi command line on one project: streaming what the user should see, reading what we need, moving state out and in."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NotRequired, TypedDict, cast

import yaml

PROJECT_FILE = "Pulumi.yaml"


class EngineError(Exception):
    """The engine, or what it works on, stops us; the message ends with what to do next. Base of all errors below."""


class EngineNotFoundError(EngineError):
    """No `pulumi` on PATH; raised before anything is run."""


class ProjectNotFoundError(EngineError):
    """Neither the working folder nor one above it holds a Pulumi.yaml; raised before anything is run."""


class ProjectFileError(EngineError):
    """The Pulumi.yaml that was found is not one; raised before anything is run. Repair it."""


class EngineFailedError(EngineError):
    """A command whose answer we need ended with an error; its own words are in the message."""


class UnknownStackError(EngineError):
    """The back end holds no stack of this name; the message says which it holds."""


class ResourceState(TypedDict):
    """One resource of an exported state, as far as we read or write it; all other keys travel along untouched."""

    urn: str
    type: str
    custom: NotRequired[bool]
    id: NotRequired[str]
    inputs: NotRequired[dict[str, object]]
    outputs: NotRequired[dict[str, object]]
    provider: NotRequired[str]
    delete: NotRequired[bool]
    pendingReplacement: NotRequired[bool]
    protect: NotRequired[bool]
    retainOnDelete: NotRequired[bool]
    taint: NotRequired[bool]
    refreshBeforeUpdate: NotRequired[bool]


class Operation(TypedDict):
    """What the engine had begun on a resource and not seen end: creating, updating, deleting, reading or importing."""

    resource: ResourceState
    type: str


class Deployment(TypedDict):
    """The resources of a stack in dependency order, and its pending operations; both are left out or null when empty."""

    resources: NotRequired[list[ResourceState] | None]
    pending_operations: NotRequired[list[Operation] | None]


class ExportedState(TypedDict):
    """What `pulumi stack export` writes and `pulumi stack import` reads."""

    version: int
    deployment: Deployment


@dataclass(frozen=True)
class Project:
    """A Pulumi project on disk: its folder, its name, and where its stack files lie."""

    root: Path
    name: str
    stack_files: Path

    def stack_file(self, stack: str) -> Path:
        """The configuration file of a stack, given by its short name or as organization/project/stack."""
        return self.stack_files / f"Pulumi.{stack.rpartition('/')[2]}.yaml"


def find_project(start: Path) -> Project:
    """The project that `start` lies in, as the engine itself would find it."""
    for folder in (start, *start.parents):
        file = folder / PROJECT_FILE
        if file.is_file():
            settings = _project_settings(file)
            return Project(folder, _text(file, settings, "name"), folder / _text(file, settings, "stackConfigDir", default=""))
    raise ProjectNotFoundError(f"No {PROJECT_FILE} in {start} or above: change to the folder of the Pulumi program, then run again.")


def _project_settings(file: Path) -> Mapping[object, object]:
    try:
        settings: object = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as problem:
        why = " ".join(str(problem).split())
        raise ProjectFileError(f"{file} can't be read as YAML in UTF-8 ({why}): repair it, then run again.") from problem
    if not isinstance(settings, Mapping):
        raise ProjectFileError(f"{file} is no mapping of settings: write at least `name: …` and `runtime: python`, then run again.")
    return settings


def _text(file: Path, settings: Mapping[object, object], key: str, *, default: str | None = None) -> str:
    found = settings.get(key, default)
    if not isinstance(found, str) or (default is None and not found):
        raise ProjectFileError(f"{file} has {found!r} as `{key}`: write text there, then run again.")
    return found


@dataclass(frozen=True)
class Previewed:
    """How a preview ended, and the engine's own account of it."""

    code: int
    events: str
    """One JSON object a line (sdk/go/common/apitype/events.go); empty where the engine wrote none."""


@dataclass(frozen=True)
class Engine:
    """The pulumi command line, bound to a project."""

    project: Project
    executable: str = field(default="pulumi")

    def stream(self, *arguments: str, environment: Mapping[str, str] | None = None) -> int:
        """Runs a command on the user's terminal and returns its exit code; an interrupt is the engine's to answer, so we wait it out."""
        process = subprocess.Popen(self._command(arguments), cwd=self.project.root, env={**os.environ, **(environment or {})})
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue

    def preview(self, *arguments: str) -> Previewed:
        """Previews on the user's terminal, and keeps what happened in a form that programs read."""
        with tempfile.TemporaryDirectory(prefix="gpuc-") as folder:
            log = Path(folder) / "events.jsonl"
            # The engine knows `--event-log` always, but takes it from the command line under this variable only.
            code = self.stream("preview", *arguments, "--event-log", str(log), environment={"PULUMI_DEBUG_COMMANDS": "true"})
            return Previewed(code, log.read_text(encoding="utf-8") if log.is_file() else "")

    def read(self, *arguments: str, given: str | None = None) -> str:
        """Runs a command without a terminal and returns what it wrote; raises EngineFailedError with its own words otherwise."""
        done = subprocess.run(
            self._command(arguments),
            cwd=self.project.root,
            input=given,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            words = done.stderr.strip() or done.stdout.strip() or "it said nothing"
            raise EngineFailedError(f"`pulumi {' '.join(arguments)}` ended with {done.returncode}: {words}")
        return done.stdout

    def backend_url(self) -> str:
        """Where the states and locks of this project lie."""
        return str(json.loads(self.read("whoami", "--json"))["url"])

    def stacks(self) -> tuple[str, ...]:
        """The stacks of this project that the back end holds."""
        return tuple(str(entry["name"]) for entry in json.loads(self.read("stack", "ls", "--json")))

    def export_state(self, stack: str) -> ExportedState:
        """The stack's state as it is now; secrets stay encrypted. Raises UnknownStackError where there is no such stack."""
        try:
            return cast(ExportedState, json.loads(self.read("stack", "export", "--stack", stack)))
        except EngineFailedError as problem:
            if "failed to load checkpoint" in str(problem):
                mends = "if an engine was killed, this mends what it cut short"
                raise EngineFailedError(f"{problem}\nRun `gpuc recover --stack {stack}`: {mends}.") from problem
            if "no stack named" not in str(problem):
                raise
            known = ", ".join(self.stacks()) or "none"
            raise UnknownStackError(
                f"The back end {self.backend_url()} holds no stack `{stack}` of this project; it holds: {known}. "
                f"Name one of these, or make it: `pulumi stack init {stack}`."
            ) from problem

    def import_state(self, stack: str, state: ExportedState) -> None:
        """Replaces the stack's state in one write; the engine checks it first, and drops all pending operations."""
        self.read("stack", "import", "--stack", stack, given=json.dumps(state))

    def _command(self, arguments: tuple[str, ...]) -> list[str]:
        if shutil.which(self.executable) is None:
            raise EngineNotFoundError(
                f"`{self.executable}` is not on PATH: install Pulumi (https://www.pulumi.com/docs/install/), "
                "or put `gpuc rehearse --` before the command to try it on the rehearsal cloud."
            )
        return [self.executable, *arguments]
