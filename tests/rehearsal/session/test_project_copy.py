import re
from pathlib import Path

import pytest
import yaml

from rehearsal.session.errors import NotAProjectError, ProjectFileError
from rehearsal.session.project_copy import (
    SIMULATED_ACCOUNT,
    lay_out_project,
    project_folder,
    read_project,
    rehearsal_stack_file,
    stack_names,
)

PROJECT = """
name: gpu-clusters
main: stacks/
stackConfigDir: stacks/
backend: {url: "s3://production-state"}
runtime: {name: python, options: {virtualenv: .venv}}
"""
STACK = """# the example
secretsprovider: awskms://alias/production
encryptedkey: AAAAreal
encryptionsalt: v1:real
config:
  gpu-clusters:token:
    secure: v1:real:ciphertext
  gpu-clusters:cluster:
    name: atlas  # kept as it is
    expires_at: 2026-12-24T00:00:00Z
    key: {secure: v1:real:ciphertext}
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "checkout"
    for name in ("stacks", "policies", ".venv/bin", ".git"):
        (folder / name).mkdir(parents=True)
    (folder / "Pulumi.yaml").write_text(PROJECT)
    (folder / "stacks/Pulumi.base.yaml").write_text(STACK)
    (folder / "stacks/__main__.py").write_text("")
    (folder / "policies/PulumiPolicy.yaml").write_text("runtime: python")
    return folder


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    folder = tmp_path / "scratch"
    folder.mkdir()
    return folder


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_project_is_found_from_below(checkout: Path) -> None:
    assert project_folder(checkout / "policies") == checkout


def test_no_project(tmp_path: Path) -> None:
    with pytest.raises(NotAProjectError, match=r"No Pulumi\.yaml in .*change into the checkout"):
        project_folder(tmp_path)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (b"a: [", "is no YAML"),
        (b"- a", "has no `name`"),
        (b"name: 3", "has no `name`"),
        (b"", "has no `name`"),
        (b"name: \xff\xfe", "is no UTF-8 text"),
        (b"name: a\x00b", "is no YAML"),
        (b"name: a\nat: 2026-99-99", "is no YAML"),
        (b"[" * 20000, "is no YAML"),
    ],
)
def test_an_unusable_project_file_is_one_line(tmp_path: Path, text: bytes, complaint: str) -> None:
    (tmp_path / "Pulumi.yaml").write_bytes(text)
    with pytest.raises(ProjectFileError, match=re.escape(complaint)) as caught:
        read_project(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_project_file_that_may_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "Pulumi.yaml").mkdir()
    with pytest.raises(ProjectFileError, match=r"cannot be read \(Is a directory\): correct it"):
        read_project(tmp_path)


def test_stack_files_that_cannot_be_read_are_left_out_and_named(checkout: Path, scratch: Path) -> None:
    project = read_project(checkout)
    (checkout / "stacks/Pulumi.bad.yaml").write_text("config: {}")
    assert lay_out_project(project, scratch) == {}
    (checkout / "stacks/Pulumi.bad.yaml").write_bytes(b"\xff\x00\xfe")
    (checkout / "stacks/Pulumi.dir.yaml").mkdir()
    (checkout / "stacks/Pulumi.gone.yaml").symlink_to(checkout / "nowhere")
    assert lay_out_project(project, scratch) == {
        "bad": "is no UTF-8 text",
        "dir": "cannot be read (Is a directory)",
        "gone": "cannot be read (No such file or directory)",
    }
    assert stack_names(scratch) == ["base"]
    (checkout / "stacks/Pulumi.bad.yaml").write_text("config: {}")
    assert set(lay_out_project(project, scratch)) == {"dir", "gone"}
    assert stack_names(scratch) == ["bad", "base"]


def test_scratch_project_points_back(checkout: Path, scratch: Path) -> None:
    lay_out_project(read_project(checkout), scratch)
    assert yaml.safe_load((scratch / "Pulumi.yaml").read_text()) == {
        "name": "gpu-clusters",
        "main": f"{checkout}/stacks/",
        "stackConfigDir": "stacks",
        "runtime": {"name": "python", "options": {"virtualenv": f"{checkout}/.venv"}},
    }


def test_relative_paths_of_commands_reach_the_checkout(checkout: Path, scratch: Path) -> None:
    lay_out_project(read_project(checkout), scratch)
    assert (scratch / "policies/PulumiPolicy.yaml").resolve() == checkout / "policies/PulumiPolicy.yaml"
    assert (scratch / "policies/../.venv").resolve() == (scratch / ".venv").resolve() == checkout / ".venv"
    assert (scratch / "stacks/__main__.py").resolve() == checkout / "stacks/__main__.py"
    assert not (scratch / ".git").exists()


def test_stack_file_loses_the_real_stacks_encryption_and_nothing_else() -> None:
    assert yaml.safe_load(rehearsal_stack_file(STACK, "")) == {
        "config": {
            "gpu-clusters:token": "rehearsal-placeholder",
            "gpu-clusters:cluster": yaml.safe_load("{name: atlas, expires_at: 2026-12-24T00:00:00Z, key: rehearsal-placeholder}"),
        }
    }
    assert "name: atlas  # kept as it is" in rehearsal_stack_file(STACK, "")


@pytest.mark.parametrize("spelt", ['"012345678901"', "'012345678901'", "012345678901", '"012345678901"   # ours'])
def test_the_declared_account_becomes_the_simulated_clouds_wherever_its_number_stands(spelt: str) -> None:
    role = "arn:aws:iam::012345678901:role/platform"
    text = f'config:\n  gpu-clusters:cluster:\n    account: {spelt}\n    admins: ["{role}", "arn:aws:iam::999999999999:role/other"]\n'
    cluster = yaml.safe_load(rehearsal_stack_file(text, ""))["config"]["gpu-clusters:cluster"]
    assert str(cluster["account"]) == SIMULATED_ACCOUNT
    assert cluster["admins"] == [f"arn:aws:iam::{SIMULATED_ACCOUNT}:role/platform", "arn:aws:iam::999999999999:role/other"]


def test_salt_of_the_rehearsal_is_kept_when_the_file_is_copied_again(checkout: Path, scratch: Path) -> None:
    project = read_project(checkout)
    lay_out_project(project, scratch)
    copy = scratch / "stacks/Pulumi.base.yaml"
    copy.write_text(f"encryptionsalt: v1:rehearsal\n{copy.read_text()}")  # where `stack init` puts it
    (checkout / "stacks/Pulumi.base.yaml").write_text(STACK.replace("atlas", "borealis"))
    lay_out_project(project, scratch)
    content = yaml.safe_load(copy.read_text())
    assert content["encryptionsalt"] == "v1:rehearsal"
    assert content["config"]["gpu-clusters:cluster"]["name"] == "borealis"


def test_what_goes_from_the_checkout_goes_from_the_scratch_folder(checkout: Path, scratch: Path) -> None:
    project = read_project(checkout)
    (checkout / "stacks/Pulumi.burst.yaml").write_text("config: {}")
    lay_out_project(project, scratch)
    assert stack_names(scratch) == ["base", "burst"]
    (checkout / "stacks/Pulumi.burst.yaml").unlink()
    (checkout / "policies").rename(checkout / "rules")
    lay_out_project(project, scratch)
    assert stack_names(scratch) == ["base"]
    assert not (scratch / "policies").is_symlink()
    assert (scratch / "rules/PulumiPolicy.yaml").exists()


def test_checkout_is_never_written(checkout: Path, scratch: Path) -> None:
    before = tree(checkout)
    project = read_project(checkout)
    lay_out_project(project, scratch)
    (scratch / "stacks/Pulumi.base.yaml").write_text("changed: by pulumi")
    lay_out_project(project, scratch)
    assert tree(checkout) == before
