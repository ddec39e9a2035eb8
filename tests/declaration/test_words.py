"""The text types: what each takes, and what it refuses."""

import pytest
from pydantic import TypeAdapter, ValidationError

from declaration import words

GOOD = [
    (words.Name, ["ab", "atlas-2", "a" * 31]),
    (words.ZoneId, ["use1-az2", "apne2-az4", "usw2-lax1-az1", "euc1-az10"]),
    (words.RegionName, ["us-east-1", "ap-southeast-5", "us-gov-west-1"]),
    (words.Cidr, ["10.0.0.0/16", "0.0.0.0/0", "1.2.3.4/32"]),
    (words.AccountId, ["000000000001"]),
    (words.ReservationId, ["cr-0123456789abcdef0", "cr-01234567"]),
    (words.EksRelease, ["1.34.1-20261105", "1.30.14-20260101"]),
    (words.KubernetesVersion, ["1.34"]),
    (words.RoleArn, ["arn:aws:iam::123456789012:role/platform", "arn:aws-us-gov:iam::123456789012:role/path/to/admin"]),
]
ROLE = "arn:aws:iam::123456789012:role/"
BAD = [
    (words.Name, ["", "a", "a" * 32, "2a", "-a", "a_b", "a b", "a\n", "Ab", "a\u2013b", "\u0430b"]),
    (words.ZoneId, ["", "us-east-1a", "use1", "use1-az", "use1-az2 ", "us-west-2-lax-1a", "use1-az2,use1-az4"]),
    (words.RegionName, ["", "us-east-1a", "useast1", "us-east-1\n"]),
    (words.Cidr, ["", "10.0.0.0", "10.0.0.0/33", "10.0.0.1/16", "fd00::/8", "10.0.0/16"]),
    (words.AccountId, ["", "12345678901", "1234567890123", "12345678901a", "\u0661" * 12]),
    (words.ReservationId, ["", "cr-", "cr-0123", "cr-0123456789ABCDEF0", "crg-0123456789abcdef0"]),
    (words.EksRelease, ["", "1.34", "1.34-20261105", "1.34.1", "1.34.1-2026110", "v1.34.1-20261105"]),
    (words.KubernetesVersion, ["", "1.3", "1.34.1", "v1.34", "2.00"]),
    (
        words.RoleArn,
        [
            "",
            "platform",
            "arn:aws:iam::1:role/x",
            "arn:aws:iam::123456789012:user/x",
            "arn:aws:sts::123456789012:assumed-role/x/y",
            f"{ROLE}x/",
            f"{ROLE}/x",
            f"{ROLE}x//y",
            ROLE + "x" * 65,
        ],
    ),
]


@pytest.mark.parametrize(("word", "texts"), GOOD)
def test_good_texts_are_taken_as_they_are(word, texts):
    assert [TypeAdapter(word).validate_python(text) for text in texts] == texts


@pytest.mark.parametrize(("word", "text"), [(word, text) for word, texts in BAD for text in texts])
def test_bad_texts_are_refused_with_a_limit_and_a_remedy(word, text):
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(word).validate_python(text)
    (error,) = caught.value.errors()
    assert error["ctx"]["limit"]
    assert error["ctx"]["remedy"]


def test_a_letter_of_another_alphabet_is_named():
    with pytest.raises(ValidationError, match=r"character 1 is U\+0430 CYRILLIC SMALL LETTER A"):
        TypeAdapter(words.Name).validate_python("\u0430tlas")
