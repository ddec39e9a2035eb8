"""Our language host under the real engine: programs, their failures, and that nobody sees a traceback who asked to stop."""

import signal
from pathlib import Path

import pytest

from tests.support.engine import processes_of, signal_group, wait_until
from tests.support.rehearsed import CHECKOUT, Rehearsed

pytestmark = pytest.mark.engine

COMPONENTS = """
import pulumi

class Part(pulumi.ComponentResource):
    def __init__(self, name):
        super().__init__("test:index:Part", name)
        self.register_outputs({})

for number in range(pulumi.Config().require_int("parts")):
    Part(f"part-{number}")
pulumi.export("secret", pulumi.Output.secret("hidden"))
"""
SLOW = """
import pathlib, time, pulumi
pathlib.Path(pulumi.Config().require("started")).touch()
time.sleep(120)
"""


def test_up_again_and_destroy(rehearsed: Rehearsed) -> None:
    stack = rehearsed.program(COMPONENTS, config={"inline:parts": 2})
    assert stack.up().counts == {"created": 3}
    assert stack.outputs() == {"secret": "hidden"}
    stack.expect_no_changes()
    stack.config({"inline:parts": 1})
    assert stack.up().counts == {"deleted": 1, "unchanged": 2}
    stack.destroy()
    assert stack.resources() == []


def test_program_error_is_shown_once_with_the_users_own_lines(rehearsed: Rehearsed) -> None:
    said = rehearsed.program("raise ValueError('pools: 17 is too many')").up(check=False)
    assert said.code != 0
    assert said.stdout.count("ValueError: pools: 17 is too many") == 1
    assert "language_service" not in said.stdout
    assert "exit code" not in said.stdout


def test_missing_virtual_environment_is_named(rehearsed: Rehearsed) -> None:
    stack = rehearsed.program("")
    project = stack.session.cwd / "Pulumi.yaml"
    project.write_text(project.read_text().replace("/.venv", "/no-such-venv"))
    said = stack.up(check=False)
    assert said.code != 0
    assert "/no-such-venv/bin/python: the project file names this virtual environment" in said.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_program_ends_without_a_traceback(rehearsed: Rehearsed, number: signal.Signals) -> None:
    started = rehearsed.folder / "started"
    stack = rehearsed.program(SLOW, config={"inline:started": str(started)})
    running = stack.start_up()
    wait_until(started.exists, "the program starts")
    said = signal_group(running, number)
    assert said.code != 0
    assert "Traceback" not in said.stdout
    assert "KeyboardInterrupt" not in said.stdout
    assert "exit code" not in said.stdout
    wait_until(lambda: not processes_of(rehearsed.world.places), "every process of the engine ends")


def test_killed_engine_leaves_no_process(rehearsed: Rehearsed) -> None:
    started = rehearsed.folder / "started"
    stack = rehearsed.program(SLOW, config={"inline:started": str(started)})
    running = stack.start_up()
    wait_until(started.exists, "the program starts")
    assert processes_of(rehearsed.world.places)
    signal_group(running, signal.SIGKILL)
    wait_until(lambda: not processes_of(rehearsed.world.places), "host and program end with their engine")


PACK = """
import time
from pulumi_policy import EnforcementLevel, PolicyPack, ReportViolation, ResourceValidationArgs, ResourceValidationPolicy

def no_part_one(args: ResourceValidationArgs, report: ReportViolation) -> None:
    if args.name == "part-1":
        report("part-1 is forbidden")

if __name__ == "__main__":
    PolicyPack(
        "inline",
        policies=[ResourceValidationPolicy("no-part-one", "No part-1.", no_part_one)],
        enforcement_level=EnforcementLevel.MANDATORY,
    )
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A policy pack that names its virtual environment as ours does: relative to itself."""
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "__main__.py").write_text(PACK)
    (folder / ".venv").symlink_to(CHECKOUT / ".venv")
    (folder / "PulumiPolicy.yaml").write_text("runtime: {name: python, options: {virtualenv: .venv}}\n")
    return folder


@pytest.mark.parametrize("command", ["preview", "up"])
def test_a_policy_stops_the_engine_and_nothing_else_is_said(rehearsed: Rehearsed, pack: Path, command: str) -> None:
    stack = rehearsed.program(COMPONENTS, config={"inline:parts": 3})
    said = getattr(stack, command)("--policy-pack", str(pack), check=False)
    assert said.code != 0
    assert said.stdout.count("part-1 is forbidden") == 1
    assert "Traceback" not in said.stdout
    assert "KeyboardInterrupt" not in said.stdout
    assert [resource["type"] for resource in stack.resources() if resource["type"] == "test:index:Part"] == []
    wait_until(lambda: not processes_of(rehearsed.world.places), "every process of the engine ends")


def test_a_policy_that_is_content_lets_the_update_through(rehearsed: Rehearsed, pack: Path) -> None:
    stack = rehearsed.program(COMPONENTS, config={"inline:parts": 1})
    assert stack.up("--policy-pack", str(pack)).counts["created"] == 2
