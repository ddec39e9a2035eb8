"""`gpuc init` as a user meets it."""

import shutil
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from operations.cli import app_for

CHECKOUT = Path(__file__).parents[3]
PAYER = ("--team", "foundation", "--project", "atlas", "--owner", "atlas@mail.test", "--cost-center", "cc-42")
WHERE = ("--account", "123456789012", "--region", "us-east-1", "--zone", "use1-az2")
WHAT = ("--machine", "g6e.12xlarge", "--nodes", "2", "--capacity", "on_demand")
ADMIN = "arn:aws:iam::123456789012:role/platform"
ALL = (*WHERE, *WHAT, *PAYER, "--admin", ADMIN)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A project of its own, so that no stack file of the checkout is touched."""
    shutil.copy(CHECKOUT / "Pulumi.yaml", tmp_path)
    (tmp_path / "stacks").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path / "stacks"


def gpuc(*words, typed=""):
    return CliRunner().invoke(app_for(words), list(words), input=typed)


def test_what_flags_say_is_written_checked_and_led_on_from(home):
    done = gpuc("init", "atlas", *ALL)
    assert done.exit_code == 0, done.output
    assert [file.name for file in home.iterdir()] == ["Pulumi.atlas.yaml"]
    lines = done.output.splitlines()
    assert lines[0] == "Pulumi.atlas.yaml: no problems"
    assert lines[1].startswith("Price: $")
    assert [line.strip() for line in lines if line.startswith("  gpuc")] == [
        "gpuc check atlas",
        "gpuc rehearse -- gpuc up -s atlas --yes",
        "gpuc up -s atlas",
    ]
    checked = gpuc("check", "atlas")
    assert (checked.exit_code, checked.output.splitlines()[0]) == (0, "Pulumi.atlas.yaml: no problems")


def test_what_no_flag_says_is_asked_with_proposals(home):
    answers = ("atlas", "", "", "", "123456789012", "", "", "foundation", "atlas", "atlas@mail.test", "cc-42", ADMIN)
    done = gpuc("init", typed="\n".join((*answers, "")))
    assert done.exit_code == 0, done.output
    for question in ("Name of the cluster", "Region [us-east-1]", "Machine [g6e.12xlarge]", "Zone ID of the nodes [use1-az", "Cost centre"):
        assert question in done.output
    assert f'admins: ["{ADMIN}"]' in (home / "Pulumi.atlas.yaml").read_text()
    assert gpuc("check", "atlas").exit_code == 0


def test_who_administers_is_named_at_the_end_and_left_out_by_an_empty_answer(home):
    assert f"{ADMIN} administers the cluster, and nobody else" in gpuc("init", "atlas", *ALL).output
    at = ALL.index("--account")
    done = gpuc("init", "open", *ALL[:at], *ALL[at + 2 : -2], typed="123456789012\n\n")
    assert done.exit_code == 0, done.output
    assert "[reachable-control-plane]" in done.output
    assert "for nobody does yet:" in done.output
    assert "admins" not in yaml.safe_load((home / "Pulumi.open.yaml").read_text())["config"]["gpu-clusters:cluster"]["control_plane"]


def test_what_is_no_role_is_refused(home):
    done = gpuc("init", "atlas", *ALL[:-1], "platform")
    assert done.exit_code == 1
    assert "control_plane.admins[0]" in done.output
    assert list(home.iterdir()) == []


def test_a_block_asks_for_its_reservation(home):
    block = (*WHERE, "--machine", "p5en.48xlarge", "--nodes", "2", "--capacity", "capacity_block", *PAYER)
    done = gpuc("init", "atlas", *block, typed="cr-0123456789abcdef0\n")
    assert done.exit_code == 0, done.output
    assert "kind: capacity_block, reservation: cr-0123456789abcdef0" in (home / "Pulumi.atlas.yaml").read_text()


@pytest.mark.parametrize("lacking", ["--account", "--machine", "--nodes", "--zone", "--region", "--capacity", "--team", "--owner"])
def test_without_anybody_to_answer_the_missing_flag_is_named_and_nothing_written(home, lacking):
    at = ALL.index(lacking)
    done = gpuc("init", "atlas", *ALL[:at], *ALL[at + 2 :])
    assert done.exit_code == 2
    assert f"nobody answered; give {lacking}" in done.output
    assert list(home.iterdir()) == []


def test_a_file_that_is_there_is_left_as_it_is(home):
    (home / "Pulumi.atlas.yaml").write_text("mine")
    done = gpuc("init", "atlas", *ALL)
    assert done.exit_code == 2
    assert "is there already" in done.output
    assert (home / "Pulumi.atlas.yaml").read_text() == "mine"


@pytest.mark.parametrize("name", ["Atlas", "a", "../atlas", "a\u2011b"])
def test_what_is_no_name_is_refused_before_anything_is_asked(home, name):
    done = gpuc("init", name, *ALL)
    assert done.exit_code == 2
    assert "is no name: 2 to 31" in done.output
    assert list(home.iterdir()) == []


def test_problems_are_shown_and_nothing_is_written(home):
    done = gpuc("init", "atlas", *WHERE[:-1], "use1-az9", *WHAT, *PAYER[:-1], "TODO")
    assert done.exit_code == 1
    assert "[zone-in-region]" in done.output
    assert "[cost-tags]" in done.output
    assert "Nothing was written" in done.output
    assert list(home.iterdir()) == []


def test_a_base_is_written_too_and_comes_up_first(home):
    done = gpuc("init", "atlas", *ALL, "--new-base", "ground")
    assert done.exit_code == 0, done.output
    assert sorted(file.name for file in home.iterdir()) == ["Pulumi.atlas.yaml", "Pulumi.ground.yaml"]
    commands = [line.strip() for line in done.output.splitlines() if "rehearse" in line]
    assert commands == ["gpuc rehearse -- gpuc up -s ground --yes", "gpuc rehearse -- gpuc up -s atlas --yes"]
    assert gpuc("check", "ground").exit_code == gpuc("check", "atlas").exit_code == 0


def test_nothing_is_written_where_one_of_two_files_is_there(home):
    (home / "Pulumi.ground.yaml").write_text("mine")
    assert gpuc("init", "atlas", *ALL, "--new-base", "ground").exit_code == 2
    assert [file.name for file in home.iterdir()] == ["Pulumi.ground.yaml"]


def test_an_existing_base_is_taken_by_its_name(home):
    assert gpuc("init", "atlas", *ALL, "--base", "ground").exit_code == 0
    assert "network: {from_stack: ground}" in (home / "Pulumi.atlas.yaml").read_text()


def test_a_file_that_comes_up_meanwhile_is_left_as_it_is(home, monkeypatch):
    (home / "Pulumi.atlas.yaml").write_text("mine")
    monkeypatch.setattr(Path, "exists", lambda path: False)
    done = gpuc("init", "atlas", *ALL)
    assert done.exit_code == 2
    assert "cannot be written (File exists)" in done.output
    assert (home / "Pulumi.atlas.yaml").read_text() == "mine"


def test_two_bases_are_a_usage_error():
    assert gpuc("init", "atlas", *ALL, "--base", "a", "--new-base", "b").exit_code == 2


@pytest.mark.parametrize("answer", ["none", "0", "two"])
def test_an_answer_that_is_no_number_of_nodes_is_said(answer):
    at = ALL.index("--nodes")
    done = gpuc("init", "atlas", *ALL[:at], *ALL[at + 2 :], typed=f"{answer}\n")
    assert done.exit_code == 2
    assert f"{answer} is no number of nodes" in done.output


def test_outside_a_project_the_message_says_where_to_go(tmp_path_factory, monkeypatch):
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    done = gpuc("init", "atlas", *ALL)
    assert done.exit_code == 2
    assert "change to the folder" in done.output
