from bench import check


def test_both_sides_are_measured():
    measured = check.measure(rounds=1)
    assert set(measured) == {"gpuc check", "bare Python"}
    assert all(seconds > 0 for seconds in measured.values())
