"""Steps on plain values: looking changes nothing, making makes what is missing, errors that say nothing stay errors."""

import pytest
from botocore.exceptions import ClientError

from operations.bootstrap.steps import Setting, answer_unless, look, make


def setting(store, wanted):
    return Setting(
        "numbers", lambda: list(store), lambda found: sorted({*found, wanted}), lambda value: store.__setitem__(slice(None), value)
    )


def test_look_changes_nothing_and_make_only_what_is_missing():
    store = [1]
    steps = [setting(store, 1).as_step(), setting(store, 2).as_step()]
    assert [finding.is_so for finding in look(steps)] == [True, False]
    assert store == [1]
    assert [step.title for step in make(steps)] == ["numbers"]
    assert store == [1, 2]
    assert list(make(steps)) == []


def refusing(code):
    def call():
        raise ClientError({"Error": {"Code": code, "Message": "no"}}, "Get")

    return call


def test_only_the_named_codes_mean_that_there_is_nothing():
    assert answer_unless(frozenset({"NoSuchBucket"}), refusing("NoSuchBucket")) is None
    assert answer_unless(frozenset({"NoSuchBucket"}), lambda: 5) == 5
    with pytest.raises(ClientError):
        answer_unless(frozenset({"NoSuchBucket"}), refusing("AccessDenied"))
