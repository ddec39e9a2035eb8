"""`gpuc check` of an example stack against a bare start of the same Python."""

from __future__ import annotations

import sys
from pathlib import Path

from bench.timing import TimedCommand, median_seconds

CHECKOUT = Path(__file__).parent.parent


def measure(rounds: int) -> dict[str, float]:
    """Return the median seconds of `gpuc check` and `bare Python`."""
    gpuc = str(Path(sys.executable).parent / "gpuc")
    return median_seconds(
        [
            TimedCommand("gpuc check", [gpuc, "check", "stacks/Pulumi.aws-eks-pretrain.yaml"], CHECKOUT),
            TimedCommand("bare Python", [sys.executable, "-c", "pass"], CHECKOUT),
        ],
        rounds,
    )
