"""What a cloud takes as a tag's key or value."""

import pytest

from declaration.tag_texts import MAX_KEY_CHARACTERS, MAX_VALUE_CHARACTERS, wrong_tag_text


@pytest.mark.parametrize(
    "text", ["team", "cost-center", "Ünïcode", "a b", "a+b=c.d:e/f@g_h-i", "x" * MAX_KEY_CHARACTERS, "laws:x", "1", "日本"]
)
def test_good_texts(text):
    assert wrong_tag_text(text, MAX_KEY_CHARACTERS) is None


@pytest.mark.parametrize(
    ("text", "limit", "remedy"),
    [
        ("", "neither is empty", "surrounding"),
        (" team", "begins or ends with a space", "surrounding"),
        ("team\n", "begins or ends with a space", "surrounding"),
        ("x" * (MAX_KEY_CHARACTERS + 1), "at most 128 characters, not 129", "shorten"),
        ("a;b", "letters, digits, spaces", "leave out character 2, U+003B"),
        ("a&b&c", "letters, digits, spaces", "leave out character 2, U+0026"),
        ("a\u2028b", "letters, digits, spaces", "U+2028"),
        ("aws:team", "without the prefix aws:", "leave the prefix out"),
        ("AWS:team", "without the prefix aws:", "leave the prefix out"),
    ],
)
def test_bad_texts_are_told_with_what_may_stand_there_and_what_to_do(text, limit, remedy):
    told = wrong_tag_text(text, MAX_KEY_CHARACTERS)
    assert told is not None
    assert limit in told[0]
    assert remedy in told[1]


def test_values_may_be_twice_as_long_as_keys():
    text = "x" * MAX_VALUE_CHARACTERS
    assert wrong_tag_text(text, MAX_VALUE_CHARACTERS) is None
    assert wrong_tag_text(text, MAX_KEY_CHARACTERS) is not None
    assert MAX_VALUE_CHARACTERS == 2 * MAX_KEY_CHARACTERS
