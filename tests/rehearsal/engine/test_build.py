"""The build's own logic, with a `go` that writes what it is told to; the real build is what `make test` does before."""

import subprocess
import sys
from pathlib import Path

import pytest

from rehearsal.engine.build import EXECUTOR, build_engine, built_folder, engine_cache, executor_folder
from rehearsal.engine.errors import BuildFailedError
from rehearsal.engine.module import read_module
from tests.support.tools import put_tool

MODULE = read_module()


def toolchain(folder: Path, *, build: str = 'echo internal/cpu >&2; sleep 0.2; echo engine > "$out"') -> dict[str, str]:
    """PATH with a `go` whose module cache is `folder`/sdk and that logs each build in `folder`/builds."""
    runner = folder / "sdk" / "python" / "cmd" / EXECUTOR
    runner.parent.mkdir(parents=True)
    runner.write_text("runner")
    put_tool(
        folder / "bin",
        "go",
        f'''case "$1" in
version) echo "go version go{MODULE.go} linux/amd64";;
env) [ "$2" = -json ] && echo '{{"GOMODCACHE": "{folder}/mod", "GOCACHE": "{folder}/cache"}}' || echo /dev/null;;
list) echo "{folder}/sdk";;
build) echo build >> {folder}/builds
    while [ "$1" != -o ]; do shift; done; out=$2
    {build};;
esac''',
    )
    return {"PATH": f"{folder / 'bin'}:/usr/bin:/bin"}


def builds(folder: Path) -> int:
    log = folder / "builds"
    return len(log.read_text().splitlines()) if log.exists() else 0


def test_cache_follows_xdg(tmp_path: Path) -> None:
    assert engine_cache({"XDG_CACHE_HOME": "/c", "HOME": "/h"}) == Path("/c/gpu-clusters/engine")
    assert engine_cache({"HOME": "/h"}) == Path("/h/.cache/gpu-clusters/engine")
    assert engine_cache({"XDG_CACHE_HOME": "cache", "HOME": "/h"}) == engine_cache({"HOME": "/h"})


def test_built_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    environ, cache = toolchain(tmp_path), tmp_path / "engines"
    folder = build_engine(MODULE, cache, environ)
    assert folder == cache / MODULE.key == built_folder(MODULE, cache)
    assert (folder / "pulumi").read_text() == "engine\n"
    assert (folder / EXECUTOR).read_text() == "runner"
    assert "1 packages built" in capsys.readouterr().err
    assert build_engine(MODULE, cache, environ) == folder
    assert builds(tmp_path) == 1
    assert capsys.readouterr().err == ""


def test_failure_shows_the_compilers_words_and_leaves_nothing_that_looks_built(tmp_path: Path) -> None:
    cache = tmp_path / "engines"
    environ = toolchain(tmp_path, build="echo half > $out; echo 'main.go:1:1: undefined: x' >&2; exit 1")
    with pytest.raises(BuildFailedError, match=r"ended with code 1:\nmain\.go:1:1: undefined: x\nMend that"):
        build_engine(MODULE, cache, environ)
    assert built_folder(MODULE, cache) is None


def test_run_again_after_a_killed_build(tmp_path: Path) -> None:
    cache = tmp_path / "engines"
    (cache / f".{MODULE.key}.partial").mkdir(parents=True)
    (cache / f".{MODULE.key}.partial" / "pulumi").write_text("half")
    (cache / MODULE.key).mkdir()  # as if removed by hand in part
    folder = build_engine(MODULE, cache, toolchain(tmp_path))
    assert (folder / "pulumi").read_text() == "engine\n"
    assert [path.name for path in cache.glob(".*.partial")] == []


def test_two_builders_build_once(tmp_path: Path) -> None:
    environ, cache = toolchain(tmp_path), tmp_path / "engines"
    code = f"""
from pathlib import Path
from rehearsal.engine.build import build_engine
from rehearsal.engine.module import read_module
print(build_engine(read_module(), Path({str(cache)!r}), {environ!r}))
"""
    both = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert {child.communicate(timeout=60)[0].strip() for child in both} == {str(cache / MODULE.key)}
    assert builds(tmp_path) == 1


def test_program_runner_alone_for_an_installed_engine_without_host(tmp_path: Path) -> None:
    cache = tmp_path / "engines"
    folder = executor_folder(MODULE, cache, toolchain(tmp_path))
    assert (folder / EXECUTOR).read_text() == "runner"
    assert builds(tmp_path) == 0
    assert built_folder(MODULE, cache) is None
