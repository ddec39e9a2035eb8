"""The user's own folders for state and caches, by the XDG Base Directory Specification, and what is said when one cannot be used."""

import errno
from collections.abc import Mapping
from pathlib import Path

FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
"""Error numbers of a disk, or a quota, that is used up."""


def user_folder(environ: Mapping[str, str], variable: str, below_home: str) -> Path:
    """This project's folder below `variable`, else below its default at home; a relative path is ignored, as the standard says."""
    named = environ.get(variable, "")
    base = Path(named) if named.startswith("/") else Path(environ.get("HOME") or Path.home()) / below_home
    return base / "gpu-clusters"


def concerns(error: OSError, folder: Path) -> bool:
    """Whether an error is about a folder: it names the folder, one above or something below, or a disk ran full while it was written."""
    if error.filename is None:
        return error.errno in FULL
    named = Path(str(error.filename))
    return named == folder or named in folder.parents or folder in named.parents


def unusable(error: OSError, folder: Path, variable: str) -> str:
    """One line that says why a folder cannot be used, and what to set instead."""
    where = "free some space, or set {} to a folder on a larger disk" if error.errno in FULL else "set {} to a folder that you may write"
    return f"The folder {folder} cannot be used ({error.strerror or error}): {where.format(variable)}, and run again."
