"""Where a rehearsal keeps its things: below the user's state folder, one folder a checkout and one below it a world."""

import hashlib
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rehearsal.session.errors import StateFolderError
from rehearsal.user_folders import concerns, unusable, user_folder

STATE_VARIABLE = "XDG_STATE_HOME"
"""Where the user says that state belongs."""


@dataclass(frozen=True)
class WorldPlaces:
    """The folders and files of one world instance; they end with it."""

    root: Path

    @property
    def state(self) -> Path:
        """The world's own folder."""
        return self.root / "state"

    @property
    def log(self) -> Path:
        """What the world process says on stderr."""
        return self.root / "world.log"

    @property
    def port(self) -> Path:
        """The world's first line: the port it listens on."""
        return self.root / "world.port"

    @property
    def pid(self) -> Path:
        """The world's process id."""
        return self.root / "world.pid"

    @property
    def pulumi_home(self) -> Path:
        """The engine's home: plugins and selected stacks."""
        return self.root / "home"

    @property
    def backend(self) -> Path:
        """The state of the stacks that exist in this world."""
        return self.root / "backend"

    @property
    def scratch(self) -> Path:
        """The folder that rehearsed commands run in."""
        return self.root / "work"

    def make(self) -> None:
        """Make the folders that others write into."""
        for folder in (self.state, self.pulumi_home, self.backend, self.scratch):
            folder.mkdir(parents=True, exist_ok=True)


@dataclass(frozen=True)
class CheckoutPlaces:
    """The folder of one checkout's rehearsals."""

    root: Path

    @property
    def lock(self) -> Path:
        """Held while a session is prepared, so that two commands start one world."""
        return self.root / ".lock"

    def worlds(self) -> list[WorldPlaces]:
        """Every world that has left a folder here, the dead ones too."""
        return [WorldPlaces(folder) for folder in sorted(self.root.iterdir()) if folder.is_dir()] if self.root.is_dir() else []

    def world(self, world_id: str) -> WorldPlaces:
        """The folder of one world."""
        return WorldPlaces(self.root / world_id)


def checkout_places(checkout: Path, home: Path) -> CheckoutPlaces:
    """The folder for this checkout below `home`; two clones on one machine never share a world."""
    digest = hashlib.sha256(str(checkout.resolve()).encode()).hexdigest()[:12]
    return CheckoutPlaces(home / digest)


def state_home(environ: Mapping[str, str]) -> Path:
    """Where rehearsals live by default: `$XDG_STATE_HOME/gpu-clusters/rehearsal`."""
    return user_folder(environ, STATE_VARIABLE, ".local/state") / "rehearsal"


@contextmanager
def usable(places: CheckoutPlaces) -> Iterator[None]:
    """Turn an operating system's error about the folder of rehearsals into one plain line."""
    try:
        yield
    except OSError as error:
        if not concerns(error, places.root):
            raise
        raise StateFolderError(unusable(error, places.root, STATE_VARIABLE)) from error


def discard(world: WorldPlaces) -> None:
    """Remove what a dead world has left."""
    shutil.rmtree(world.root, ignore_errors=True)
