"""Stand-ins for command-line tools: small shell scripts on a PATH of the test's own."""

from pathlib import Path


def put_tool(folder: Path, name: str, script: str) -> Path:
    """Write an executable shell script named `name`; returns its path."""
    folder.mkdir(parents=True, exist_ok=True)
    tool = folder / name
    tool.write_text(f"#!/bin/sh\n{script}\n")
    tool.chmod(0o755)
    return tool
