"""The stage: commands are shown as typed, a wrong exit code ends the demo with all that was printed."""

import io
import subprocess
import sys

import pytest
from rich.console import Console

from operations.demo.stage import DemoError, Stage


class FakeSession:
    """Answers every command with one output and exit code, and remembers what it was asked."""

    def __init__(self, output: str = "", code: int = 0) -> None:
        self.output, self.code, self.asked = output, code, []

    def run(self, argv):
        self.asked.append(argv)
        return subprocess.CompletedProcess(argv, self.code, self.output, "to stderr\n")

    def start(self, argv):
        self.asked.append(argv)
        program = f"import sys; sys.stdout.write({self.output!r}); sys.exit({self.code})"
        return subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)


def stage(session: FakeSession) -> tuple[Stage, io.StringIO]:
    out = io.StringIO()
    return Stage(session, Console(file=out, width=200, color_system=None)), out


UP = """Updating:
 +  aws:ec2:Vpc atlas-vpc creating (0s)
 +  aws:ec2:Vpc atlas-vpc created (0.1s)
 -  aws:s3:Bucket kept deleted (0.1s)[retain]
Resources:
"""


def test_engine_commands_are_shown_behind_rehearse_and_ours_as_they_are():
    shown, out = stage(FakeSession())
    shown.typed(["pulumi", "up"])
    shown.typed(["gpuc", "check", "x"])
    assert out.getvalue().split() == ["$", "gpuc", "rehearse", "--", "pulumi", "up", "$", "gpuc", "check", "x"]


def test_acts_are_numbered():
    shown, out = stage(FakeSession())
    shown.begin("First")
    shown.begin("Second [bold]")
    assert "1. First" in out.getvalue()
    assert "2. Second [bold]" in out.getvalue()


def test_only_the_lines_that_matter_are_shown():
    shown, out = stage(FakeSession("one\ntwo\n"))
    shown.show(["gpuc", "price"], only=lambda line: line == "two")
    assert "two" in out.getvalue()
    assert "one" not in out.getvalue()


def test_a_wrong_exit_code_ends_the_demo_with_all_that_was_printed():
    shown, _ = stage(FakeSession("what it said\n", code=3))
    with pytest.raises(DemoError) as ended:
        shown.output_of(["gpuc", "check"])
    assert "ended with 3 instead of 0" in str(ended.value)
    assert "what it said\nto stderr" in str(ended.value)


def test_an_expected_failure_is_no_failure():
    shown, _ = stage(FakeSession("refused\n", code=1))
    assert shown.output_of(["gpuc", "check"], code=1) == "refused\n"


def test_progress_counts_what_ended_and_names_what_was_kept():
    shown, out = stage(FakeSession(UP))
    assert shown.watch(["pulumi", "up"]) == 2
    assert "created  aws:ec2:Vpc atlas-vpc" in out.getvalue()
    assert "kept     aws:s3:Bucket kept" in out.getvalue()


def test_a_failed_update_ends_the_demo_with_its_output():
    shown, _ = stage(FakeSession(UP, code=255))
    with pytest.raises(DemoError, match="ended with 255"):
        shown.watch(["pulumi", "up"])
