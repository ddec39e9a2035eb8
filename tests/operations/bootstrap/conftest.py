"""An empty account within this process, and a bootstrap on it."""

import boto3
import pytest
from moto import mock_aws

from operations.bootstrap.backend import StateBackend, tags_given
from operations.bootstrap.run import Bootstrap

ACCOUNT, REGION = "123456789012", "eu-west-1"


@pytest.fixture
def session(monkeypatch):
    for name in ("AWS_ENDPOINT_URL", "AWS_PROFILE", "AWS_REGION", "AWS_DEFAULT_REGION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    with mock_aws():
        yield boto3.Session(region_name=REGION)


@pytest.fixture
def backend():
    return StateBackend(ACCOUNT, REGION, "states", tags=tags_given(["team=foundation"]))


@pytest.fixture
def bootstrap(session, backend):
    return Bootstrap(session, backend)


@pytest.fixture
def is_so(bootstrap):
    """is_so() → {title: whether it is so}."""
    return lambda: {finding.step.title: finding.is_so for finding in bootstrap.look()}
