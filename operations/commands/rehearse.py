"""`gpuc rehearse`: any command, against a simulated cloud instead of a real one."""

from pathlib import Path
from typing import Annotated

import typer

from declaration.reading import DeclarationFileError, read_declaration, read_stack_file
from operations.demo.blocks import bought_for, give
from rehearsal.control import WorldControl, WorldControlError
from rehearsal.engine.errors import EngineError
from rehearsal.session.errors import SessionError
from rehearsal.session.project_copy import SIMULATED_ACCOUNT
from rehearsal.session.sessions import Session, prepare
from rehearsal.session.upkeep import describe, reset, stop


def command(
    context: typer.Context,
    words: Annotated[list[str] | None, typer.Argument(metavar="-- CMD ...", help="The command to run, after two dashes.")] = None,
    reset_first: Annotated[bool, typer.Option("--reset", help="Empty the simulated cloud and forget its stacks.")] = False,
    stop_it: Annotated[bool, typer.Option("--stop", help="End the simulated cloud and forget its stacks.")] = False,
    status: Annotated[bool, typer.Option("--status", help="Say what runs and what exists in it.")] = False,
) -> None:
    """Run a command against a simulated cloud: `gpuc rehearse -- pulumi up -s aws-base`.

    Nothing of yours is touched: no real account, no stack of yours, no file of this folder. The command's exit code is passed on.
    """
    if not (words or reset_first or stop_it or status):
        typer.echo(context.get_help())
        raise typer.Exit(2)
    if stop_it and words:
        raise typer.BadParameter("--stop ends the simulated cloud, so no command can run in it: give one of the two.")
    if words and not words[0].strip():
        raise typer.BadParameter("the command after -- is empty: give its name, for example `gpuc rehearse -- pulumi preview`.")
    try:
        _rehearse(words or [], reset_first=reset_first, stop_it=stop_it, status=status)
    except (EngineError, SessionError, WorldControlError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error


def _rehearse(words: list[str], *, reset_first: bool, stop_it: bool, status: bool) -> None:
    checkout = Path.cwd()
    if stop_it:
        typer.echo(stop(checkout))
    if reset_first:
        typer.echo(reset(checkout), err=bool(words))
    if status:
        typer.echo(describe(checkout), err=bool(words))
    if words:
        session = prepare(checkout)
        _buy_capacity(session, words)
        session.become(words)


def _buy_capacity(session: Session, words: list[str]) -> None:
    """Blocks and reservations are bought outside Pulumi, so those of the stacks that the command names count as bought.

    What cannot be given is said and left: the command itself judges the declaration, and a teardown needs none of it.
    """
    control = WorldControl(session.endpoint)
    for stack in session.stacks_named(words):
        try:
            cluster = read_declaration(read_stack_file(session.project.stack_files / f"Pulumi.{stack}.yaml")).cluster
        except DeclarationFileError:
            continue  # the command itself will say what is wrong with the file
        if cluster is not None and cluster.account != SIMULATED_ACCOUNT:
            typer.echo(f"Rehearsal: account {cluster.account} stands as {SIMULATED_ACCOUNT}, the simulated cloud's own.", err=True)
        for bought in bought_for(cluster) if cluster else ():
            what = f"{bought.nodes} × {bought.machine} in {bought.zone}, {bought.lasts}"
            try:
                if give(control, bought):
                    typer.echo(f"Rehearsal: {bought.reservation} counts as bought: {what}.", err=True)
            except WorldControlError as error:
                typer.echo(f"Rehearsal: {bought.reservation} cannot count as bought ({what}): {error}.", err=True)
