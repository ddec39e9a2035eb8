"""What refuses an up or a destroy."""

import datetime
import json
import os
import socket
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.console import Console

from declaration.reading import DeclarationFileError
from operations.recovery.errors import StackLockedError
from operations.safeguards import RefusedError, settled_state, show_declaration

CHECKOUT = Path(__file__).parents[2]
DEAD = 2**22 - 1


class Engine:
    """A state and a back end's URL."""

    project = SimpleNamespace(name="gpu-clusters")

    def __init__(self, url, *pending):
        self.url, self.state = url, {"version": 3, "deployment": {"pending_operations": list(pending)}}

    def backend_url(self):
        return self.url

    def export_state(self, stack):
        return self.state


def lock(folder, pid):
    path = folder / ".pulumi/locks/organization/gpu-clusters/dev/1.json"
    path.parent.mkdir(parents=True)
    content = {
        "pid": pid,
        "username": "ada",
        "hostname": socket.gethostname(),
        "timestamp": datetime.datetime.now(datetime.UTC).isoformat(),
    }
    path.write_text(json.dumps(content))


def test_a_settled_state_is_given(tmp_path):
    engine = Engine(f"file://{tmp_path}")
    assert settled_state(engine, "dev") is engine.state


@pytest.mark.parametrize("kind", ["creating", "updating", "deleting"])
def test_anything_pending_is_refused_and_named(tmp_path, kind):
    engine = Engine(f"file://{tmp_path}", {"type": kind, "resource": {"urn": "urn:vpc"}})
    with pytest.raises(RefusedError, match=f"(?s)1 operation:\n  {kind} urn:vpc.*gpuc recover --stack dev"):
        settled_state(engine, "dev")


def test_a_dead_lock_is_refused(tmp_path):
    lock(tmp_path, DEAD)
    with pytest.raises(RefusedError, match="gpuc recover --stack dev"):
        settled_state(Engine(f"file://{tmp_path}"), "dev")


def test_a_living_lock_is_refused(tmp_path):
    lock(tmp_path, os.getpid())
    with pytest.raises(StackLockedError, match=str(os.getpid())):
        settled_state(Engine(f"file://{tmp_path}"), "dev")


def test_a_back_end_without_readable_locks_leaves_them_to_the_engine():
    engine = Engine("gs://states")
    assert settled_state(engine, "dev") is engine.state


@pytest.mark.parametrize("stack", ["aws-base", "aws-eks-pretrain"])
def test_an_example_stands_and_is_priced(stack):
    console = Console(record=True, width=200)
    assert show_declaration(console, stack, CHECKOUT)
    assert "Price:" in console.export_text()


def test_a_wrong_declaration_is_explained_and_not_priced(tmp_path):
    (tmp_path / "Pulumi.yaml").write_text("name: gpu-clusters\nruntime: python\n")
    text = (CHECKOUT / "stacks/Pulumi.aws-eks-pretrain.yaml").read_text().replace("p5en.48xlarge", "p5en.48xlarg")
    (tmp_path / "Pulumi.wrong.yaml").write_text(text)
    console = Console(record=True, width=200)
    assert not show_declaration(console, "wrong", tmp_path)
    said = console.export_text()
    assert "p5en.48xlarg" in said
    assert "Price:" not in said


def test_no_declaration_is_an_error():
    with pytest.raises(DeclarationFileError):
        show_declaration(Console(), "no-such-stack", CHECKOUT)
