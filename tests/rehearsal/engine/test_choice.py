from pathlib import Path

import pytest

from rehearsal.engine.build import EXECUTOR
from rehearsal.engine.choice import OFFICIAL_HOST, Engine, Origin, ensure_engine, find_engine, installed_engine
from rehearsal.engine.errors import CacheFolderError
from rehearsal.engine.module import read_module
from rehearsal.engine.versions import Version
from tests.support.tools import put_tool

MODULE = read_module()
NEW = Version(3, 280)


def path_with_pulumi(folder: Path, version: str = "v3.280.0") -> dict[str, str]:
    put_tool(folder, "pulumi", f'[ "$PULUMI_SKIP_UPDATE_CHECK" = true ] && echo {version}')
    return {"PATH": str(folder)}


def put_built(cache: Path) -> Path:
    folder = cache / MODULE.key
    put_tool(folder, "pulumi", "exit 1")
    put_tool(folder, EXECUTOR, "exit 1")
    return folder


def test_nothing_to_run(tmp_path: Path) -> None:
    assert find_engine({"PATH": str(tmp_path)}, MODULE, tmp_path) is None


def test_the_users_engine_with_its_own_host_comes_first(tmp_path: Path) -> None:
    environ = path_with_pulumi(tmp_path / "bin")
    put_tool(tmp_path / "bin", OFFICIAL_HOST, "exit 1")
    put_built(tmp_path / "cache")
    assert find_engine(environ, MODULE, tmp_path / "cache") == Engine(tmp_path / "bin/pulumi", NEW, Origin.INSTALLED, None)


def test_a_link_to_the_users_engine_is_followed_to_its_host(tmp_path: Path) -> None:
    path_with_pulumi(tmp_path / "real")
    put_tool(tmp_path / "real", OFFICIAL_HOST, "exit 1")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/pulumi").symlink_to(tmp_path / "real/pulumi")
    assert find_engine({"PATH": str(tmp_path / "bin")}, MODULE, tmp_path) == Engine(tmp_path / "bin/pulumi", NEW, Origin.INSTALLED, None)


def test_the_users_engine_without_a_host_runs_with_ours(tmp_path: Path) -> None:
    environ, cache = path_with_pulumi(tmp_path / "bin"), tmp_path / "cache"
    assert find_engine(environ, MODULE, cache) is None
    put_tool(cache / f"{MODULE.key}-executor", EXECUTOR, "exit 1")
    found = find_engine(environ, MODULE, cache)
    assert found == Engine(tmp_path / "bin/pulumi", NEW, Origin.INSTALLED, cache / f"{MODULE.key}-executor" / EXECUTOR)


@pytest.mark.parametrize("version", ["v3.254.9", "v2.25.2", "unreleased"])
def test_an_older_engine_of_the_users_is_passed_over(tmp_path: Path, version: str) -> None:
    environ = path_with_pulumi(tmp_path / "bin", version)
    assert installed_engine(environ) is None
    folder = put_built(tmp_path / "cache")
    assert find_engine(environ, MODULE, tmp_path / "cache") == Engine(folder / "pulumi", MODULE.pulumi, Origin.BUILT, folder / EXECUTOR)


def test_an_engine_that_does_not_run_is_passed_over(tmp_path: Path) -> None:
    put_tool(tmp_path, "pulumi", "exit 3")
    assert installed_engine({"PATH": str(tmp_path)}) is None


@pytest.mark.parametrize("variable", [{"XDG_CACHE_HOME": "{file}"}, {"HOME": "/dev/null"}])
def test_a_cache_folder_that_cannot_be_made_is_one_line(tmp_path: Path, variable: dict[str, str]) -> None:
    (tmp_path / "file").touch()
    environ = {name: value.format(file=tmp_path / "file") for name, value in variable.items()}
    with pytest.raises(
        CacheFolderError, match=r"^The folder \S+/gpu-clusters/engine cannot be used \(Not a directory\): set XDG_CACHE_HOME"
    ):
        ensure_engine({"PATH": str(tmp_path)} | environ, MODULE)


def test_another_error_of_the_system_is_not_taken_for_the_caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise PermissionError(13, "Permission denied", "/elsewhere")

    monkeypatch.setattr("rehearsal.engine.choice.build_engine", fail)
    with pytest.raises(PermissionError):
        ensure_engine({"PATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}, MODULE)
