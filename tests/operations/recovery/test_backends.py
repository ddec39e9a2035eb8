"""Locks as the engine leaves them in its back ends."""

import json

import boto3
import pytest
from moto import mock_aws

from operations.recovery.backends import stack_store
from operations.recovery.errors import BackendUnreadableError

# As pkg/backend/diy/lock.go writes it.
CONTENT = {"pid": 4711, "username": "ada", "hostname": "here", "timestamp": "2026-12-01T11:55:00.123456789+01:00"}
FOLDER = ".pulumi/locks/organization/gpu-clusters/atlas"


def write_lock(root, text=None):
    folder = root / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "5f0c.json").write_text(json.dumps(CONTENT) if text is None else text)
    return folder / "5f0c.json"


@pytest.mark.parametrize("stack", ["atlas", "organization/gpu-clusters/atlas"])
@pytest.mark.parametrize("options", ["", "?no_tmp_dir=true"])
def test_folder(tmp_path, stack, options):
    path = write_lock(tmp_path)
    (path.parent / "5f0c.json.attrs").write_text("{}")
    (tmp_path / FOLDER).with_name("atlas-2").mkdir()
    store = stack_store(f"file://{tmp_path}{options}", "gpu-clusters", stack)
    (found,) = store.locks()
    assert (found.content.pid, found.content.hostname) == (4711, "here")
    store.remove(found)
    store.remove(found)
    assert list(store.locks()) == []
    assert not list(path.parent.iterdir())


def test_folder_in_home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    write_lock(tmp_path)
    assert len(list(stack_store("file://~", "gpu-clusters", "atlas").locks())) == 1


def test_folder_without_locks(tmp_path):
    assert list(stack_store(f"file://{tmp_path}", "gpu-clusters", "atlas").locks()) == []


@pytest.mark.parametrize("text", ["", "{}", '{"pid": "x"}', json.dumps(CONTENT | {"timestamp": "2026-12-01T11:55:00"})])
def test_unreadable_lock_stops_and_is_named(tmp_path, text):
    path = write_lock(tmp_path, text)
    with pytest.raises(BackendUnreadableError, match=str(path)):
        list(stack_store(f"file://{tmp_path}", "gpu-clusters", "atlas").locks())


@mock_aws
@pytest.mark.parametrize("prefix", ["", "/team/states"])
def test_bucket(monkeypatch, prefix):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    s3 = boto3.client("s3", region_name="us-east-1")
    s3.create_bucket(Bucket="states")
    folder = f"{prefix}/{FOLDER}".lstrip("/")
    for stack_folder in (folder, f"{folder}-2"):
        s3.put_object(Bucket="states", Key=f"{stack_folder}/5f0c.json", Body=json.dumps(CONTENT).encode())
    store = stack_store(f"s3://states{prefix}?region=us-east-1&awssdk=v2", "gpu-clusters", "atlas")
    (found,) = store.locks()
    assert found.key == f"{folder}/5f0c.json"
    store.remove(found)
    assert list(store.locks()) == []
    assert s3.list_objects_v2(Bucket="states")["KeyCount"] == 1


def test_service_has_no_locks_to_find():
    store = stack_store("https://app.pulumi.com/acme", "gpu-clusters", "atlas")
    assert [*store.locks(), *store.mend()] == []


def test_half_written_files_of_the_stack_go_and_nothing_else(tmp_path):
    folder = tmp_path / ".pulumi/stacks/gpu-clusters"
    folder.mkdir(parents=True)
    kept = {"atlas.json": "{}", "atlas.json.bak": "", "atlas.json.bak.attrs": "{}", "atlas-2.json.attrs": "", "atlas-2.json.18f.tmp": ""}
    cut = {"atlas.json.attrs": '{"user.cache_con', "atlas.json.18f3.tmp": "{", "atlas.json.bak.18f3.tmp": ""}
    for name, text in (kept | cut).items():
        (folder / name).write_text(text)
    store = stack_store(f"file://{tmp_path}", "gpu-clusters", "atlas")
    assert sorted(store.mend()) == sorted(str(folder / name) for name in cut)
    assert {path.name for path in folder.iterdir()} == set(kept)
    assert list(store.mend()) == []


def test_unknown_back_end_is_refused_with_a_way_out():
    with pytest.raises(BackendUnreadableError, match="pulumi cancel"):
        stack_store("gs://states", "gpu-clusters", "atlas")
