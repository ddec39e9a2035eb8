"""`gpuc rehearse` as a user types it, in a checkout of the test's own."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from rehearsal.engine.choice import Engine
from tests.support.rehearsed import CHECKOUT

pytestmark = pytest.mark.engine

GPUC = CHECKOUT / ".venv/bin/gpuc"


@pytest.fixture
def gpuc(tmp_path: Path, engine: Engine) -> Iterator["Gpuc"]:
    made = Gpuc(tmp_path)
    yield made
    made("rehearse", "--stop")


class Gpuc:
    """The command line in a folder with this project's stacks, its rehearsals kept in the test's folder."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "checkout"
        self.checkout.mkdir()
        for entry in CHECKOUT.iterdir():
            if entry.name not in {".git", ".venv"}:
                (self.checkout / entry.name).symlink_to(entry)
        (self.checkout / ".venv").symlink_to(CHECKOUT / ".venv")
        self.env = os.environ | {"XDG_STATE_HOME": str(folder / "state")}

    def __call__(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([GPUC, *words], cwd=self.checkout, env=self.env, capture_output=True, text=True, check=False)


def test_without_a_command_it_helps(gpuc: Gpuc) -> None:
    said = gpuc("rehearse")
    assert said.returncode == 2
    assert "-- CMD" in said.stdout
    assert gpuc("rehearse", "--status").stdout.startswith("No rehearsal runs")


def test_a_command_cannot_run_in_a_world_that_ends(gpuc: Gpuc) -> None:
    said = gpuc("rehearse", "--stop", "--", "true")
    assert said.returncode == 2
    assert "give one of the two" in said.stderr


def test_exit_code_and_output_are_the_commands_own(gpuc: Gpuc) -> None:
    said = gpuc("rehearse", "--", "sh", "-c", "echo here; exit 7")
    assert (said.returncode, said.stdout) == (7, "here\n")
    assert said.stderr == "Rehearsal: a simulated cloud on this machine; no real cloud is touched.\n"


def test_what_cannot_run_is_one_plain_line(gpuc: Gpuc, tmp_path: Path) -> None:
    said = gpuc("rehearse", "--", "no-such-command")
    assert said.returncode == 1
    assert said.stderr.splitlines()[-1].startswith("no-such-command cannot be run")
    elsewhere = subprocess.run([GPUC, "rehearse", "--", "true"], cwd=tmp_path, env=gpuc.env, capture_output=True, text=True, check=False)
    assert elsewhere.returncode == 1
    assert "change into the checkout" in elsewhere.stderr


def test_the_example_stacks_go_up_by_pulumi_alone(gpuc: Gpuc) -> None:
    assert gpuc("rehearse", "--", "pulumi", "up", "--yes", "--skip-preview", "--non-interactive", "-s", "aws-base").returncode == 0
    up = gpuc("rehearse", "--", "pulumi", "up", "--yes", "--non-interactive", "-s", "aws-eks-pretrain", "--policy-pack", "policies")
    assert up.returncode == 0, up.stdout
    assert up.stderr == "Rehearsal: cr-0123456789abcdef0 counts as bought: 16 × p5en.48xlarge in use1-az2, 7 days.\n"
    again = gpuc("rehearse", "--", "pulumi", "preview", "--non-interactive", "--expect-no-changes", "-s", "aws-eks-pretrain")
    assert again.returncode == 0, again.stdout
    assert again.stderr == ""
    assert "0 of them billing" not in gpuc("rehearse", "--status").stdout
    assert "is empty again" in gpuc("rehearse", "--reset").stdout
    assert "0 resources" in gpuc("rehearse", "--status").stdout


def test_a_first_cluster_of_ones_own_takes_three_commands(gpuc: Gpuc) -> None:
    stacks = gpuc.checkout / "stacks"
    stacks.unlink()
    stacks.mkdir()
    (stacks / "__main__.py").symlink_to(CHECKOUT / "stacks" / "__main__.py")
    where = ("--account", "012345678901", "--region", "us-east-1", "--zone", "use1-az6")
    what = ("--machine", "g6e.12xlarge", "--nodes", "2", "--capacity", "on_demand")
    payer = ("--team", "vision", "--project", "atlas", "--owner", "atlas@mail.test", "--cost-center", "cc-42")
    written = gpuc("init", "atlas", *where, *what, *payer)
    assert written.returncode == 0, written.stderr
    commands = [line.split() for line in written.stdout.splitlines() if line.startswith("  gpuc ")]
    check, rehearse, _ = commands
    assert gpuc(*check[1:]).returncode == 0
    up = gpuc(*rehearse[1:])
    assert up.returncode == 0, up.stdout
    assert "account 012345678901 stands as 123456789012" in up.stderr
    assert "atlas-train-od" in up.stdout
