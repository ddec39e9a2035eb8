"""The control API on the wire: what the client never does."""

import json
import urllib.error
import urllib.request

import pytest


def call(endpoint: str, method: str, what: str, body: bytes | None = None):
    request = urllib.request.Request(f"{endpoint}/_world/{what}", data=body, method=method)
    with urllib.request.urlopen(request) as response:
        return json.loads(response.read())


@pytest.mark.parametrize(
    ("method", "what", "body", "status", "words"),
    [
        ("GET", "weather", None, 404, "/_world/snapshot"),
        ("POST", "capacity", b"{}", 400, "count"),
        ("POST", "clock", b'{"seconds": "soon"}', 400, "soon"),
        ("POST", "faults", b'{"service": "ec2", "operation": "CreateVpc", "colour": 1}', 400, "colour"),
        ("POST", "reset", b"{no json", 400, "Expecting"),
    ],
)
def test_wrong_calls_say_what_is_wrong(world_endpoint, method, what, body, status, words) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        call(world_endpoint, method, what, body)
    assert caught.value.code == status
    assert words in json.loads(caught.value.read())["error"]


def test_health(world_endpoint) -> None:
    assert call(world_endpoint, "GET", "health") == {"status": "ok"}
