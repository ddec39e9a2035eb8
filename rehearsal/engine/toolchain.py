"""The Go toolchain on this machine: found, old enough to be told apart, and its caches measured against the disk."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rehearsal.engine.errors import BuildFailedError, DiskShortError, GoMissingError, GoTooOldError
from rehearsal.engine.module import EngineModule
from rehearsal.engine.versions import Version, parse_version

SWITCHING_SINCE = Version(1, 21)  # the first Go that fetches the toolchain a module asks for
MIB = 2**20
MODULES_MIB, BUILD_CACHE_MIB, ENGINE_MIB = 1_900, 1_800, 130  # measured for v3.274.1, with a fetched toolchain
INSTALL_GO = "Install Go 1.21 or newer (https://go.dev/dl; a distribution's package may be older), or Pulumi 3.255 or newer, and run again."


@dataclass(frozen=True)
class Go:
    """A `go` that can build the engine module, and the environment to run it in."""

    binary: Path
    version: Version
    env: Mapping[str, str]

    def ask(self, *args: str, cwd: Path) -> str:
        """What a short `go` command prints; raises BuildFailedError with its complaint."""
        done = subprocess.run([self.binary, *args], cwd=cwd, env=self.env, capture_output=True, text=True, check=False)
        if done.returncode:
            raise BuildFailedError(f"`go {' '.join(args)}` failed: {done.stderr.strip()[-800:]}\nMend that and run again.")
        return done.stdout.strip()


def find_go(module: EngineModule, environ: Mapping[str, str]) -> Go:
    """The `go` on PATH, if it can build the module; else an error that says which Go is needed."""
    found = shutil.which("go", path=environ.get("PATH", ""))
    if found is None:
        raise GoMissingError(f"The Pulumi engine has to be built once, and there is no `go` on PATH. {INSTALL_GO}")
    binary = Path(found)
    # the workspace and flags of the user's own projects must not leak into this build
    env = {**environ, "CGO_ENABLED": "0", "GOWORK": "off", "GOFLAGS": "-mod=readonly -buildvcs=false"}
    own_choice = chosen_toolchain(binary, environ)
    if own_choice is None:
        env["GOTOOLCHAIN"] = "auto"  # distributions ship `local` as their default; only a choice of the user's own counts
    version = go_version(binary, env)
    judge_go(version, own_choice, module)
    return Go(binary, version, env)


def chosen_toolchain(binary: Path, environ: Mapping[str, str]) -> str | None:
    """The user's own GOTOOLCHAIN: from the environment or the file that `go env -w` writes; None if never set."""
    if environ.get("GOTOOLCHAIN"):
        return environ["GOTOOLCHAIN"]
    done = subprocess.run([binary, "env", "GOENV"], cwd="/", env=dict(environ), capture_output=True, text=True, check=False)
    written = Path(done.stdout.strip() or os.devnull)
    lines = written.read_text().splitlines() if written.is_file() else []
    return next((line.partition("=")[2] for line in lines if line.startswith("GOTOOLCHAIN=")), None)


def go_version(binary: Path, env: Mapping[str, str]) -> Version:
    """The version that `go` runs as outside any module."""
    done = subprocess.run([binary, "version"], cwd="/", env=dict(env), capture_output=True, text=True, check=False)
    version = parse_version(done.stdout)
    if done.returncode or version is None:
        raise GoMissingError(f"{binary} does not say its version ({(done.stderr or done.stdout).strip()[-200:]}). {INSTALL_GO}")
    return version


def judge_go(version: Version, own_choice: str | None, module: EngineModule) -> None:
    """Refuse a Go that can neither build the module nor fetch the toolchain that does."""
    if version >= module.go:
        return
    if version < SWITCHING_SINCE:
        raise GoTooOldError(f"Go {version} is too old to build the Pulumi engine: it needs {SWITCHING_SINCE} or newer. {INSTALL_GO}")
    if own_choice is None or own_choice.endswith(("auto", "path")):
        return
    raise GoTooOldError(
        f"The Pulumi engine needs Go {module.go}; this is {version}, and GOTOOLCHAIN={own_choice} keeps it from fetching another. "
        f"Run again with GOTOOLCHAIN=auto, or install Go {module.go} or newer."
    )


def refuse_short_disk(needs_mib: Iterable[tuple[Path, int]]) -> None:
    """Refuse a build whose caches would not fit, added up by file system; folders need not exist yet."""
    wanted: dict[int, tuple[Path, int]] = {}
    for folder, mib in needs_mib:
        present = next(path for path in (folder, *folder.parents) if path.exists())
        device = present.stat().st_dev
        wanted[device] = (present, wanted.get(device, (present, 0))[1] + mib)
    for present, mib in wanted.values():
        free_mib = shutil.disk_usage(present).free // MIB
        if free_mib < mib:
            raise DiskShortError(
                f"Building the Pulumi engine needs {mib} MiB under {present}, and {free_mib} MiB are free. "
                "Free some, or set GOMODCACHE, GOCACHE and XDG_CACHE_HOME to folders on a larger disk, and run again."
            )


def cache_needs(go: Go, engine_cache: Path) -> list[tuple[Path, int]]:
    """Where a build writes, with the MiB it needs there when nothing is cached yet; what a cache holds already is not needed again."""
    # outside the module: inside it even `go env` would fetch a toolchain first, without a word
    folders: dict[str, str] = json.loads(go.ask("env", "-json", "GOMODCACHE", "GOCACHE", cwd=Path("/")))
    modules = Path(folders["GOMODCACHE"])
    have_modules = (modules / "github.com" / "pulumi" / "pulumi" / "pkg").is_dir()
    return [
        (modules, 100 if have_modules else MODULES_MIB),
        (Path(folders["GOCACHE"]), BUILD_CACHE_MIB),
        (engine_cache, ENGINE_MIB),
    ]
