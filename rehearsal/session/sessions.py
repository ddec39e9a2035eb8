"""Prepares a rehearsal and runs commands in it."""

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from rehearsal.engine.choice import Engine, ensure_engine
from rehearsal.session.environment import ENDPOINT, isolated, rehearsal_environment
from rehearsal.session.errors import NestedSessionError, SessionError, StackFileError
from rehearsal.session.places import CheckoutPlaces, WorldPlaces, checkout_places, state_home, usable
from rehearsal.session.plugins import lay_out_plugins
from rehearsal.session.project_copy import Project, lay_out_project, project_folder, read_project, stack_names
from rehearsal.session.stacks import stack_exists, stacks_named
from rehearsal.session.world_process import World, discard_dead, live_world, start_world

FIRST_CONTACT = "Rehearsal: a simulated cloud on this machine; no real cloud is touched."
WORLD_GONE = "Rehearsal: the earlier simulated cloud has ended, and its stacks with it; this is an empty one."


@dataclass(frozen=True)
class Session:
    """A prepared rehearsal: everything that a command needs to run against the world of one checkout."""

    env: Mapping[str, str]
    cwd: Path
    endpoint: str
    engine: Engine
    project: Project
    places: WorldPlaces
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Stacks whose files cannot be read, and why."""

    def run(self, argv: Sequence[str], *, input_text: str | None = None, merged: bool = False) -> subprocess.CompletedProcess[str]:
        """Run a command to its end with its output captured (`merged`: all in stdout); the stacks that it names are made first."""
        self.make_stacks(argv)
        return self._run(argv, input_text=input_text, merged=merged)

    def start(self, argv: Sequence[str]) -> subprocess.Popen[str]:
        """Start a command at the head of its own process group, both outputs in one pipe: for whoever interrupts or kills it."""
        self.make_stacks(argv)
        return subprocess.Popen(
            argv,
            cwd=self.cwd,
            env=dict(self.env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def become(self, argv: Sequence[str]) -> NoReturn:
        """Replace this process by the command, so that its terminal, signals and exit code are the command's own."""
        self.make_stacks(argv)
        for stack, reason in self.left_out.items():
            sys.stderr.write(f"Rehearsal: stack {stack} is left out: its file {reason}.\n")
        os.chdir(self.cwd)
        env = {**self.env, "PWD": str(self.cwd)}
        sys.stdout.flush()
        try:
            os.execvpe(argv[0], list(argv), env)
        except (OSError, ValueError) as error:  # ValueError: an empty word
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            raise SessionError(f"{argv[0] or repr(argv[0])} cannot be run ({reason}): check its name and run again.") from error

    def stacks_named(self, argv: Sequence[str]) -> list[str]:
        """The stacks with a file that a command names."""
        return stacks_named(argv, stack_names(self.cwd))

    def make_stacks(self, argv: Sequence[str]) -> None:
        """Make the stacks that a command names and that have a file, where this world's back end does not hold them yet."""
        for stack in stacks_named(argv, self.left_out):
            raise StackFileError(f"Stack {stack} cannot be rehearsed: its file {self.left_out[stack]}. Correct it and run again.")
        for stack in self.stacks_named(argv):
            if not stack_exists(self.places.backend, self.project.name, stack):
                done = self._run(["pulumi", "stack", "init", "--no-select", stack])
                if done.returncode and not stack_exists(self.places.backend, self.project.name, stack):
                    raise SessionError(f"The rehearsal cannot make stack {stack}:\n{done.stderr.strip()}\nCorrect its file and run again.")

    def _run(self, argv: Sequence[str], *, input_text: str | None = None, merged: bool = False) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            argv,
            cwd=self.cwd,
            env=dict(self.env),
            input=input_text or "",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if merged else subprocess.PIPE,
            text=True,
            check=False,
        )


def prepare(checkout: Path, *, home: Path | None = None, environ: Mapping[str, str] | None = None) -> Session:
    """The rehearsal of a checkout: engine found or built, world found or started, scratch folder up to date.

    `home` is where rehearsals keep their things (default: the user's state folder); what is said on stderr concerns only a new world.
    """
    environ = os.environ if environ is None else environ
    if ENDPOINT in environ:
        raise NestedSessionError("This is a rehearsal already: run the command itself, without `gpuc rehearse --` before it.")
    project = read_project(project_folder(checkout))
    engine = ensure_engine(environ)
    places = checkout_places(project.checkout, home or state_home(environ))
    with usable(places), only_one_preparing(places):
        world = live_world(places)
        if world is None:
            had_another = bool(discard_dead(places))
            world = start_world(places, isolated(environ))
            sys.stderr.write(f"{WORLD_GONE if had_another else FIRST_CONTACT}\n")
        return session_in(world, project, engine, environ)


def session_in(world: World, project: Project, engine: Engine, environ: Mapping[str, str]) -> Session:
    """A session of this project in a running world, its scratch folder and plugins brought up to date."""
    world.places.make()
    lay_out_plugins(world.places.pulumi_home, engine)
    left_out = lay_out_project(project, world.places.scratch)
    env = rehearsal_environment(environ, world.endpoint, world.places, engine)
    return Session(env, world.places.scratch, world.endpoint, engine, project, world.places, left_out)


@contextmanager
def only_one_preparing(places: CheckoutPlaces) -> Iterator[None]:
    """Two commands at once share one world instead of starting two."""
    places.root.mkdir(parents=True, exist_ok=True)
    with places.lock.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
