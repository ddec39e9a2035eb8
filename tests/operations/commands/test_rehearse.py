"""`gpuc rehearse` as a user types it, in a checkout of the test's own."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

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


def test_an_empty_command_is_a_mistake_of_usage(gpuc: Gpuc) -> None:
    for word in ("", " "):
        said = gpuc("rehearse", "--", word)
        assert said.returncode == 2
        assert "Traceback" not in said.stderr
        assert "after -- is empty" in said.stderr


def own_stack(gpuc: Gpuc, **changes: object) -> Path:
    """A folder of the checkout's own with a cluster whose training pool is bought as said; its name is `odd`."""
    stacks = gpuc.checkout / "stacks"
    stacks.unlink()
    stacks.mkdir()
    (stacks / "__main__.py").symlink_to(CHECKOUT / "stacks" / "__main__.py")
    content = yaml.safe_load((CHECKOUT / "stacks" / "Pulumi.aws-eks-pretrain.yaml").read_text())
    content["config"]["gpu-clusters:cluster"] |= changes
    (stacks / "Pulumi.odd.yaml").write_text(yaml.safe_dump(content))
    return stacks


def test_what_is_bought_counts_as_bought_and_what_cannot_be_never_stops_the_command(gpuc: Gpuc) -> None:
    system = {"name": "system", "purpose": "system", "machine": "m7i.2xlarge", "nodes": 2}
    bought = {"kind": "reservation", "reservation": "cr-0fedcba9876543210"}
    train = {"name": "train", "purpose": "training", "machine": "p5en.48xlarge", "nodes": 4, "capacity": [bought]}
    stacks = own_stack(gpuc, pools=[system, train])
    said = gpuc("rehearse", "--", "true", "odd")
    assert said.stderr.splitlines()[1:] == [
        "Rehearsal: cr-0fedcba9876543210 counts as bought: 4 × p5en.48xlarge in use1-az2, until cancelled."
    ]
    path = stacks / "Pulumi.odd.yaml"
    path.write_text(path.read_text().replace("cr-0fedcba9876543210", "cr-0fedcba9876543211").replace("use1-az2", "use1-az99"))
    (stacks / "Pulumi.bad.yaml").write_bytes(b"\xff")
    torn_down = gpuc("rehearse", "--", "pulumi", "destroy", "--yes", "--non-interactive", "-s", "odd")
    assert torn_down.returncode == 0, torn_down.stdout + torn_down.stderr
    refused, left_out = torn_down.stderr.splitlines()
    assert refused.startswith(
        "Rehearsal: cr-0fedcba9876543211 cannot count as bought (4 × p5en.48xlarge in use1-az99, until cancelled): zone_id="
    )
    assert left_out == "Rehearsal: stack bad is left out: its file is no UTF-8 text."


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
