"""The pulumi command line as a subprocess, over a stand-in that answers like it."""

import json
import os
import signal
import stat
import subprocess
import sys
import time

import pytest

from operations.engine import (
    Engine,
    EngineFailedError,
    EngineNotFoundError,
    Project,
    ProjectFileError,
    ProjectNotFoundError,
    UnknownStackError,
    find_project,
)

STAND_IN = f"""#!{sys.executable}
import json, os, sys
words = sys.argv[1:]
json.dump({{"words": words, "cwd": os.getcwd()}}, open(os.environ["NOTED"], "w"))
if words[:1] == ["whoami"]:
    print(json.dumps({{"user": "ada", "url": "file:///states"}}))
elif words[:2] == ["stack", "export"] and words[-1] == "nope":
    print("error: no stack named 'nope' found", file=sys.stderr)
    sys.exit(255)
elif words[:2] == ["stack", "export"] and words[-1] == "cut":
    print("error: failed to load checkpoint: EOF", file=sys.stderr)
    sys.exit(255)
elif words[:2] == ["stack", "ls"]:
    print(json.dumps([{{"name": "dev"}}, {{"name": "organization/gpu-clusters/prod"}}]))
elif words[:1] == ["preview"]:
    open(words[words.index("--event-log") + 1], "w").write(os.environ["PULUMI_DEBUG_COMMANDS"])
    sys.exit(3)
elif words[:2] == ["stack", "export"]:
    print(json.dumps({{"version": 3, "deployment": {{}}}}))
elif words[:2] == ["stack", "import"]:
    open(os.environ["GIVEN"], "w").write(sys.stdin.read())
elif words[:1] == ["fail"]:
    print("error: it broke", file=sys.stderr)
    sys.exit(255)
"""


@pytest.fixture
def engine(tmp_path, monkeypatch):
    program = tmp_path / "bin" / "pulumi"
    program.parent.mkdir()
    program.write_text(STAND_IN)
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    root = tmp_path / "project"
    root.mkdir()
    monkeypatch.setenv("NOTED", str(tmp_path / "noted.json"))
    monkeypatch.setenv("GIVEN", str(tmp_path / "given.json"))
    return Engine(Project(root, "gpu-clusters", root), str(program))


def noted():
    with open(os.environ["NOTED"]) as file:
        return json.load(file)


def test_runs_in_the_project_and_passes_its_exit_code_on(engine, capfd):
    assert engine.stream("fail", "--stack", "dev") == 255
    assert noted() == {"words": ["fail", "--stack", "dev"], "cwd": str(engine.project.root)}
    assert "it broke" in capfd.readouterr().err


def test_reads_back_end_and_state(engine):
    assert engine.backend_url() == "file:///states"
    assert engine.export_state("dev") == {"version": 3, "deployment": {}}
    assert noted()["words"] == ["stack", "export", "--stack", "dev"]


def test_a_stack_that_is_not_there_is_said_with_those_that_are(engine):
    with pytest.raises(
        UnknownStackError, match=r"file:///states holds no stack `nope`.*: dev, organization/gpu-clusters/prod\. .*stack init nope"
    ):
        engine.export_state("nope")


def test_a_state_that_was_cut_short_is_said_with_what_mends_it(engine):
    with pytest.raises(EngineFailedError, match=r"(?s)EOF.*gpuc recover --stack cut"):
        engine.export_state("cut")


def test_a_preview_gives_its_code_and_the_engines_own_account(engine):
    previewed = engine.preview("--stack", "dev")
    assert (previewed.code, previewed.events) == (3, "true")
    assert noted()["words"][:4] == ["preview", "--stack", "dev", "--event-log"]


def test_imports_through_stdin(engine):
    state = {"version": 3, "deployment": {"resources": []}}
    engine.import_state("dev", state)
    with open(os.environ["GIVEN"]) as file:
        assert json.load(file) == state


def test_failure_carries_the_engines_own_words(engine):
    with pytest.raises(EngineFailedError, match="`pulumi fail` ended with 255: error: it broke"):
        engine.read("fail")


def test_missing_engine_names_both_ways_out(engine):
    missing = Engine(engine.project, "no-such-engine")
    with pytest.raises(EngineNotFoundError, match="gpuc rehearse"):
        missing.stream("up")


def test_an_interrupt_is_the_engines_to_answer(tmp_path):
    """Ctrl-C reaches the whole group: the engine ends in its own time, and we pass on how."""
    slow = tmp_path / "pulumi"
    body = (
        "import signal, sys, time\nsignal.signal(signal.SIGINT, lambda *_: (time.sleep(0.3), sys.exit(42)))\nprint('ready', flush=True)\n"
    )
    slow.write_text(f"#!{sys.executable}\n{body}time.sleep(60)\n")
    slow.chmod(0o755)
    program = (
        "import sys; from pathlib import Path; from operations.engine import Engine, Project\n"
        f"sys.exit(Engine(Project(Path({str(tmp_path)!r}), 'p', Path('.')), {str(slow)!r}).stream('up'))"
    )
    ours = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert ours.stdout.readline() == "ready\n"
    time.sleep(0.1)
    os.killpg(ours.pid, signal.SIGINT)
    assert ours.wait(timeout=30) == 42


@pytest.mark.parametrize("folder", [".", "stacks", "a/b"])
@pytest.mark.parametrize(("line", "stack_files"), [("", "."), ("stackConfigDir: stacks/\n", "stacks")])
def test_finds_the_project_from_any_folder_in_it(tmp_path, folder, line, stack_files):
    (tmp_path / "Pulumi.yaml").write_text(f"name: gpu-clusters\nruntime: python\n{line}")
    (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    project = find_project(tmp_path / folder)
    assert (project.root, project.name) == (tmp_path, "gpu-clusters")
    for stack in ("dev", "organization/gpu-clusters/dev"):
        assert project.stack_file(stack) == tmp_path / stack_files / "Pulumi.dev.yaml"


def test_no_project_is_said(tmp_path):
    with pytest.raises(ProjectNotFoundError, match="change to the folder"):
        find_project(tmp_path)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"- a\n- b\n", "no mapping"),
        (b"", "no mapping"),
        (b"name: [", "can't be read as YAML"),
        (b"name: caf\xe9\n", "can't be read as YAML in UTF-8"),
        (b"name: 5\n", "has 5 as `name`"),
        (b"runtime: python\n", "has None as `name`"),
        (b"name: p\nstackConfigDir: 5\n", "has 5 as `stackConfigDir`"),
        (b"name: p\nstackConfigDir:\n", "has None as `stackConfigDir`"),
    ],
)
def test_a_broken_project_file_is_one_line(tmp_path, content, said):
    (tmp_path / "Pulumi.yaml").write_bytes(content)
    with pytest.raises(ProjectFileError) as broken:
        find_project(tmp_path)
    message = str(broken.value)
    assert said in message
    assert message.startswith(str(tmp_path / "Pulumi.yaml"))
    assert "\n" not in message
    assert message.endswith("then run again.")
