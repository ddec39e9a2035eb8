"""Drives the real engine in a prepared rehearsal: one object a stack."""

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from rehearsal.session import Session
from rehearsal.session.places import WorldPlaces

WAIT_SECONDS = 60.0
_DONE = "created|updated|deleted|replaced|unchanged|errored|imported"
_TO_DO = "to create|to update|to delete|to replace|to import"
_COUNTS = re.compile(rf"^\s+(?:[-+~><=]+ )?(\d+) ({_DONE}|{_TO_DO})$", re.MULTILINE)


@dataclass(frozen=True)
class Result:
    """What a command said, both outputs in order, and its exit code."""

    stdout: str
    code: int

    @property
    def counts(self) -> dict[str, int]:
        """The engine's own summary: {"created": 3, "unchanged": 1}."""
        return {what: int(number) for number, what in _COUNTS.findall(self.stdout)}


class CommandFailedError(AssertionError):
    """A command that had to succeed did not; the message is all that it said."""


def run(session: Session, argv: Sequence[str], *, check: bool = True, stdin: str | None = None) -> Result:
    """Run a command in the session to its end."""
    done = session.run(argv, input_text=stdin, merged=True)
    if check and done.returncode:
        raise CommandFailedError(f"{' '.join(argv)} ended with {done.returncode}:\n{done.stdout}")
    return Result(done.stdout, done.returncode)


@dataclass(frozen=True)
class Pulumi:
    """One stack of one project, driven by the real engine. Extra arguments go to the command line as they are."""

    session: Session
    stack: str

    def __call__(self, *words: str, check: bool = True, stdin: str | None = None) -> Result:
        """Any command on this stack."""
        return run(self.session, self._argv(words), check=check, stdin=stdin)

    def up(self, *more: str, check: bool = True) -> Result:
        """Update without a preview first, unless a policy pack is to judge before anything is built."""
        skip = () if "--policy-pack" in more else ("--skip-preview",)
        return self("up", "--yes", *skip, *more, check=check)

    def preview(self, *more: str, check: bool = True) -> Result:
        """Preview."""
        return self("preview", *more, check=check)

    def expect_no_changes(self, *more: str) -> None:
        """Fail, with the preview's output, if the engine would change anything."""
        self("preview", "--diff", "--expect-no-changes", *more)

    def refresh(self, *more: str, check: bool = True) -> Result:
        """Read everything back from the cloud into the state."""
        return self("refresh", "--yes", "--skip-preview", *more, check=check)

    def destroy(self, *more: str, check: bool = True) -> Result:
        """Delete everything that the state holds."""
        return self("destroy", "--yes", "--skip-preview", *more, check=check)

    def import_resource(self, token: str, name: str, resource_id: str, *more: str, check: bool = True) -> Result:
        """Take an existing resource into the state."""
        return self(
            "import", token, name, resource_id, "--yes", "--skip-preview", "--protect=false", "--generate-code=false", *more, check=check
        )

    def export(self) -> dict[str, object]:
        """The whole state, secrets still encrypted."""
        return json.loads(self("stack", "export").stdout)

    def resources(self) -> list[dict[str, object]]:
        """What the state holds."""
        return self.export()["deployment"].get("resources", [])

    def resource(self, token: str, name: str | None = None) -> dict[str, object]:
        """The one resource of this type (and logical name) in the state."""
        found = [r for r in self.resources() if r["type"] == token and name in (None, r["urn"].rpartition("::")[2])]
        assert len(found) == 1, f"{len(found)} resources of {token} {name or ''}"
        return found[0]

    def pending(self) -> list[dict[str, object]]:
        """Operations that an ended engine has left open."""
        return self.export()["deployment"].get("pending_operations", [])

    def outputs(self) -> dict[str, object]:
        """The stack's outputs, secrets shown."""
        return json.loads(self("stack", "output", "--json", "--show-secrets").stdout)

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start a command as leader of its own process group, with pipes: to be interrupted or killed."""
        return self.session.start(self._argv(words))

    def start_up(self, *more: str) -> subprocess.Popen[str]:
        """Start an update, to be interrupted or killed."""
        return self.start("up", "--yes", "--skip-preview", *more)

    def config(self, settings: Mapping[str, object]) -> None:
        """Set plain configuration in the session's copy of the stack's file."""
        path = self.session.cwd / "stacks" / f"Pulumi.{self.stack}.yaml"
        content = yaml.safe_load(path.read_text()) or {}
        content["config"] = {**content.get("config", {}), **settings}
        path.write_text(yaml.safe_dump(content))

    def rewrite(self, text: str) -> None:
        """Give an inline program another text."""
        (self.session.cwd / "__main__.py").write_text(text)

    def _argv(self, words: Sequence[str]) -> list[str]:
        return ["pulumi", "--non-interactive", "--color=never", *words, "--stack", self.stack]


def signal_group(process: subprocess.Popen[str], number: signal.Signals) -> Result:
    """Signal a started command's whole process group, as a terminal or a killer would, and return what it said."""
    os.killpg(process.pid, number)
    said, _ = process.communicate(timeout=WAIT_SECONDS)
    return Result(said, process.returncode)


def wait_until(happened: Callable[[], object], what: str) -> None:
    """Wait for something that another process does; fails with `what` after a generous while."""
    deadline = time.monotonic() + WAIT_SECONDS
    while not happened():
        if time.monotonic() > deadline:
            raise AssertionError(f"did not happen in {WAIT_SECONDS:.0f} s: {what}")
        time.sleep(0.05)


def processes_of(places: WorldPlaces) -> dict[int, str]:
    """Every process that runs with this world's engine home: engine, plugins, programs; pid → command line (Linux)."""
    mark = f"PULUMI_HOME={places.pulumi_home}\0".encode()
    found: dict[int, str] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (folder / "environ").read_bytes() + b"\0" and (command := (folder / "cmdline").read_bytes()):
                found[int(folder.name)] = command.replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue  # ended meanwhile, or somebody else's
    return found
