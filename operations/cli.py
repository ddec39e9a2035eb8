"""The `gpuc` command line: a table of commands, of which only the one that is called is loaded."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import typer


@dataclass(frozen=True)
class Entry:
    """One command: the module that holds it as `command`, and the line that `gpuc --help` shows without loading it."""

    module: str
    summary: str


COMMANDS = {
    "init": Entry("operations.commands.init", "Write a first declaration from a few answers."),
    "check": Entry("operations.commands.check", "Judge a declaration before any cloud is called."),
    "schema": Entry("operations.commands.schema", "Write the JSON Schema of declarations, for editors."),
    "price": Entry("operations.commands.price", "Say what a declaration's nodes cost an hour."),
    "bootstrap": Entry("operations.commands.bootstrap", "Make a real account's place for states: bucket and key."),
    "rehearse": Entry("operations.commands.rehearse", "Run any command against a simulated cloud."),
    "recover": Entry("operations.commands.recover", "Settle what a killed update has left pending."),
    "up": Entry("operations.commands.up", "Check, price, preview and bring a stack up."),
    "destroy": Entry("operations.commands.destroy", "Preview and destroy a stack."),
    "demo": Entry("operations.commands.demo", "Show a cluster's whole life on the simulated cloud."),
}
"""Every command of `gpuc`; a new one is a line here and a module."""

Command = Callable[..., None]


def main() -> None:
    """Run `gpuc` with the words of the command line."""
    words = sys.argv[1:]
    app_for(words)(words, prog_name="gpuc")


def app_for(words: Sequence[str]) -> typer.Typer:
    """Build the app with the called command's module loaded, and the summaries of the others."""
    app = typer.Typer(
        name="gpuc",
        help="GPU clusters as code: declared, judged, priced, built and torn down.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    called = next((word for word in words if not word.startswith("-")), None)
    for name, entry in COMMANDS.items():
        app.command(name, help=None if name == called else entry.summary)(_load(entry) if name == called else _unloaded)
    return app


def _load(entry: Entry) -> Command:
    try:
        command: Command = importlib.import_module(entry.module).command
    except ModuleNotFoundError as error:
        if error.name != entry.module:
            raise
        typer.echo(f"This version has no {entry.module}; update the checkout to one that has it.", err=True)
        raise SystemExit(2) from None
    return command


def _unloaded() -> None:
    """Stand in for a command that is listed and not called."""
