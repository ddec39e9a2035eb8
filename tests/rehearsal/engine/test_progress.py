import io

import pytest

from rehearsal.engine.progress import BuildProgress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("line", "is_progress", "modules", "packages"),
    [
        ("go: downloading github.com/aws/aws-sdk-go-v2 v1.30.0", True, 1, 0),
        ("github.com/pulumi/pulumi/pkg/v3/engine", True, 0, 1),
        ("internal/cpu", True, 0, 1),
        ("# github.com/pulumi/pulumi/pkg/v3/engine", False, 0, 0),
        ("engine.go:12:3: undefined: x", False, 0, 0),
        ("go: module lookup disabled by GOPROXY=off", False, 0, 0),
        ("", False, 0, 0),
    ],
)
def test_counts(line: str, is_progress: bool, modules: int, packages: int) -> None:
    progress = BuildProgress("Building", io.StringIO())
    assert progress.saw(line) is is_progress
    assert (progress.modules, progress.packages) == (modules, packages)


def test_line() -> None:
    assert BuildProgress("Building", io.StringIO()).line(127.9) == "Building: 2:07, 0 modules fetched, 0 packages built"


def test_plain_lines_in_a_log_at_long_intervals() -> None:
    out = io.StringIO()
    progress = BuildProgress("Building", out)
    for _ in range(5):
        progress.say()
    progress.say(last=True)
    assert out.getvalue().count("\n") == len(out.getvalue().splitlines())
    assert "\r" not in out.getvalue()
    assert len(out.getvalue().splitlines()) <= 2


def test_one_line_rewritten_on_a_terminal() -> None:
    out = Terminal()
    progress = BuildProgress("Building", out)
    progress.say()
    progress.say(last=True)
    assert out.getvalue().startswith("\r\x1b[KBuilding")
    assert out.getvalue().count("\n") == 1
