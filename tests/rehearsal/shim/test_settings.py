"""The provider's configuration as the engine sends it: nested values as JSON texts or as they are."""

from types import SimpleNamespace

import pytest

from rehearsal.shim.cloud import CloudError
from rehearsal.shim.settings import Settings, SettingsError
from rehearsal.shim.wire import UNKNOWN


def test_nested_values_come_as_texts_or_as_they_are() -> None:
    as_text = Settings.of({"region": "us-east-1", "defaultTags": '{"tags":{"a":"b"}}', "allowedAccountIds": '["1"]'})
    as_is = Settings.of({"region": "us-east-1", "defaultTags": {"tags": {"a": "b"}}, "allowedAccountIds": ["1"]})
    assert as_text == as_is == Settings("us-east-1", {"a": "b"}, ("1",))


def test_own_tags_win_and_unknown_ones_stay() -> None:
    settings = Settings("us-east-1", {"a": "default", "b": "default"})
    assert settings.merged_tags({"a": "own"}) == {"a": "own", "b": "default"}
    assert settings.merged_tags(None) == {"a": "default", "b": "default"}
    assert settings.merged_tags(UNKNOWN) == UNKNOWN
    assert Settings("us-east-1").merged_tags(None) is None


CLIENTS = SimpleNamespace(regions=lambda: ["us-east-1", "eu-west-1"])


def cloud(account="123456789012", problem=None):
    """A cloud whose credentials are an account's, or good for nothing."""

    def send(service, region, operation, request):
        assert (service, operation) == ("sts", "GetCallerIdentity")
        if problem:
            raise problem
        return {"Account": account}

    return SimpleNamespace(send=send)


@pytest.mark.parametrize(
    "settings",
    [
        Settings("us-east-1"),
        Settings("eu-west-1", allowed_accounts=("123456789012", "2")),
        Settings("us-east-1", forbidden_accounts=("2",)),
    ],
)
def test_the_account_is_the_credentials_own(settings) -> None:
    assert settings.verify(CLIENTS, cloud()) == "123456789012"


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (Settings(""), "missing region configuration: set `region` on the aws.Provider"),
        (Settings("us-east-9"), "invalid AWS Region: us-east-9"),
        (Settings("us-east-1", allowed_accounts=("2",)), "AWS account ID not allowed: 123456789012"),
        (Settings("us-east-1", forbidden_accounts=("123456789012",)), "AWS account ID not allowed: 123456789012"),
        (
            Settings("us-east-1", allowed_accounts=("123456789012",), forbidden_accounts=("123456789012",)),
            "AWS account ID not allowed: 123456789012",
        ),
    ],
)
def test_what_does_not_fit_is_told_in_the_real_providers_words(settings, told) -> None:
    with pytest.raises(SettingsError) as refused:
        settings.verify(CLIENTS, cloud())
    assert str(refused.value) == told


def test_credentials_that_do_not_work_say_why() -> None:
    with pytest.raises(SettingsError, match="unable to validate AWS credentials: expired"):
        Settings("us-east-1").verify(CLIENTS, cloud(problem=CloudError("expired", "ExpiredToken")))


@pytest.mark.parametrize(
    ("raw", "settings"),
    [
        ({}, Settings("")),
        ({"region": None, "defaultTags": None}, Settings("")),
        ({"region": "us-east-1", "defaultTags": UNKNOWN}, Settings("us-east-1")),
        ({"region": "us-east-1", "defaultTags": "{not json"}, Settings("us-east-1")),
        ({"region": "us-east-1", "forbiddenAccountIds": '["7"]'}, Settings("us-east-1", forbidden_accounts=("7",))),
    ],
)
def test_what_is_not_said_or_not_known_yet_is_left_out(raw, settings) -> None:
    assert Settings.of(raw) == settings
