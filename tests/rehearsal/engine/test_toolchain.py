import dataclasses
import os
from collections import namedtuple
from pathlib import Path

import pytest

from rehearsal.engine import toolchain
from rehearsal.engine.errors import BuildFailedError, DiskShortError, GoMissingError, GoTooOldError
from rehearsal.engine.module import read_module
from rehearsal.engine.toolchain import Go, cache_needs, find_go, judge_go, refuse_short_disk
from rehearsal.engine.versions import Version
from tests.support.tools import put_tool

MODULE = dataclasses.replace(read_module(), go=Version(1, 26, 6))


def fake_go(folder: Path, version: str, goenv: Path | str = "/dev/null") -> dict[str, str]:
    put_tool(folder, "go", f'case "$1" in version) echo "go version {version} linux/amd64";; env) echo "{goenv}";; esac')
    return {"PATH": f"{folder}{os.pathsep}/usr/bin:/bin"}


def test_no_go_at_all(tmp_path: Path) -> None:
    with pytest.raises(GoMissingError, match=r"no `go` on PATH\. Install Go 1\.21 or newer"):
        find_go(MODULE, {"PATH": str(tmp_path)})


def test_a_go_that_does_not_run(tmp_path: Path) -> None:
    put_tool(tmp_path, "go", "echo broken >&2; exit 1")
    with pytest.raises(GoMissingError, match=r"does not say its version \(broken\)"):
        find_go(MODULE, {"PATH": str(tmp_path), "GOTOOLCHAIN": "auto"})


@pytest.mark.parametrize(
    ("version", "chosen"), [("1.26.6", "local"), ("1.27", None), ("1.21", None), ("1.22.1", "auto"), ("1.22.1", "go1.22.1+auto")]
)
def test_accepted(version: str, chosen: str | None) -> None:
    number = Version(*map(int, version.split(".")))
    judge_go(number, chosen, MODULE)


def test_too_old_to_fetch_a_toolchain() -> None:
    with pytest.raises(GoTooOldError, match=r"Go 1\.19\.8 is too old.*needs 1\.21\.0 or newer\. Install Go"):
        judge_go(Version(1, 19, 8), None, MODULE)


def test_may_not_fetch_a_toolchain() -> None:
    with pytest.raises(
        GoTooOldError, match=r"needs Go 1\.26\.6; this is 1\.24\.1, and GOTOOLCHAIN=local .*Run again with GOTOOLCHAIN=auto"
    ):
        judge_go(Version(1, 24, 1), "local", MODULE)


def test_default_of_a_distribution_is_overridden(tmp_path: Path) -> None:
    go = find_go(MODULE, fake_go(tmp_path, "go1.24.4"))
    assert go.env["GOTOOLCHAIN"] == "auto"


def test_the_users_choice_in_the_environment_stands(tmp_path: Path) -> None:
    with pytest.raises(GoTooOldError):
        find_go(MODULE, fake_go(tmp_path, "go1.24.4") | {"GOTOOLCHAIN": "local"})


def test_the_users_choice_in_gos_own_file_stands(tmp_path: Path) -> None:
    written = tmp_path / "env"
    written.write_text("GOFLAGS=-x\nGOTOOLCHAIN=local\n")
    with pytest.raises(GoTooOldError):
        find_go(MODULE, fake_go(tmp_path / "bin", "go1.24.4", written))


def test_flags_of_the_users_own_projects_stay_out(tmp_path: Path) -> None:
    go = find_go(MODULE, fake_go(tmp_path, "go1.26.8") | {"GOFLAGS": "-mod=vendor", "GOWORK": "/elsewhere/go.work"})
    assert (go.env["GOFLAGS"], go.env["GOWORK"], go.env["CGO_ENABLED"]) == ("-mod=readonly -buildvcs=false", "off", "0")


def test_a_failing_question_is_an_error_with_gos_own_words(tmp_path: Path) -> None:
    go = Go(put_tool(tmp_path, "go", "echo no such module >&2; exit 1"), Version(1, 26), {})
    with pytest.raises(BuildFailedError, match=r"`go list -m` failed: no such module\nMend that"):
        go.ask("list", "-m", cwd=tmp_path)


@pytest.fixture
def free_mib(monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(toolchain.shutil, "disk_usage", lambda _: usage(0, 0, 1000 * toolchain.MIB))


@pytest.mark.usefixtures("free_mib")
def test_disk_is_added_up_by_file_system(tmp_path: Path) -> None:
    refuse_short_disk([(tmp_path / "not" / "yet", 600), (tmp_path / "b", 400)])
    with pytest.raises(DiskShortError, match=r"needs 1001 MiB under .*, and 1000 MiB are free\. Free some"):
        refuse_short_disk([(tmp_path / "not" / "yet", 600), (tmp_path / "b", 401)])


def test_modules_at_hand_need_no_room(tmp_path: Path) -> None:
    go = Go(put_tool(tmp_path, "go", f'echo \'{{"GOMODCACHE": "{tmp_path}/mod", "GOCACHE": "{tmp_path}/build"}}\''), Version(1, 26), {})
    cold = dict(cache_needs(go, tmp_path / "engine"))
    (tmp_path / "mod/github.com/pulumi/pulumi/pkg").mkdir(parents=True)
    warm = dict(cache_needs(go, tmp_path / "engine"))
    assert set(cold) == {tmp_path / "mod", tmp_path / "build", tmp_path / "engine"}
    assert warm[tmp_path / "mod"] < cold[tmp_path / "mod"]
