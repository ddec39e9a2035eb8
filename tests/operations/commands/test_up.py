"""What `gpuc up` runs, in which order, and what stops it."""

import pytest
import typer
from rich.console import Console

from operations.commands.up import bring_up
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
