"""What `gpuc recover` asks, shows and answers."""

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

from operations.commands import recover
from operations.engine import EngineFailedError
from operations.recovery.errors import AmbiguousError
from operations.recovery.finding import Finding, Verdict
from operations.recovery.run import Decision, Outcome

TYPE = "aws:ec2/vpc:Vpc"
PENDING = {"urn": f"urn:pulumi:dev::gpu-clusters::{TYPE}::atlas-vpc", "type": TYPE}
FOUND = Finding(PENDING, Verdict.FOUND, "vpc-1")
FAILED = Finding(PENDING, Verdict.FAILED, "vpc-1", "CREATE_FAILED")
NOTHING = Finding(PENDING, Verdict.NOTHING)


class Recovery:
    """Stands for `operations.recovery.run.Recovery`: asks its decision about given findings, and notes the answer."""

    findings, raises, made = (FOUND,), None, None

    def __init__(self, engine, stack, say, decide, patience, ignore_locks):
        self.stack, self.decide, self.patience, self.ignore_locks = stack, decide, patience, ignore_locks
        type(self).made = self

    def run(self):
        if self.raises:
            raise self.raises
        self.decision = self.decide(self.findings)
        return Outcome.STOPPED if self.decision is Decision.STOP else Outcome.RECOVERED


@pytest.fixture
def call(monkeypatch):
    """call(words, typed, findings, raises) → the command's result, and the recovery that it ran."""

    def run(*words, typed="", findings=(FOUND,), raises=None):
        monkeypatch.setattr(recover, "Recovery", type("Recovery", (Recovery,), {"findings": findings, "raises": raises}))
        app = typer.Typer()
        app.command()(recover.command)
        return CliRunner().invoke(app, ["--stack", "dev", *words], input=typed), recover.Recovery.made

    return run


@pytest.mark.parametrize(
    ("words", "typed", "decision"),
    [
        (["--yes"], "", Decision.ADOPT),
        (["--yes", "--adopt"], "", Decision.ADOPT),
        (["--yes", "--delete"], "", Decision.DELETE),
        (["--delete"], "y\n", Decision.DELETE),
        (["--delete"], "n\n", Decision.STOP),
        (["--adopt"], "y\n", Decision.ADOPT),
        ([], "\n", Decision.ADOPT),
        ([], "delete\n", Decision.DELETE),
        ([], "what?\nstop\n", Decision.STOP),
    ],
)
def test_decision(call, words, typed, decision):
    result, made = call(*words, typed=typed)
    assert made.decision is decision
    assert result.exit_code == (1 if decision is Decision.STOP else 0), result.output


@pytest.mark.parametrize("option", [{"protect": True}, {"retainOnDelete": True}, {"type": "aws:s3/bucketVersioning:BucketVersioning"}])
def test_what_is_kept_is_said_to_be_adopted(call, option):
    result, _ = call("--yes", "--delete", findings=(Finding(PENDING | option, Verdict.FOUND, "vpc-1"),))
    assert "kept on purpose" in result.output


def test_what_another_stack_holds_is_nothing_of_ours(call):
    result, _ = call("--yes", "--delete", findings=(Finding(PENDING, Verdict.NOTHING, detail="atlas is not this stack's"),))
    assert "nothing of ours: atlas is not this stack's" in result.output
    assert "forget the entry" in result.output


def test_without_an_answer_nothing_is_decided(call):
    result, made = call(typed="")
    assert result.exit_code == 1
    assert not hasattr(made, "decision")


def test_nothing_found_needs_no_question(call):
    result, made = call(findings=(NOTHING,))
    assert result.exit_code == 0
    assert made.decision is Decision.ADOPT
    assert "nothing in the cloud" in result.output


def test_adopt_and_delete_exclude_each_other(call):
    result, made = call("--adopt", "--delete")
    assert result.exit_code == 2
    assert made is None


def test_patience_and_locks_are_passed_on(call):
    _, made = call("--yes", "--ignore-locks", "--grace-seconds", "1", "--settle-minutes", "2", "--poll-seconds", "3")
    assert (made.patience.grace_seconds, made.patience.settle_seconds, made.patience.poll_seconds) == (1, 120, 3)
    assert made.ignore_locks


@pytest.mark.parametrize("problem", [AmbiguousError("two fit"), EngineFailedError("it broke")])
def test_an_error_is_one_message_without_a_traceback(call, problem):
    result, _ = call("--yes", raises=problem)
    assert result.exit_code == 1
    assert str(problem) in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("finding", "decision", "cells"),
    [
        (FOUND, Decision.ADOPT, ["atlas-vpc", TYPE, "vpc-1", "adopt"]),
        (FOUND, Decision.DELETE, ["atlas-vpc", TYPE, "vpc-1", "delete"]),
        (FAILED, Decision.ADOPT, ["vpc-1 CREATE_FAILED", "adopt, to be replaced"]),
        (FAILED, Decision.DELETE, ["vpc-1 CREATE_FAILED", "delete"]),
        (NOTHING, Decision.DELETE, ["nothing in the cloud", "forget the entry"]),
    ],
)
def test_table(finding, decision, cells):
    console = Console(record=True, width=200)
    console.print(recover.table([finding], decision))
    shown = console.export_text()
    assert all(cell in shown for cell in cells), shown
