import pytest
from google.protobuf import json_format
from google.protobuf.struct_pb2 import Struct
from pulumi.runtime import rpc

from gpu_cluster_testing.values import UNKNOWN, as_plain, plain_struct, secret_keys


def struct(value: dict) -> Struct:
    return json_format.ParseDict(value, Struct())


SECRET = {rpc._special_sig_key: rpc._special_secret_sig, "value": {"a": [1, rpc.UNKNOWN]}}
RESOURCE = {rpc._special_sig_key: rpc._special_resource_sig, "urn": "urn:x", "id": "y"}


@pytest.mark.parametrize(
    ("wire", "plain"),
    [
        ({"a": 1}, {"a": 1}),
        ({"a": 1.5}, {"a": 1.5}),
        ({"a": True, "b": None}, {"a": True, "b": None}),
        ({"a": rpc.UNKNOWN}, {"a": UNKNOWN}),
        ({"a": [{"b": "c"}]}, {"a": [{"b": "c"}]}),
        ({"a": SECRET}, {"a": {"a": [1, UNKNOWN]}}),
        ({"a": RESOURCE}, {"a": "urn:x"}),
    ],
)
def test_plain_struct(wire, plain):
    got = plain_struct(struct(wire))
    assert got == plain
    assert not isinstance(got["a"], float) or got["a"] == 1.5, "whole numbers are int"


def test_secret_keys_names_top_level_secrets():
    assert secret_keys(struct({"z": SECRET, "b": SECRET, "c": {"d": "e"}, "f": RESOURCE})) == ("b", "z")


def test_as_plain_refuses_what_the_wire_cannot_carry():
    assert as_plain({"a": (1, {"b": None})}) == {"a": [1, {"b": None}]}
    with pytest.raises(TypeError, match="object"):
        as_plain({"a": object()})
