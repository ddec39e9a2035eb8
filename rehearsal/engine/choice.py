"""Which engine a rehearsal runs: the user's own if it is new enough, else the one built from the module in this folder."""

import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from rehearsal.engine.build import BINARY, EXECUTOR, build_engine, built_folder, engine_cache, executor_folder
from rehearsal.engine.errors import CacheFolderError
from rehearsal.engine.module import EngineModule, read_module
from rehearsal.engine.versions import Version, parse_version
from rehearsal.user_folders import concerns, unusable

OLDEST_ENGINE = Version(3, 255)  # the first that starts policy packs the way our language host expects
OFFICIAL_HOST = "pulumi-language-python"


class Origin(StrEnum):
    """Where the engine comes from."""

    INSTALLED = "installed"
    BUILT = "built"


@dataclass(frozen=True)
class Engine:
    """An engine that can run: its binary, and the program runner for our language host (None: the official host lies beside it)."""

    binary: Path
    version: Version
    origin: Origin
    executor: Path | None


def installed_engine(environ: Mapping[str, str]) -> tuple[Path, Version] | None:
    """The `pulumi` on PATH and its version, if it is new enough."""
    found = shutil.which(BINARY, path=environ.get("PATH", ""))
    if found is None:
        return None
    env = {**environ, "PULUMI_SKIP_UPDATE_CHECK": "true"}
    done = subprocess.run([found, "version"], env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    version = parse_version(done.stdout) if done.returncode == 0 else None
    return (Path(found), version) if version and version >= OLDEST_ENGINE else None


def has_official_host(binary: Path) -> bool:
    """Whether the engine came with its Python language host: beside the binary, or beside what the link points to."""
    return any((path.parent / OFFICIAL_HOST).is_file() for path in (binary, binary.resolve()))


def find_engine(environ: Mapping[str, str], module: EngineModule, cache: Path) -> Engine | None:
    """An engine that is ready to run without fetching or building anything."""
    installed = installed_engine(environ)
    if installed:
        binary, version = installed
        if has_official_host(binary):
            return Engine(binary, version, Origin.INSTALLED, None)
        for folder in (binary.parent, cache / module.key, cache / f"{module.key}-executor"):
            if (folder / EXECUTOR).is_file():
                return Engine(binary, version, Origin.INSTALLED, folder / EXECUTOR)
        return None
    built = built_folder(module, cache)
    return Engine(built / BINARY, module.pulumi, Origin.BUILT, built / EXECUTOR) if built else None


def ensure_engine(environ: Mapping[str, str], module: EngineModule | None = None) -> Engine:
    """The engine to run, built first if need be (minutes when nothing is cached, with progress on stderr)."""
    cache = engine_cache(environ)
    try:
        return _ensure_engine(environ, module or read_module(), cache)
    except OSError as error:
        if not concerns(error, cache):
            raise
        raise CacheFolderError(unusable(error, cache, "XDG_CACHE_HOME")) from error


def _ensure_engine(environ: Mapping[str, str], module: EngineModule, cache: Path) -> Engine:
    ready = find_engine(environ, module, cache)
    if ready:
        return ready
    installed = installed_engine(environ)
    if installed:
        binary, version = installed
        return Engine(binary, version, Origin.INSTALLED, executor_folder(module, cache, environ) / EXECUTOR)
    folder = build_engine(module, cache, environ)
    return Engine(folder / BINARY, module.pulumi, Origin.BUILT, folder / EXECUTOR)
