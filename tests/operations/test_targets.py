"""What STACK|FILE means."""

from pathlib import Path

import pytest

from catalog.loading import load_catalog
from declaration.reading import DeclarationFileError
from operations.targets import find_source, judge_target
from tests.support.declarations import NOW

CHECKOUT = Path(__file__).parents[2]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "Pulumi.yaml").write_text("name: p\nruntime: python\nstackConfigDir: stacks/\n")
    (tmp_path / "stacks" / "deep").mkdir(parents=True)
    (tmp_path / "stacks" / "Pulumi.one.yaml").write_text("config: {}\n")
    return tmp_path


def test_a_stack_is_found_from_anywhere_in_the_project(project):
    expected = project / "stacks" / "Pulumi.one.yaml"
    assert find_source("one", project) == expected
    assert find_source("one", project / "stacks" / "deep") == expected
    assert find_source("organization/p/one", project) == expected


def test_a_file_is_found_from_the_working_folder(project):
    file = project / "stacks" / "mine.yaml"
    file.write_text("name: atlas\n")
    assert find_source("mine.yaml", project / "stacks") == file
    assert find_source(str(file), project) == file


def test_a_stack_comes_before_a_file_of_its_name(project):
    (project / "one").write_text("name: atlas\n")
    assert find_source("one", project) == project / "stacks" / "Pulumi.one.yaml"


def test_what_is_neither_is_refused_with_the_stacks_there_are(project):
    with pytest.raises(DeclarationFileError, match="its stacks: one"):
        find_source("two", project)
    (project / "stacks" / "Pulumi.one.yaml").unlink()
    with pytest.raises(DeclarationFileError, match="none yet"):
        find_source("one", project)


def test_outside_a_project_a_file_will_do_and_a_stack_will_not(tmp_path):
    (tmp_path / "mine.yaml").write_text("name: atlas\n")
    assert find_source("mine.yaml", tmp_path) == tmp_path / "mine.yaml"
    with pytest.raises(DeclarationFileError, match="lies in no Pulumi project"):
        find_source("one", tmp_path)


def test_the_projects_own_stacks_are_judged():
    target = judge_target("aws-base", load_catalog(), start=CHECKOUT, now=NOW)
    assert target.source == CHECKOUT / "stacks" / "Pulumi.aws-base.yaml"
    assert target.reading.report.ok
