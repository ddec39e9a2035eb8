"""`gpuc schema`: the JSON Schema of declarations, from which an editor completes and checks as one types."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from declaration.schema import declaration_schema, stack_file_schema


def command(
    output: Annotated[Path | None, typer.Option("--output", "-o", help="File to write; default: standard output.")] = None,
    stack_file: Annotated[bool, typer.Option("--stack-file", help="Of whole stack files, not of bare declarations.")] = False,
) -> None:
    """Write the JSON Schema of declarations, for editors.

    Editors that read `# yaml-language-server: $schema=FILE` complete keys and show units and defaults; rules are `gpuc check`'s.
    """
    text = json.dumps(stack_file_schema() if stack_file else declaration_schema(), indent=2, ensure_ascii=False)
    if output is None:
        typer.echo(text)
        return
    try:
        output.write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        typer.echo(f"{output} cannot be written ({error.strerror}); name a file in a folder that exists and is yours", err=True)
        raise typer.Exit(2) from error
