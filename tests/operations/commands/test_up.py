"""What `gpuc up` runs, in which order, and what stops it."""

from types import SimpleNamespace

import pytest
import typer
from rich.console import Console

from operations.commands.up import Told, bring_up
from operations.safeguards import RefusedError
from tests.operations.commands.fakes import CHECKOUT, Engine

PACK = ("--policy-pack", str(CHECKOUT / "policies"))


@pytest.fixture(autouse=True)
def no_kept_bucket(monkeypatch):
    """No test but its own asks the cloud for one."""
    monkeypatch.setattr("operations.kept_bucket._exists", lambda *_: False)


@pytest.fixture
def console():
    return Console(record=True, width=200)


def test_previews_under_the_pack_then_brings_up_without_a_second_preview(tmp_path, console):
    engine = Engine(tmp_path)
    assert bring_up(console, engine, "aws-base", ("--target", "urn:x", "--continue-on-error"), yes=True) == 0
    common = ("--stack", "aws-base", *PACK, "--target", "urn:x")
    assert engine.streamed == [("preview", *common), ("up", "--yes", "--skip-preview", *common, "--continue-on-error")]
    assert "Price:" in console.export_text()


def test_a_failing_preview_ends_it_with_its_code(tmp_path, console):
    engine = Engine(tmp_path, codes=[255])
    assert bring_up(console, engine, "aws-base", (), yes=True) == 255
    assert len(engine.streamed) == 1


@pytest.mark.parametrize(("answer", "commands"), [(True, 2), (False, 1)])
def test_asks_after_the_preview(tmp_path, console, monkeypatch, answer, commands):
    engine = Engine(tmp_path)
    monkeypatch.setattr(typer, "confirm", lambda question: len(engine.streamed) == 1 and answer)
    assert bring_up(console, engine, "aws-base", (), yes=False) == (0 if answer else 1)
    assert len(engine.streamed) == commands


def test_the_engines_code_is_passed_on(tmp_path, console):
    assert bring_up(console, Engine(tmp_path, codes=[0, 8]), "aws-base", (), yes=True) == 8


def test_a_pending_create_stops_it_before_the_preview(tmp_path, console):
    pending = {"version": 3, "deployment": {"pending_operations": [{"type": "creating", "resource": {"urn": "urn:vpc"}}]}}
    engine = Engine(tmp_path, [pending])
    with pytest.raises(RefusedError, match="gpuc recover"):
        bring_up(console, engine, "aws-base", (), yes=True)
    assert engine.streamed == []


def test_a_kept_bucket_that_nobody_adopts_stops_it_before_the_preview(tmp_path, console, monkeypatch):
    monkeypatch.setattr("operations.kept_bucket._exists", lambda *_: True)
    engine = Engine(tmp_path)
    with pytest.raises(RefusedError, match="`adopt: true`"):
        bring_up(console, engine, "aws-base", (), yes=True)
    assert engine.streamed == []


def test_a_declaration_with_errors_stops_it(tmp_path, console, monkeypatch):
    monkeypatch.setattr("operations.commands.up.show_declaration", lambda *_: None)
    engine = Engine(tmp_path)
    assert bring_up(console, engine, "aws-base", (), yes=True) == 1
    assert engine.streamed == []


ROLLED = {
    "op": "update",
    "urn": "urn:pulumi:aws-base::gpu-clusters::aws:eks/nodeGroup:NodeGroup::atlas-train-od",
    "type": "aws:eks/nodeGroup:NodeGroup",
    "old": {
        "inputs": {
            "nodeGroupName": "atlas-train-od",
            "labels": {"gpu-clusters/pool": "train"},
            "scalingConfig": {"desiredSize": 2, "maxSize": 4},
        }
    },
    "detailedDiff": {"releaseVersion": {"diffKind": "update"}},
}
SAID = "this restarts 2 nodes of pool train (node group atlas-train-od: its nodes are replaced; why: releaseVersion)"


def test_nodes_that_would_restart_stop_a_yes(tmp_path, console):
    engine = Engine(tmp_path, steps=[ROLLED])
    with pytest.raises(RefusedError, match=r"(?s)Nothing was changed.*--restart-nodes"):
        bring_up(console, engine, "aws-base", (), yes=True)
    assert [words[0] for words in engine.streamed] == ["preview"]
    assert SAID in console.export_text()


def test_nodes_that_would_restart_are_said_and_restarted_where_that_was_told(tmp_path, console):
    engine = Engine(tmp_path, steps=[ROLLED])
    assert bring_up(console, engine, "aws-base", (), yes=True, told=Told(restart_nodes=True)) == 0
    assert [words[0] for words in engine.streamed] == ["preview", "up"]
    assert SAID in console.export_text()


@pytest.mark.parametrize(("steps", "restart_nodes", "asked"), [([ROLLED], False, True), ([ROLLED], True, False), ([], False, False)])
def test_the_question_names_the_restart(tmp_path, console, monkeypatch, steps, restart_nodes, asked):
    questions = []
    monkeypatch.setattr(typer, "confirm", lambda question: questions.append(question) or True)
    assert bring_up(console, Engine(tmp_path, steps=steps), "aws-base", (), yes=False, told=Told(restart_nodes)) == 0
    (question,) = questions
    assert ("restart these nodes" in question) is asked


@pytest.mark.parametrize("told", [Told(), Told(restart_nodes=True), Told(lose_data=True)])
def test_a_preview_without_an_account_stops_it_unless_all_was_told(tmp_path, console, told):
    engine = Engine(tmp_path)
    engine.events = ""
    with pytest.raises(RefusedError, match=r"(?s)nothing was changed.*--restart-nodes --lose-data"):
        bring_up(console, engine, "aws-base", (), yes=True, told=told)
    assert [words[0] for words in engine.streamed] == ["preview"]
    assert bring_up(console, engine, "aws-base", (), yes=True, told=Told(restart_nodes=True, lose_data=True)) == 0


LOST = {
    "op": "replace",
    "urn": "urn:pulumi:aws-base::gpu-clusters::aws:fsx/lustreFileSystem:LustreFileSystem::base-scratch",
    "type": "aws:fsx/lustreFileSystem:LustreFileSystem",
    "old": {"id": "fs-1"},
    "detailedDiff": {"kmsKeyId": {"diffKind": "update-replace"}},
}
SAID_LOST = "this replaces file system base-scratch (fs-1; why: kmsKeyId); lost: every file on it"


@pytest.mark.parametrize(
    ("steps", "told", "named"),
    [
        ([LOST], Told(), ["--lose-data", "file system base-scratch"]),
        ([LOST], Told(restart_nodes=True), ["--lose-data"]),
        ([LOST, ROLLED], Told(), ["--lose-data", "--restart-nodes"]),
        ([LOST, ROLLED], Told(lose_data=True), ["--restart-nodes"]),
    ],
)
def test_what_would_be_lost_stops_a_yes(tmp_path, console, steps, told, named):
    engine = Engine(tmp_path, steps=steps)
    with pytest.raises(RefusedError, match="Nothing was changed") as refused:
        bring_up(console, engine, "aws-base", (), yes=True, told=told)
    assert [flag for flag in ("--lose-data", "--restart-nodes") if flag in str(refused.value)] == [f for f in named if f.startswith("-")]
    assert all(word in str(refused.value) for word in named)
    assert [words[0] for words in engine.streamed] == ["preview"]
    assert SAID_LOST in console.export_text()


def test_what_would_be_lost_is_said_and_lost_where_that_was_told(tmp_path, console):
    engine = Engine(tmp_path, steps=[LOST])
    assert bring_up(console, engine, "aws-base", (), yes=True, told=Told(lose_data=True)) == 0
    assert [words[0] for words in engine.streamed] == ["preview", "up"]
    assert SAID_LOST in console.export_text()


@pytest.mark.parametrize(
    ("told", "question"),
    [
        (Told(), "Bring it up, and lose file system base-scratch and restart these nodes?"),
        (Told(restart_nodes=True), "Bring it up, and lose file system base-scratch?"),
        (Told(lose_data=True), "Bring it up, and restart these nodes?"),
        (Told(restart_nodes=True, lose_data=True), "Bring it up?"),
    ],
)
def test_the_question_names_the_loss(tmp_path, console, monkeypatch, told, question):
    questions = []
    monkeypatch.setattr(typer, "confirm", lambda asked: questions.append(asked))
    assert bring_up(console, Engine(tmp_path, steps=[LOST, ROLLED]), "aws-base", (), yes=False, told=told) == 1
    assert questions == [question]


def test_a_pool_that_another_tool_scales_may_hold_more_than_the_state_knows(tmp_path, console, monkeypatch):
    pool = SimpleNamespace(name="train", scaling_owner="slurm")
    monkeypatch.setattr("operations.commands.up.show_declaration", lambda *_: SimpleNamespace(storage=None, pools=(pool,)))
    with pytest.raises(RefusedError):
        bring_up(console, Engine(tmp_path, steps=[ROLLED]), "aws-base", (), yes=True)
    assert "up to 4 nodes" in console.export_text()


def test_a_flag_that_leads_elsewhere_stops_it_before_anything(tmp_path, console):
    engine = Engine(tmp_path)
    with pytest.raises(RefusedError, match="--stack=other"):
        bring_up(console, engine, "aws-base", ("--stack=other",), yes=True)
    assert engine.streamed == []
