"""Builds the engine once into the user's cache folder; a build that was killed is simply run again."""

import fcntl
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rehearsal.engine.errors import BuildFailedError
from rehearsal.engine.module import COMMAND_PACKAGE, EXECUTOR_IN_SDK, SDK_MODULE, EngineModule
from rehearsal.engine.progress import BuildProgress
from rehearsal.engine.toolchain import Go, cache_needs, find_go, refuse_short_disk
from rehearsal.user_folders import user_folder

BINARY = "pulumi"
EXECUTOR = EXECUTOR_IN_SDK.name


def engine_cache(environ: Mapping[str, str]) -> Path:
    """The folder of all built engines: `$XDG_CACHE_HOME/gpu-clusters/engine`."""
    return user_folder(environ, "XDG_CACHE_HOME", ".cache") / "engine"


def built_folder(module: EngineModule, cache: Path) -> Path | None:
    """Where this module's engine lies built; None if it does not."""
    folder = cache / module.key
    return folder if (folder / BINARY).is_file() and (folder / EXECUTOR).is_file() else None


def build_engine(module: EngineModule, cache: Path, environ: Mapping[str, str]) -> Path:
    """The folder of the built engine: found, or built now with its progress on stderr."""
    cache.mkdir(parents=True, exist_ok=True)
    with _only_one_builder(cache):
        folder = built_folder(module, cache)  # another builder may have finished while we waited
        if folder:
            return folder
        go = find_go(module, environ)
        refuse_short_disk(cache_needs(go, cache))
        stage = cache / f".{module.key}.partial"
        shutil.rmtree(stage, ignore_errors=True)
        stage.mkdir()
        _compile(module, go, stage / BINARY)
        copy_executor(module, go, stage)
        shutil.rmtree(cache / module.key, ignore_errors=True)
        return stage.rename(cache / module.key)


def executor_folder(module: EngineModule, cache: Path, environ: Mapping[str, str]) -> Path:
    """A folder with the SDK's program runner alone, for an installed engine that came without its Python language host."""
    folder = built_folder(module, cache) or cache / f"{module.key}-executor"
    if not (folder / EXECUTOR).is_file():
        folder.mkdir(parents=True, exist_ok=True)
        go = find_go(module, environ)
        go.ask("mod", "download", SDK_MODULE, cwd=module.folder)
        copy_executor(module, go, folder)
    return folder


def copy_executor(module: EngineModule, go: Go, into: Path) -> None:
    """Copy the SDK's program runner out of the module cache, whole or not at all."""
    source = Path(go.ask("list", "-m", "-f", "{{.Dir}}", SDK_MODULE, cwd=module.folder)) / EXECUTOR_IN_SDK
    partial = into / f".{EXECUTOR}.{os.getpid()}"
    shutil.copyfile(source, partial)
    partial.chmod(0o755)
    partial.rename(into / EXECUTOR)


@contextmanager
def _only_one_builder(cache: Path) -> Iterator[None]:
    # the kernel drops the lock with its holder, so a killed builder blocks nobody
    with (cache / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _compile(module: EngineModule, go: Go, binary: Path) -> None:
    command = [str(go.binary), "build", "-v", *module.build_flags, "-o", str(binary), COMMAND_PACKAGE]
    progress = BuildProgress(f"Building the Pulumi engine v{module.pulumi} (once; minutes when nothing is cached)")
    progress.say()
    complaints: list[str] = []
    done = threading.Event()
    with subprocess.Popen(command, cwd=module.folder, env=go.env, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as child:
        ticker = threading.Thread(target=_tick, args=(progress, done), daemon=True)
        ticker.start()
        for line in child.stderr or ():
            if not progress.saw(line.rstrip()):
                complaints.append(line)
    done.set()
    ticker.join()
    progress.say(last=True)
    if child.returncode:
        raise BuildFailedError(
            f"`go build` of the Pulumi engine ended with code {child.returncode}:\n{''.join(complaints[-15:])}"
            "Mend that (network, proxy or disk, most often) and run again: it resumes where it stopped."
        )


def _tick(progress: BuildProgress, done: threading.Event) -> None:
    while not done.wait(0.5):
        progress.say()
