"""`gpuc bootstrap`: the place where an account's states live."""

from typing import Annotated

import boto3
import typer
from botocore.exceptions import BotoCoreError, ClientError
from rich.console import Console

from operations.bootstrap.backend import ALIAS, StateBackend, tags_given
from operations.bootstrap.errors import BootstrapError, CloudRefusedError
from operations.bootstrap.run import FALLBACK_REGION, Bootstrap, Wishes, backend_for
from operations.bootstrap.steps import Finding
from operations.report.lines import say, screen


def command(
    account: Annotated[str | None, typer.Option(help="The account that it must be, 12 digits; default: the credentials'.")] = None,
    region: Annotated[
        str | None, typer.Option(help=f"Where key and bucket lie; default: the credentials' region, else {FALLBACK_REGION}.")
    ] = None,
    bucket: Annotated[str | None, typer.Option(help="Its name; default: gpu-clusters-state-ACCOUNT-REGION.")] = None,
    alias: Annotated[str, typer.Option(help="The key's alias.")] = ALIAS,
    tag: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="A further tag of key and bucket; may be repeated.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Make the state back end of a real account: a versioned, encrypted and private bucket, and a KMS key.

    Shows what is so already and what it would make, and asks. What is so stays untouched, nothing is ever deleted, and a run that was
    stopped is continued by the next. Ends with the lines that lead Pulumi there.
    """
    console = screen()
    try:
        wishes = Wishes(account, region, bucket, alias, tags_given(tag or []))
        done = _set_up(console, boto3.Session(), wishes, yes=yes)
    except BootstrapError as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(1) from problem
    except (BotoCoreError, ClientError) as problem:
        typer.echo(str(_refused(problem)), err=True)
        raise typer.Exit(1) from problem
    if not done:
        raise typer.Exit(1)


def _set_up(console: Console, session: boto3.Session, wishes: Wishes, *, yes: bool) -> bool:
    """Looks, asks and makes; answers whether all is so now."""
    backend = backend_for(session, wishes)
    bootstrap = Bootstrap(session, backend)
    say(console, f"State back end of account {backend.account} in {backend.region}:")
    findings = bootstrap.look()
    _show(console, findings)
    if all(one.is_so for one in findings):
        say(console, "Nothing to do: all of it is so already.")
    else:
        say(console, "The key bills 1 US dollar a month; the bucket bills what lies in it, old versions too.")
        if not yes and not typer.confirm(f"Make what is missing in account {backend.account}?"):
            say(console, "Nothing was changed.")
            return False
        for step in bootstrap.make():
            say(console, f"made        {step.title}", indent=2)
    _show_lines(console, backend)
    return True


def _show(console: Console, findings: tuple[Finding, ...]) -> None:
    for one in findings:
        say(console, f"{'already so' if one.is_so else 'to make   '}  {one.step.title}", indent=2)


def _show_lines(console: Console, backend: StateBackend) -> None:
    say(console, "Next:")
    say(console, backend.login_line, indent=2)
    say(console, f"pulumi stack init STACK {backend.secrets_provider_option}", indent=2)


def _refused(problem: BotoCoreError | ClientError) -> CloudRefusedError:
    """The cloud's own words, and that running again is safe."""
    return CloudRefusedError(
        f"AWS did not do it: {problem}\nWhat was made stays; repair the cause (credentials, permissions), then run again."
    )
