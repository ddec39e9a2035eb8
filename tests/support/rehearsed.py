"""One rehearsal world for many tests, and what a test does with it."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boto3
import yaml

from rehearsal.control import WorldControl
from rehearsal.engine.choice import Engine
from rehearsal.session import Session
from rehearsal.session.environment import rehearsal_environment
from rehearsal.session.project_copy import Project, read_project
from rehearsal.session.sessions import session_in
from rehearsal.session.world_process import World
from tests.support.engine import Pulumi, Result, processes_of, run

CHECKOUT = Path(__file__).parents[2]
REGION = "us-east-1"


@dataclass(frozen=True)
class Rehearsed:
    """An empty simulated cloud and an empty back end, for one test."""

    world: World
    engine: Engine
    folder: Path

    @property
    def control(self) -> WorldControl:
        """Faults, journal, clock, snapshot."""
        return WorldControl(self.world.endpoint)

    def boto(self, service: str, region: str = REGION) -> Any:
        """A client of the simulated cloud."""
        credentials = {"aws_access_key_id": "test", "aws_secret_access_key": "test"}
        return boto3.client(service, region_name=region, endpoint_url=self.world.endpoint, **credentials)

    def session(self) -> Session:
        """The checkout's own session; each call copies the stack files afresh, as each rehearsed command does."""
        return session_in(self.world, read_project(CHECKOUT), self.engine, os.environ)

    def pulumi(self, *words: str, check: bool = True) -> Result:
        """Any Pulumi command in the checkout's session."""
        return run(self.session(), ["pulumi", "--non-interactive", "--color=never", *words], check=check)

    def stack(self, name: str) -> Pulumi:
        """One of the checkout's stacks."""
        return Pulumi(self.session(), name)

    def stack_file(self, name: str, config: Mapping[str, object]) -> Pulumi:
        """A stack of the checkout's program with a declaration of the test's own, known to this test's session only."""
        pulumi = self.stack(name)
        (pulumi.session.cwd / "stacks" / f"Pulumi.{name}.yaml").write_text(yaml.safe_dump({"config": dict(config)}))
        return pulumi

    def program(
        self, source: str | Path, *, stack: str = "test", project: str = "inline", config: Mapping[str, object] | None = None
    ) -> Pulumi:
        """A small Python program, given as text or file, as a project of its own."""
        folder = self.folder / project
        (folder / "stacks").mkdir(parents=True, exist_ok=True)
        text = source.read_text() if isinstance(source, Path) else source
        (folder / "__main__.py").write_text(text)
        runtime = {"name": "python", "options": {"virtualenv": str(CHECKOUT / ".venv")}}
        (folder / "Pulumi.yaml").write_text(yaml.safe_dump({"name": project, "runtime": runtime, "stackConfigDir": "stacks"}))
        (folder / "stacks" / f"Pulumi.{stack}.yaml").write_text(yaml.safe_dump({"config": dict(config or {})}))
        env = rehearsal_environment(os.environ, self.world.endpoint, self.world.places, self.engine)
        own = Project(folder, {}, project, folder, folder / "stacks")
        return Pulumi(Session(env, folder, self.world.endpoint, self.engine, own, self.world.places), stack)

    def changing_calls(self) -> list[str]:
        """The calls that change something, as "service:Operation", since the journal was cleared."""
        return [f"{entry.service}:{entry.operation}" for entry in self.control.journal(changing_only=True)]

    def leftover_processes(self) -> dict[int, str]:
        """What still runs of the engines started in this world."""
        return processes_of(self.world.places)
