"""Lays the plugins out as installed ones in the rehearsal's own engine home: found without a download, a PATH trick or a warning."""

import shlex
import sys
from importlib import metadata
from pathlib import Path

from rehearsal.engine.choice import Engine

PROVIDER_LAUNCHER = Path(__file__).with_name("provider_launcher.py")


def lay_out_plugins(pulumi_home: Path, engine: Engine) -> None:
    """Install the provider launcher and, unless the engine came with its own, the language host."""
    python = sys.executable
    # -S -E: no site-packages, no PYTHON* variables: the launcher needs neither, and they cost more than it does
    _install(pulumi_home, "resource", "aws", metadata.version("pulumi-aws"), [python, "-S", "-E", str(PROVIDER_LAUNCHER)])
    if engine.executor is not None:
        command = [python, "-m", "rehearsal.engine.language_host", str(engine.executor)]
        _install(pulumi_home, "language", "python", str(engine.version), command)


def _install(pulumi_home: Path, kind: str, name: str, version: str, command: list[str]) -> None:
    folder = pulumi_home / "plugins" / f"{kind}-{name}-v{version}"
    script = folder / f"pulumi-{kind}-{name}"
    text = f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n'
    if script.is_file() and script.read_text() == text:
        return
    folder.mkdir(parents=True, exist_ok=True)
    partial = script.with_suffix(".partial")
    partial.write_text(text)
    partial.chmod(0o755)
    partial.rename(script)
