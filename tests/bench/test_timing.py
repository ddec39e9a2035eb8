import sys

import pytest

from bench.timing import BenchmarkFailedError, TimedCommand, median_seconds


def test_commands_take_turns_after_a_warm_up(tmp_path):
    said = tmp_path / "said"
    commands = [TimedCommand(name, [sys.executable, "-c", f"open({str(said)!r}, 'a').write({name!r})"], tmp_path) for name in ("a", "b")]
    assert set(median_seconds(commands, rounds=2)) == {"a", "b"}
    assert said.read_text() == "ababab"


def test_a_failing_command_is_no_measure(tmp_path):
    command = TimedCommand("broken", [sys.executable, "-c", "raise SystemExit('no cloud')"], tmp_path)
    with pytest.raises(BenchmarkFailedError, match=r"broken: .* ended with 1\nno cloud"):
        median_seconds([command], rounds=1)
