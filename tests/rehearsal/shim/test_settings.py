"""The provider's configuration as the engine sends it: nested values as JSON texts or as they are."""

from rehearsal.shim.settings import Settings
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
