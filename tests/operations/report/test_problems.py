"""Problems on the screen: all of each, at any width, without colour in a pipe."""

import io

import pytest
from rich.console import Console

from declaration.problems import Level, Problem, Report
from operations.report.problems import print_problems, problems_as_json

WIDE = Problem(
    rule="zone-offers-machine",
    path="pools[1].capacity[0].reservation",
    value="a-value-" + "x" * 90,
    limit="use1-az1, use1-az2, use1-az4, use1-az5 or use1-az6",
    message="zone a-value-" + "x" * 90 + " does not offer it; zones that do: use1-az1, use1-az2, use1-az4, use1-az5 or use1-az6",
    remedy="write the ID that your account gives it: aws ec2 describe-availability-zones --query AvailabilityZones[].ZoneId",
)
WARNING = Problem("expiry", "expires_at", "v", "l", "v l", "r", Level.WARNING)


def shown(*problems: Problem, terminal: bool, width: int = 80) -> str:
    out = io.StringIO()
    print_problems(Console(file=out, force_terminal=terminal, width=width), "cluster.yaml", Report(problems))
    return out.getvalue()


@pytest.mark.parametrize("width", [40, 80, 120])
def test_nothing_is_cut_in_a_narrow_terminal(width):
    squeezed = "".join(shown(WIDE, terminal=True, width=width).split())
    for text in (WIDE.message, WIDE.remedy):
        assert "".join(text.split()) in squeezed
    assert "…" not in squeezed


def test_a_pipe_gets_no_colour_and_whole_lines():
    lines = shown(WIDE, WARNING, terminal=False).splitlines()
    assert lines == [
        "error   pools[1].capacity[0].reservation  [zone-offers-machine]",
        f"        {WIDE.message}",
        f"        → {WIDE.remedy}",
        "warning expires_at  [expiry]",
        "        v l",
        "        → r",
        "cluster.yaml: 1 error, 1 warning",
    ]


@pytest.mark.parametrize(
    ("problems", "count"),
    [((), "no problems"), ((WIDE,), "1 error"), ((WIDE, WIDE), "2 errors"), ((WARNING, WARNING), "2 warnings")],
)
def test_problems_are_counted(problems, count):
    assert shown(*problems, terminal=False).splitlines()[-1] == f"cluster.yaml: {count}"


def test_json_holds_every_part_as_text():
    assert problems_as_json(Report((WARNING,))) == [
        {"rule": "expiry", "path": "expires_at", "value": "v", "limit": "l", "message": "v l", "remedy": "r", "level": "warning"}
    ]
