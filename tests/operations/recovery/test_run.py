"""The steps of a recovery over an engine that lives in memory, killed at each of them in turn."""

import copy
import datetime
import json
import os
import socket
from types import SimpleNamespace

import pytest

from operations.recovery.errors import NotRecoveredError, StackLockedError, StateMovedError
from operations.recovery.finding import Finding, Verdict
from operations.recovery.run import Decision, Finder, Outcome, Recovery

VPC = "urn:pulumi:dev::gpu-clusters::aws:ec2/vpc:Vpc::atlas-vpc"
LOG = "urn:pulumi:dev::gpu-clusters::aws:cloudwatch/logGroup:LogGroup::atlas-log"
OLD = "urn:pulumi:dev::gpu-clusters::aws:ec2/subnet:Subnet::atlas-old"
DEAD = 2**22 - 1  # above every pid that a default kernel hands out


def pending(urn):
    return {"urn": urn, "custom": True, "type": urn.split("::")[2], "inputs": {"name": "n"}}


class Killed(BaseException):
    """Stands for the end of our own process."""


class Engine:
    """What `operations.engine.Engine` does, over a state in memory; counts its calls and dies at one of them if told to."""

    def __init__(self, folder, state, die_at=None):
        self.folder, self.state, self.die_at, self.calls = folder, state, die_at, []
        self.project = SimpleNamespace(name="gpu-clusters")
        self.exit_codes = {}

    def _call(self, *words):
        self.calls.append(words)
        if len(self.calls) == self.die_at:
            raise Killed

    def backend_url(self):
        return f"file://{self.folder}"

    def export_state(self, stack):
        self._call("export")
        return copy.deepcopy(self.state)

    def import_state(self, stack, state):
        self.state = json.loads(json.dumps(state))
        self.state["deployment"].pop("pending_operations", None)
        self._call("import")

    def stream(self, command, *arguments):
        code = self.exit_codes.get(command, 0)
        if command == "refresh" and not code:
            for resource in self.state["deployment"]["resources"]:
                resource.pop("refreshBeforeUpdate", None)
        self._call(command, *arguments)
        return code

    def commands(self):
        return [words[0] for words in self.calls]


def state_of(*operations, resources=()):
    return {
        "version": 3,
        "deployment": {"resources": list(resources), "pending_operations": [{"resource": r, "type": t} for t, r in operations]},
    }


@pytest.fixture
def crashed():
    return state_of(("creating", pending(VPC)), ("creating", pending(LOG)), ("deleting", pending(OLD)))


@pytest.fixture
def cloud(monkeypatch):
    """The VPC is there, the log group is not."""

    def find_all(finder):
        creates = [
            operation["resource"] for operation in finder.state["deployment"]["pending_operations"] if operation["type"] == "creating"
        ]
        return tuple(Finding(r, Verdict.FOUND, "vpc-1") if r["urn"] == VPC else Finding(r, Verdict.NOTHING) for r in creates)

    monkeypatch.setattr(Finder, "find_all", find_all)


def lock(folder, pid=DEAD, hostname=None):
    path = folder / ".pulumi/locks/organization/gpu-clusters/dev/1.json"
    path.parent.mkdir(parents=True)
    now = datetime.datetime.now(datetime.UTC).isoformat()
    path.write_text(json.dumps({"pid": pid, "username": "ada", "hostname": hostname or socket.gethostname(), "timestamp": now}))
    return path


def recovery(engine, decision=Decision.ADOPT, said=None, **options):
    return Recovery(engine, "dev", (said if said is not None else []).append, lambda _: decision, **options)


def entries(engine):
    return [(resource["urn"], resource.get("id")) for resource in engine.state["deployment"]["resources"]]


def test_adopts_clears_and_refreshes(tmp_path, crashed, cloud):
    engine, said = Engine(tmp_path, crashed), []
    path = lock(tmp_path)
    assert recovery(engine, said=said).run() is Outcome.RECOVERED
    assert entries(engine) == [(VPC, "vpc-1")]
    assert engine.commands() == ["export", "export", "import", "refresh", "export"]
    assert not path.exists()
    assert str(DEAD) in said[0]


def test_deletes_what_was_found_and_only_that(tmp_path, crashed, cloud):
    engine = Engine(tmp_path, crashed)
    recovery(engine, Decision.DELETE).run()
    (destroy,) = [words for words in engine.calls if words[0] == "destroy"]
    assert destroy[-2:] == ("--target", VPC)
    assert "--target" not in destroy[:-2]


@pytest.mark.parametrize("option", ["protect", "retainOnDelete"])
def test_what_is_kept_is_adopted_when_the_others_are_deleted(tmp_path, cloud, option):
    engine = Engine(tmp_path, state_of(("creating", pending(VPC) | {option: True})))
    recovery(engine, Decision.DELETE).run()
    assert "destroy" not in engine.commands()
    (entry,) = engine.state["deployment"]["resources"]
    assert (entry["id"], entry[option]) == ("vpc-1", True)


def test_half_a_replacement_is_not_destroyed_by_its_urn(tmp_path, cloud):
    old = pending(VPC) | {"id": "vpc-0"}
    engine = Engine(tmp_path, state_of(("creating", pending(VPC)), resources=[old]))
    recovery(engine, Decision.DELETE).run()
    assert "destroy" not in engine.commands()
    assert entries(engine) == [(VPC, "vpc-1"), (VPC, "vpc-0")]


def test_stop_changes_nothing(tmp_path, crashed, cloud):
    engine = Engine(tmp_path, copy.deepcopy(crashed))
    assert recovery(engine, Decision.STOP).run() is Outcome.STOPPED
    assert engine.state == crashed


def test_nothing_to_do_touches_nothing(tmp_path):
    engine = Engine(tmp_path, state_of())
    assert recovery(engine).run() is Outcome.NOTHING_TO_DO
    assert engine.commands() == ["export"]


@pytest.mark.parametrize("decision", [Decision.ADOPT, Decision.DELETE])
@pytest.mark.parametrize("die_at", range(1, 7))
def test_killed_at_any_step_and_run_again_ends_the_same(tmp_path, crashed, cloud, decision, die_at):
    lock(tmp_path)
    engine = Engine(tmp_path, crashed, die_at)
    try:
        recovery(engine, decision).run()
    except Killed:
        engine.die_at = None
        recovery(engine, decision).run()
    assert entries(engine) == [(VPC, "vpc-1")]
    assert "pending_operations" not in engine.state["deployment"]
    assert not any(resource.get("refreshBeforeUpdate") for resource in engine.state["deployment"]["resources"])


@pytest.mark.parametrize(("pid", "hostname"), [(os.getpid(), None), (DEAD, "elsewhere")], ids=["alive", "elsewhere"])
def test_a_lock_that_is_not_dead_stops_before_the_state_is_read(tmp_path, crashed, cloud, pid, hostname):
    path, engine = lock(tmp_path, pid, hostname), Engine(tmp_path, crashed)
    with pytest.raises(StackLockedError):
        recovery(engine).run()
    assert path.exists()
    assert engine.calls == []
    assert recovery(engine, ignore_locks=True).run() is Outcome.RECOVERED


def test_a_state_that_moved_is_not_overwritten(tmp_path, crashed, cloud):
    engine = Engine(tmp_path, crashed)

    def decide_slowly(_):
        engine.state = state_of()
        return Decision.ADOPT

    with pytest.raises(StateMovedError, match="run `gpuc recover` again"):
        Recovery(engine, "dev", print, decide_slowly).run()
    assert engine.state == state_of()


@pytest.mark.parametrize(("command", "decision"), [("refresh", Decision.ADOPT), ("destroy", Decision.DELETE)])
def test_a_failing_engine_is_told(tmp_path, crashed, cloud, command, decision):
    engine = Engine(tmp_path, crashed)
    engine.exit_codes[command] = 255
    with pytest.raises(NotRecoveredError):
        recovery(engine, decision).run()
