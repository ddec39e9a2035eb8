"""`gpuc init`: a first declaration from a few answers, checked before it is written."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer
import yaml

from catalog.facts import CatalogError
from catalog.loading import Catalog, load_catalog
from declaration.capacity import CapacityKind
from declaration.judging import judge
from declaration.pools import Purpose
from declaration.problems import one_of
from declaration.reading import CONFIG_KEY, Reading
from declaration.words import NAME_PATTERN
from operations.engine import Project, ProjectFileError, ProjectNotFoundError, find_project
from operations.report.lines import say, screen
from operations.report.problems import print_problems
from operations.report.totals import price_in_one_line
from operations.starting.answers import RESERVED, Answers, proposed_capacity, proposed_zone
from operations.starting.rendering import base_file, cluster_file
from planning.price import price_cluster

VERSION = "1.34"
RELEASE = "1.34.1-20261105"
"""Release that the examples pin; the written file says how to look up today's."""

NOBODY = "none"
"""The answer that leaves the administrator for later."""

REGION, MACHINE = "us-east-1", "g6e.12xlarge"
"""What is proposed to who is asked; flags alone are never filled in."""


def command(
    name: Annotated[str | None, typer.Argument(help="Name of the cluster and its stack.")] = None,
    account: Annotated[str | None, typer.Option(help="AWS account, 12 digits.")] = None,
    region: Annotated[str | None, typer.Option(help="Region, such as us-east-1.")] = None,
    zone: Annotated[str | None, typer.Option(help="Zone ID of the nodes, such as use1-az2.")] = None,
    machine: Annotated[str | None, typer.Option(help="Machine type, such as g6e.12xlarge.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Number of nodes.", min=1)] = None,
    capacity: Annotated[CapacityKind | None, typer.Option(help="How the machines are bought.")] = None,
    reservation: Annotated[str | None, typer.Option(help="Id of the capacity block or reservation, cr-….")] = None,
    purpose: Annotated[Purpose, typer.Option(help="What the nodes are for.")] = Purpose.TRAINING,
    team: Annotated[str | None, typer.Option(help="Team that pays.")] = None,
    project: Annotated[str | None, typer.Option(help="Project that the cost is booked on.")] = None,
    owner: Annotated[str | None, typer.Option(help="Person or mailbox to ask.")] = None,
    cost_center: Annotated[str | None, typer.Option(help="Cost centre of the books.")] = None,
    environment: Annotated[str, typer.Option(help="Such as production or test.")] = "test",
    version: Annotated[str, typer.Option(help="Kubernetes minor version.")] = VERSION,
    release: Annotated[str, typer.Option(help="Pinned release of the EKS-optimised image.")] = RELEASE,
    base: Annotated[str | None, typer.Option(help="Base stack to stand on; default: a network of its own.")] = None,
    new_base: Annotated[str | None, typer.Option(help="Write a base stack of this name, too, and stand on it.")] = None,
    admin: Annotated[str | None, typer.Option(help="ARN of the IAM role that administers the cluster; default: nobody yet.")] = None,
) -> None:
    """Write a first declaration: asks for what no flag says, checks it, writes stacks/Pulumi.<name>.yaml, and names the next commands.

    Nothing is ever overwritten, and nothing is written that `gpuc check` would refuse. Exits with 1 on problems, 2 on usage.
    """
    if base is not None and new_base is not None:
        raise typer.BadParameter("--base takes a stack that is there, --new-base writes one: give one of the two.")
    try:
        catalog, home = load_catalog(), find_project(Path.cwd())
    except (CatalogError, ProjectFileError, ProjectNotFoundError) as error:
        raise _usage(str(error)) from error
    chosen = _asked(name, "NAME", "Name of the cluster")
    stacks = [chosen] if new_base is None else [new_base, chosen]
    _refuse_unfit(home, stacks)
    region = _asked(region, "--region", "Region", REGION)
    machine = _asked(machine, "--machine", "Machine", MACHINE)
    capacity = capacity or _asked_capacity(proposed_capacity(catalog, machine))
    answers = Answers(
        name=chosen,
        account=_asked(account, "--account", "AWS account, 12 digits"),
        region=region,
        machine=machine,
        zone=_asked(zone, "--zone", "Zone ID of the nodes", proposed_zone(catalog, region, machine)),
        nodes=nodes or _asked_nodes(),
        capacity=capacity,
        reservation=_asked(reservation, "--reservation", "Id of the reservation, cr-…") if capacity in RESERVED else reservation,
        purpose=purpose,
        team=_asked(team, "--team", "Team that pays"),
        project=_asked(project, "--project", "Project that the cost is booked on"),
        owner=_asked(owner, "--owner", "Person or mailbox to ask"),
        cost_center=_asked(cost_center, "--cost-center", "Cost centre"),
        environment=environment,
        version=version,
        release=release,
        base=base or new_base,
        admin=_asked_admin() if admin is None and account is None else admin,
    )
    files = {new_base: base_file(answers, new_base, catalog)} if new_base is not None else {}
    _write(home, catalog, {**files, chosen: cluster_file(answers, catalog)})
    _say_next(stacks, home.stack_file(chosen), answers.admin)


def _usage(message: str) -> typer.Exit:
    typer.echo(message, err=True)
    return typer.Exit(2)


def _asked(said: str | None, flag: str, question: str, proposal: str | None = None) -> str:
    """The answer of a flag, else of the person; where nobody answers, the flag is named."""
    if said is not None:
        return said
    try:
        return str(typer.prompt(question, default=proposal))
    except typer.Abort:
        raise _usage(f"\n{question}: nobody answered; give {flag}") from None


def _asked_capacity(proposal: CapacityKind) -> CapacityKind:
    word = _asked(None, "--capacity", f"Bought as {one_of(CapacityKind)}", proposal)
    try:
        return CapacityKind(word)
    except ValueError:
        raise _usage(f"{word} is no way to buy machines; write {one_of(CapacityKind)}") from None


def _asked_nodes() -> int:
    word = _asked(None, "--nodes", "Number of nodes", "2")
    if not (word.isdecimal() and int(word)):
        raise _usage(f"{word} is no number of nodes; write a whole number from 1")
    return int(word)


def _asked_admin() -> str | None:
    """The one answer that may be left out: asked of who answers the account, too, and never of a script whose flags say everything."""
    word = _asked(None, "--admin", "ARN of the IAM role that administers the cluster", NOBODY)
    return None if word == NOBODY else word


def _refuse_unfit(home: Project, stacks: Sequence[str]) -> None:
    """A name that cannot be one, or whose file is there, ends the command before anything is asked."""
    for stack in stacks:
        if not re.fullmatch(NAME_PATTERN, stack):
            raise _usage(f"{stack} is no name: 2 to 31 lower-case letters, digits and hyphens, a letter first, such as atlas")
        if home.stack_file(stack).exists():
            raise _usage(f"{home.stack_file(stack)} is there already, and is left as it is; choose another name")


def _write(home: Project, catalog: Catalog, files: Mapping[str, str]) -> None:
    """Judge all files, print what there is to say, and write them only where no check would refuse one."""
    readings = {stack: _judged(text, catalog) for stack, text in files.items()}
    console = screen()
    for stack, reading in readings.items():
        print_problems(console, home.stack_file(stack).name, reading.report)
        if reading.cluster is not None:
            say(console, price_in_one_line(price_cluster(reading.cluster, catalog)))
    if not all(reading.report.ok for reading in readings.values()):
        typer.echo("Nothing was written: run gpuc init again with other answers.", err=True)
        raise typer.Exit(1)
    for stack, text in files.items():
        _create(home.stack_file(stack), text)


def _judged(text: str, catalog: Catalog) -> Reading:
    return judge(yaml.safe_load(text)["config"][CONFIG_KEY], catalog, now=datetime.datetime.now(datetime.UTC))


def _create(file: Path, text: str) -> None:
    """Write a file that is not there; `x` refuses one that came up meanwhile."""
    try:
        with file.open("x", encoding="utf-8") as created:
            created.write(text)
    except OSError as error:
        raise _usage(f"{file} cannot be written ({error.strerror}); free the name, or choose another") from error
    typer.echo(f"Wrote {file}.")


def _say_next(stacks: Sequence[str], file: Path, admin: str | None) -> None:
    """Name the commands that lead to a running cluster: checked, rehearsed, and then made for money."""
    commands = [f"gpuc check {stacks[-1]}", *(f"gpuc rehearse -- gpuc up -s {stack} --yes" for stack in stacks)]
    typer.echo("Next, without an account or cost:")
    for line in commands:
        typer.echo(f"  {line}")
    typer.echo("Then for real, as docs/guides/a-real-account.md says:")
    for stack in stacks:
        typer.echo(f"  gpuc up -s {stack}")
    _say_who_administers(file, admin)


def _say_who_administers(file: Path, admin: str | None) -> None:
    """Name the one role that reaches the cluster, or say that none does, before anything costs money."""
    if admin is None:
        typer.echo(f"Before that, write under control_plane in {file} who administers the cluster, for nobody does yet:")
        typer.echo('  admins: ["arn:aws:iam::<account>:role/<role>"]')
    else:
        typer.echo(f"{admin} administers the cluster, and nobody else: further roles go into admins of {file}.")
    typer.echo("Its Kubernetes API answers inside its network alone; from your own: endpoint: {public_cidrs: [<your public range>]}.")
