"""`make bench`: print each measure, its peer of the same run, their ratio, and the budget."""

from __future__ import annotations

import argparse
import sys

from bench import check, preview

CHECK_BUDGET_SECONDS = 1.0
PREVIEW_BUDGET_RATIO = 1.2


def row(what: str, ours: float, peer: float, budget: str) -> str:
    """Format one measure: medians in seconds, their ratio, the budget it is held against."""
    return f"{what:<42} {ours:7.2f} s {peer:7.2f} s {ours / peer:7.2f}   {budget}"


def say(line: str) -> None:
    """Show a line at once: the next measure takes a while."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Run all benchmarks."""
    parser = argparse.ArgumentParser(description="Ratios against peers measured in the same run.")
    parser.add_argument("--rounds", type=int, default=5, help="times each command is run after one warm-up (default: 5)")
    rounds = parser.parse_args().rounds
    say(f"{'median of ' + str(rounds) + ' rounds':<42} {'ours':>9} {'peer':>9} {'ratio':>7}   budget")
    checked = check.measure(rounds)
    say(row("gpuc check / bare Python start", checked["gpuc check"], checked["bare Python"], f"ours < {CHECK_BUDGET_SECONDS:.1f} s"))
    previewed = preview.measure(rounds)
    say(row("pulumi preview / same resources by hand", previewed["ours"], previewed["by hand"], f"ratio ≤ {PREVIEW_BUDGET_RATIO}"))


if __name__ == "__main__":
    main()
