"""`gpuc recover`: after the engine was killed, bring state and cloud together again."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.prompt import Prompt
from rich.table import Table

from operations.engine import Engine, find_project
from operations.exits import one_message
from operations.recovery.finding import Finding, Patience, Verdict
from operations.recovery.run import Decision, Outcome, Recovery
from operations.report.lines import say, screen

NOTHING_TO_DO = "No operation is pending and no dead lock is held: `gpuc up` and `gpuc destroy` are safe."
NOTHING_THERE = "nothing in the cloud"
NOTHING_OF_OURS = "nothing of ours"
FORGOTTEN = "forget the entry"
KEPT = "adopt: kept on purpose, so never deleted here"
STOPPED = "Nothing was changed: `gpuc up` and `gpuc destroy` stay refused until this is recovered."
RECOVERED = "Recovered: nothing is pending. Continue with `gpuc up` or `gpuc destroy`."


def command(
    stack: Annotated[str, typer.Option("--stack", "-s", help="The stack whose engine was killed.")],
    adopt: Annotated[bool, typer.Option("--adopt", help="Take what is found into the state (the default answer).")] = False,
    delete: Annotated[bool, typer.Option("--delete", help="Delete what is found, but for what its program keeps.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask; adopts, unless --delete is given.")] = False,
    ignore_locks: Annotated[bool, typer.Option(help="Do not look at locks: you know that nobody is at work on the stack.")] = False,
    grace_seconds: Annotated[float, typer.Option(min=0, help="How long to look for what is not there: it may show up late.")] = 30.0,
    settle_minutes: Annotated[float, typer.Option(min=0, help="How long to wait for what is still being made.")] = 45.0,
    poll_seconds: Annotated[float, typer.Option(min=0.1, help="How often to look.")] = 5.0,
) -> None:
    """Find what a killed engine had begun to create, adopt or delete it, and make the stack safe for up and destroy again.

    Locks of dead local processes are cleared, each pending create is looked up in the cloud, and the state is refreshed.
    It may itself be stopped at any time and run again.
    """
    if adopt and delete:
        raise typer.BadParameter("--adopt and --delete exclude each other: give one, or neither to be asked.")
    console = screen()
    patience = Patience(grace_seconds=grace_seconds, settle_seconds=settle_minutes * 60, poll_seconds=poll_seconds)
    chosen = Decision.DELETE if delete else Decision.ADOPT if adopt else None
    with one_message():
        engine = Engine(find_project(Path.cwd()))
        recovery = Recovery(engine, stack, functools.partial(say, console), _decision(console, chosen, yes=yes), patience, ignore_locks)
        outcome = recovery.run()
    console.print({Outcome.NOTHING_TO_DO: NOTHING_TO_DO, Outcome.STOPPED: STOPPED, Outcome.RECOVERED: RECOVERED}[outcome])
    if outcome is Outcome.STOPPED:
        raise typer.Exit(1)


def _decision(console: Console, chosen: Decision | None, *, yes: bool) -> Callable[[tuple[Finding, ...]], Decision]:
    def decide(findings: tuple[Finding, ...]) -> Decision:
        found = any(finding.verdict is not Verdict.NOTHING for finding in findings)
        planned = chosen or Decision.ADOPT
        if findings:
            console.print(table(findings, planned))
        if yes or not found:
            return planned
        if chosen:
            return chosen if typer.confirm(f"{chosen.value.capitalize()} what was found?") else Decision.STOP
        return _asked(console)

    return decide


def _asked(console: Console) -> Decision:
    try:
        return Decision(Prompt.ask("What was found", console=console, choices=list(Decision), default=Decision.ADOPT))
    except EOFError as problem:
        raise typer.Abort from problem


def table(findings: tuple[Finding, ...], decision: Decision) -> Table:
    """What was pending, what the cloud holds of it, and what will be done."""
    shown = Table(title="Creates that the engine did not see end", box=box.SIMPLE_HEAD)
    for heading in ("pending create", "type", "in the cloud", "decision"):
        shown.add_column(heading, overflow="fold")
    for finding in findings:
        shown.add_row(finding.pending["urn"].rpartition("::")[2], finding.pending["type"], _in_cloud(finding), _action(finding, decision))
    return shown


def _in_cloud(finding: Finding) -> str:
    if finding.verdict is not Verdict.NOTHING:
        return " ".join(filter(None, (finding.id, finding.detail)))
    return f"{NOTHING_OF_OURS}: {finding.detail}" if finding.detail else NOTHING_THERE


def _action(finding: Finding, decision: Decision) -> str:
    if finding.verdict is Verdict.NOTHING:
        return FORGOTTEN
    if finding.verdict is Verdict.FAILED and decision is Decision.ADOPT:
        return "adopt, to be replaced: the cloud gave up on it"
    return KEPT if decision is Decision.DELETE and not finding.deletable else decision.value
