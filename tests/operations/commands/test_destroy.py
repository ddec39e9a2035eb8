"""What `gpuc destroy` runs, in which order, what stops it, and what it says was kept."""

import pytest
import typer
from rich.console import Console

from catalog.facts import CatalogError
from operations.commands.destroy import take_down
from operations.engine import UnknownStackError
from operations.safeguards import RefusedError
from tests.operations.commands.fakes import Engine

EMPTY = {"version": 3, "deployment": {}}
BUCKET = {"urn": "urn:b", "type": "aws:s3/bucket:Bucket", "id": "base-checkpoints-1", "retainOnDelete": True}
VPC = {"urn": "urn:v", "type": "aws:ec2/vpc:Vpc", "id": "vpc-1"}
FULL = {"version": 3, "deployment": {"resources": [BUCKET, VPC]}}
RUN = ("destroy", "--yes", "--skip-preview", "--continue-on-error", "--stack", "aws-base")


@pytest.fixture(autouse=True)
def no_cloud(monkeypatch):
    """Nothing but its own tests asks the cloud what stands in a network."""
    monkeypatch.setattr("operations.dependants._foreign_things", lambda state: iter(()))


@pytest.fixture
def console():
    return Console(record=True, width=200)


def test_previews_then_destroys_and_lists_what_was_kept(tmp_path, console):
    engine = Engine(tmp_path, [FULL, EMPTY])
    assert take_down(console, engine, "aws-base", (), yes=True) == 0
    assert engine.streamed == [("destroy", "--preview-only", "--stack", "aws-base"), RUN]
    said = console.export_text()
    assert "Kept on purpose" in said
    assert "aws:s3/bucket:Bucket base-checkpoints-1" in said
    assert "vpc-1" not in said


def test_nothing_kept_says_nothing(tmp_path, console):
    take_down(console, Engine(tmp_path), "aws-base", (), yes=True)
    assert "Kept" not in console.export_text()


@pytest.mark.parametrize(("codes", "ends_with", "runs"), [([0, 0], 0, 1), ([0, 255, 0], 0, 2), ([0, 255, 1], 1, 2)])
def test_late_dependants_get_one_second_try(tmp_path, console, codes, ends_with, runs):
    engine = Engine(tmp_path, codes=codes)
    assert take_down(console, engine, "aws-base", ("--refresh",), yes=True) == ends_with
    assert engine.streamed[1:] == [(*RUN, "--refresh")] * runs


def test_a_failing_preview_ends_it_with_its_code(tmp_path, console):
    engine = Engine(tmp_path, codes=[255])
    assert take_down(console, engine, "aws-base", (), yes=True) == 255
    assert len(engine.streamed) == 1


def test_no_is_no(tmp_path, console, monkeypatch):
    monkeypatch.setattr(typer, "confirm", lambda question: False)
    engine = Engine(tmp_path, [FULL])
    assert take_down(console, engine, "aws-base", (), yes=False) == 1
    assert len(engine.streamed) == 1


def test_a_pending_create_stops_it(tmp_path, console):
    pending = {"version": 3, "deployment": {"pending_operations": [{"type": "creating", "resource": {"urn": "urn:vpc"}}]}}
    engine = Engine(tmp_path, [pending])
    with pytest.raises(RefusedError, match="gpuc recover"):
        take_down(console, engine, "aws-base", (), yes=True)
    assert engine.streamed == []


def test_a_declaration_that_is_gone_is_no_reason_to_go_on_billing(tmp_path, console):
    engine = Engine(tmp_path)
    assert take_down(console, engine, "no-such-file", (), yes=True) == 0
    assert len(engine.streamed) == 2


CLUSTER = {
    "version": 3,
    "deployment": {
        "resources": [
            {
                "urn": "urn:r",
                "type": "pulumi:pulumi:StackReference",
                "custom": True,
                "inputs": {"name": "organization/gpu-clusters/aws-base"},
            },
            {"urn": "urn:g", "type": "aws:eks/nodeGroup:NodeGroup", "custom": True, "id": "atlas:train"},
        ]
    },
}


def test_a_stack_that_others_stand_on_is_refused_whatever_yes_says(tmp_path, console):
    engine = Engine(tmp_path, [FULL], others={"aws-eks-pretrain": CLUSTER})
    with pytest.raises(RefusedError, match=r"(?s)nothing was changed.*aws-eks-pretrain.*--although-in-use"):
        take_down(console, engine, "aws-base", (), yes=True)
    assert engine.streamed == []


def test_the_named_flag_destroys_it_all_the_same(tmp_path, console):
    engine = Engine(tmp_path, [FULL, EMPTY], others={"aws-eks-pretrain": CLUSTER})
    assert take_down(console, engine, "aws-base", (), yes=True, although_in_use=True) == 0
    assert len(engine.streamed) == 2


def test_a_failed_destroy_says_what_to_do_and_lists_nothing_as_kept(tmp_path, console):
    engine = Engine(tmp_path, [FULL, EMPTY], codes=[0, 255, 255])
    assert take_down(console, engine, "aws-base", (), yes=True) == 255
    said = console.export_text()
    assert "Kept" not in said
    assert "`gpuc destroy --stack aws-base` again" in said


@pytest.mark.parametrize("flag", ["--stack=other", "--preview-only=false"])
def test_a_flag_that_leads_past_the_guards_stops_it_before_anything(tmp_path, console, flag):
    engine = Engine(tmp_path, [FULL])
    with pytest.raises(RefusedError, match=flag):
        take_down(console, engine, "aws-base", (flag,), yes=True)
    assert engine.streamed == []


def test_a_stack_removed_with_its_resources_still_has_kept_some(tmp_path, console, monkeypatch):
    engine = Engine(tmp_path, [FULL])
    states = iter([FULL])

    def export_state(stack):
        try:
            return next(states)
        except StopIteration:
            raise UnknownStackError("gone") from None

    monkeypatch.setattr(engine, "export_state", export_state)
    assert take_down(console, engine, "aws-base", ("--remove",), yes=True) == 0
    assert "Kept on purpose" in console.export_text()


def test_a_broken_catalogue_is_no_reason_to_go_on_billing(tmp_path, console, monkeypatch):
    def broken(*_):
        raise CatalogError("no machines")

    monkeypatch.setattr("operations.commands.destroy.show_declaration", broken)
    engine = Engine(tmp_path)
    assert take_down(console, engine, "aws-base", (), yes=True) == 0
    assert "no machines" in console.export_text()
