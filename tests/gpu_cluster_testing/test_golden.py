import pytest

from gpu_cluster_testing import assert_golden


def test_compares_renews_and_says_how(tmp_path, monkeypatch):
    path = tmp_path / "test_x" / "a.txt"
    monkeypatch.delenv("RENEW_GOLDEN", raising=False)
    with pytest.raises(AssertionError, match="RENEW_GOLDEN=1"):
        assert_golden("a\n", path)
    monkeypatch.setenv("RENEW_GOLDEN", "1")
    assert_golden("a\n", path)
    monkeypatch.delenv("RENEW_GOLDEN")
    assert_golden("a\n", path)
    with pytest.raises(AssertionError, match=r"(?s)-a.*\+b"):
        assert_golden("b\n", path)
