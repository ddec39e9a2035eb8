"""Folders of the user's, and errors about them."""

import errno
from pathlib import Path

import pytest

from rehearsal.user_folders import concerns, unusable, user_folder

FOLDER = Path("/home/me/.cache/gpu-clusters/engine")


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"XDG_CACHE_HOME": "/c", "HOME": "/h"}, "/c/gpu-clusters"),
        ({"HOME": "/h"}, "/h/.cache/gpu-clusters"),
        ({"XDG_CACHE_HOME": "", "HOME": "/h"}, "/h/.cache/gpu-clusters"),
        ({"XDG_CACHE_HOME": "relative/cache", "HOME": "/h"}, "/h/.cache/gpu-clusters"),
        ({"XDG_CACHE_HOME": "/c"}, "/c/gpu-clusters"),
    ],
)
def test_the_folder_follows_the_standard(environ: dict[str, str], folder: str) -> None:
    assert user_folder(environ, "XDG_CACHE_HOME", ".cache") == Path(folder)


@pytest.mark.parametrize(
    ("number", "filename", "about_it"),
    [
        (errno.EACCES, str(FOLDER), True),
        (errno.ENOTDIR, "/home/me/.cache", True),
        (errno.EROFS, str(FOLDER / ".lock"), True),
        (errno.EACCES, "/home/me/checkout/Pulumi.yaml", False),
        (errno.ENOSPC, None, True),
        (errno.EDQUOT, None, True),
        (errno.EPIPE, None, False),
    ],
)
def test_which_errors_are_about_a_folder(number: int, filename: str | None, about_it: bool) -> None:
    assert concerns(OSError(number, "says why", filename), FOLDER) is about_it


def test_the_line_names_folder_reason_and_variable() -> None:
    said = unusable(PermissionError(errno.EACCES, "Permission denied", str(FOLDER)), FOLDER, "XDG_CACHE_HOME")
    assert (
        said == f"The folder {FOLDER} cannot be used (Permission denied): set XDG_CACHE_HOME to a folder that you may write, and run again."
    )


def test_on_a_full_disk_the_line_says_to_free_some() -> None:
    said = unusable(OSError(errno.ENOSPC, "No space left on device"), FOLDER, "XDG_CACHE_HOME")
    assert said.endswith("(No space left on device): free some space, or set XDG_CACHE_HOME to a folder on a larger disk, and run again.")
