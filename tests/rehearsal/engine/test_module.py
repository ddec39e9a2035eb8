import shutil
from pathlib import Path

import pytest

from rehearsal.engine.errors import EngineError
from rehearsal.engine.module import read_module
from rehearsal.engine.versions import Version

SHIPPED = read_module()


@pytest.fixture
def module_copy(tmp_path: Path) -> Path:
    for name in ("go.mod", "go.sum"):
        shutil.copy(SHIPPED.folder / name, tmp_path)
    return tmp_path


def test_shipped_module_pins_an_engine_that_the_rehearsal_can_use() -> None:
    assert SHIPPED.pulumi >= Version(3, 255)
    assert SHIPPED.key.startswith(f"v{SHIPPED.pulumi}-")


def test_build_flags_carry_the_version() -> None:
    assert f"version.Version=v{SHIPPED.pulumi}" in SHIPPED.build_flags[-1]


def test_key_is_the_content_not_the_place(module_copy: Path) -> None:
    assert read_module(module_copy).key == SHIPPED.key


@pytest.mark.parametrize("name", ["go.mod", "go.sum"])
def test_any_change_of_the_module_changes_the_key(module_copy: Path, name: str) -> None:
    file = module_copy / name
    file.write_text(file.read_text() + "\n")
    assert read_module(module_copy).key != SHIPPED.key


def test_another_engine_version_is_read_from_the_module(module_copy: Path) -> None:
    file = module_copy / "go.mod"
    file.write_text(file.read_text().replace(f"pkg/v3 v{SHIPPED.pulumi}", "pkg/v3 v3.300.2"))
    assert read_module(module_copy).pulumi == Version(3, 300, 2)


def test_damaged_module_is_refused(module_copy: Path) -> None:
    (module_copy / "go.mod").write_text("module somewhere/else\n")
    with pytest.raises(EngineError, match=r"go\.mod: no `go` line.*restore the file"):
        read_module(module_copy)
