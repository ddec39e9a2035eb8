import pytest

from rehearsal.engine.versions import Version, parse_version


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("v3.274.1", Version(3, 274, 1)),
        ("3.255.0-alpha.1+abc.dirty", Version(3, 255, 0)),
        ("go version go1.26.8 linux/amd64", Version(1, 26, 8)),
        ("go version go1.21 darwin/arm64", Version(1, 21, 0)),
        ("go version go1.27rc1 linux/amd64", Version(1, 27, 0)),
        ("go version devel go1.28-5e8a0a6 Tue Nov 3 linux/amd64", Version(1, 28, 0)),
        ("go1.25.11", Version(1, 25, 11)),
        ("no version here", None),
        ("", None),
    ],
)
def test_parse(text: str, version: Version | None) -> None:
    assert parse_version(text) == version


def test_order_is_numeric() -> None:
    assert Version(3, 99) < Version(3, 255) < Version(3, 255, 1) < Version(4, 0)
    assert str(Version(1, 26, 6)) == "1.26.6"
