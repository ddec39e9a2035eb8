"""The demo as the README's first command runs it: a whole life, and nothing left of it on this machine either."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.engine

ROOT = Path(__file__).parents[3]
ACTS = (
    "One declaration",
    "The same with mistakes",
    "The price",
    "The base stack",
    "Preview of the cluster",
    "Up:",
    "What was made",
    "Again: nothing to change",
    "Teardown",
    "What is left",
)


def test_the_demo_plays_to_its_end_and_leaves_no_process(engine, tmp_path):
    env = {**os.environ, "TMPDIR": str(tmp_path), "COLUMNS": "200"}
    gpuc = str(Path(sys.executable).with_name("gpuc"))
    played = subprocess.run([gpuc, "demo"], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stdout + played.stderr
    places = [played.stdout.find(f"{number}. {title}") for number, title in enumerate(ACTS, start=1)]
    assert -1 not in places
    assert places == sorted(places)
    assert "Traceback" not in played.stdout + played.stderr
    assert "foundation:" in played.stdout
    assert "(no team tag)" not in played.stdout
    assert list(tmp_path.iterdir()) == []
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert str(tmp_path) not in running
