"""Order, spelling and levels of problems."""

from declaration.problems import Level, Problem, Report, few_of, in_order, one_of, path_of


def problem(path, level=Level.ERROR):
    return Problem("rule", path, "v", "l", "v l", "r", level)


def test_paths_sort_by_number_and_put_errors_first():
    paths = ["pools[10].name", "pools[9].name", "name", "pools", "pools[9]"]
    assert [found.path for found in in_order(map(problem, paths))] == ["name", "pools", "pools[9]", "pools[9].name", "pools[10].name"]
    assert [found.level for found in in_order([problem("a", Level.WARNING), problem("a")])] == [Level.ERROR, Level.WARNING]


def test_paths_are_spelt_as_a_person_writes_them():
    assert path_of("pools", 1, "capacity", 0, "reservation") == "pools[1].capacity[0].reservation"
    assert path_of() == "(declaration)"


def test_lists_are_spelt_as_a_person_reads_them():
    assert [one_of(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["none", "a", "a or b", "a, b or c"]


def test_long_lists_are_cut_where_that_saves_something():
    letters = list("abcdefgh")
    assert [few_of(letters[:count]) for count in (0, 1, 6)] == ["none", "a", "a, b, c, d, e or f"]
    assert few_of(letters) == "a, b, c, d, e or one of 3 more"


def test_warnings_stop_nothing():
    report = Report((problem("a", Level.WARNING),))
    assert report.ok
    assert report.warnings
    assert not Report((problem("a"), *report.problems)).ok
