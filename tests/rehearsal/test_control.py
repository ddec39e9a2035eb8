"""The typed client: what it says comes back typed, and its errors say what to do."""

import datetime
import socket
import threading

import pytest

from rehearsal.control import JournalEntry, Resource, WorldControl, WorldControlError
from rehearsal.world.server import make_world


@pytest.fixture(scope="module")
def endpoint():
    server, _ = make_world()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()


@pytest.fixture
def control(endpoint) -> WorldControl:
    control = WorldControl(endpoint)
    control.reset()
    return control


def test_no_proxy_stands_between(control, monkeypatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "")
    assert WorldControl(control._endpoint).faults() == []


def test_faults_come_back_and_go(control) -> None:
    control.add_fault(
        "ec2", "CreateVpc", code="RequestLimitExceeded", times=2, nth=3, when="after", delay_seconds=0.5, match={"CidrBlock": "10.0.0.0/16"}
    )
    (fault,) = control.faults()
    assert fault == {
        "service": "ec2",
        "operation": "CreateVpc",
        "code": "RequestLimitExceeded",
        "message": "The rehearsal cloud was told to answer RequestLimitExceeded.",
        "status": 0,
        "times": 2,
        "nth": 3,
        "when": "after",
        "delay_seconds": 0.5,
        "match": {"CidrBlock": "10.0.0.0/16"},
        "seen": 0,
    }
    control.clear_faults()
    assert control.faults() == []


def test_clock_goes_on_from_where_it_was_put(control) -> None:
    before = control.clock()
    control.advance(86400)
    assert control.clock() - before >= datetime.timedelta(days=1)
    assert control.clock().tzinfo is not None
    control.reset()
    assert control.clock() - before < datetime.timedelta(hours=1)


@pytest.mark.parametrize(
    ("change", "words"),
    [({"zone_id": "use1-az9"}, "use1-az1"), ({"end": datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)}, "after the start")],
)
def test_capacity_block_that_can_not_be(control, change, words) -> None:
    start = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    block = {"reservation_id": "cr-1", "instance_type": "p5.48xlarge", "zone_id": "use1-az2", "count": 2, "region": "us-east-1"}
    dates = {"start": start, "end": start + datetime.timedelta(days=1)}
    with pytest.raises(WorldControlError, match=words):
        control.add_capacity_block(**(block | dates | change))
    control.add_capacity_block(**(block | dates))


def test_negative_capacity(control) -> None:
    with pytest.raises(WorldControlError, match="0 or more"):
        control.set_capacity(instance_type="p5.48xlarge", count=-1)


def test_fault_without_effect(control) -> None:
    with pytest.raises(WorldControlError, match="needs a code or delay_seconds"):
        control.add_fault("ec2", "CreateVpc")


def test_fault_at_an_unknown_moment(control) -> None:
    with pytest.raises(WorldControlError, match=r"before.*after.*degraded"):
        control.add_fault("ec2", "CreateVpc", code="X", when="never")


def test_empty_account(control) -> None:
    assert (control.snapshot(), control.inventory(), control.journal()) == ({}, [], [])


def test_provider_for_a_process_that_is_gone(control) -> None:
    with pytest.raises(WorldControlError, match="no process"):
        control.start_provider(2**22 + 1)


def test_no_world() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(WorldControlError, match=r"python -m rehearsal\.world"):
        WorldControl(f"http://127.0.0.1:{port}").faults()


def test_records_are_values() -> None:
    entry = JournalEntry(1, "ec2", "CreateVpc", "us-east-1", {}, 200, "", True)
    resource = Resource("ec2", "vpcs", "vpc-1", "", "us-east-1", {}, False, "")
    for record in (entry, resource):
        with pytest.raises(AttributeError):
            record.service = "s3"
