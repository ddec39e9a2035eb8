"""`gpuc demo`: one cluster's whole life on the rehearsal cloud, in about a minute."""

import tempfile
from pathlib import Path

import typer
from rich.console import Console

from operations.demo import acts
from operations.demo.stage import DemoError, Stage
from rehearsal.control import WorldControl, WorldControlError
from rehearsal.engine.errors import EngineError
from rehearsal.session.errors import SessionError
from rehearsal.session.sessions import prepare
from rehearsal.session.upkeep import stop

NEXT = """
[bold]Next, on a real account[/] (docs/guides/a-real-account.md): it costs money from the first node on.
   1. the official Pulumi CLI, credentials for one account, `pulumi login s3://…` and a passphrase or KMS key
   2. copy both files of stacks/, write your account, zone, tags, admins and reservation; `gpuc check STACK`
   3. `gpuc rehearse -- gpuc up -s STACK`, then without `gpuc rehearse --` the same for real; `gpuc destroy -s STACK` when the run is done
"""


def command() -> None:
    """Show declaration, price, preview, up, and teardown of a GPU cluster on the simulated cloud; needs no account."""
    console = Console()
    checkout = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="gpuc-demo-") as folder:
        home = Path(folder, "rehearsal")
        try:
            play(console, checkout, Path(folder), home)
        except (DemoError, EngineError, SessionError, WorldControlError) as error:
            typer.echo(f"The demo stopped: {error}", err=True)
            raise typer.Exit(1) from error
        finally:
            stop(checkout, home=home)
    console.print(NEXT, highlight=False, soft_wrap=True)


def play(console: Console, checkout: Path, folder: Path, home: Path) -> None:
    """All acts, in a rehearsal of their own that ends with them."""
    session = prepare(checkout, home=home)
    stage, control = Stage(session, console), WorldControl(session.endpoint)
    acts.declare(stage)
    acts.refuse(stage, folder)
    acts.price(stage)
    acts.base(stage)
    acts.preview(stage)
    acts.create(stage, control, checkout)
    acts.look(stage, control)
    acts.again(stage)
    acts.destroy(stage)
    acts.left(stage, control)
