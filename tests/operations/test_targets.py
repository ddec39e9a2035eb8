"""What STACK|FILE means."""

import os
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
    with pytest.raises(DeclarationFileError, match="two is no file and no stack of this project; its stacks: one"):
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


def test_a_broken_project_file_is_said(project):
    (project / "Pulumi.yaml").write_text("- a list\n")
    with pytest.raises(DeclarationFileError, match="no mapping"):
        find_source("one", project)


@pytest.mark.parametrize("name", ["", "  "])
@pytest.mark.parametrize("folder", [".", "stacks"])
def test_no_name_is_said_to_be_none(project, tmp_path_factory, name, folder):
    for start in (project / folder, tmp_path_factory.mktemp("elsewhere")):
        with pytest.raises(DeclarationFileError, match="no stack or file is named; name a stack"):
            find_source(name, start)


def test_a_folder_is_said_to_be_one(project, tmp_path_factory):
    with pytest.raises(DeclarationFileError, match="stacks is a folder, no file and no stack of this project; its stacks: one"):
        find_source("stacks", project)
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    with pytest.raises(DeclarationFileError, match=r"is a folder, no file, and .* lies in no Pulumi project"):
        find_source(str(elsewhere), elsewhere)


def test_a_pipe_is_not_waited_for(project):
    os.mkfifo(project / "pipe.yaml")
    with pytest.raises(DeclarationFileError, match=r"pipe\.yaml is no regular file and no stack"):
        find_source("pipe.yaml", project)


@pytest.mark.parametrize("stack", ["a b", "é", "x" * 101])
def test_a_stack_whose_name_the_engine_refuses_is_refused(project, stack):
    (project / "stacks" / f"Pulumi.{stack}.yaml").write_text("config: {}\n")
    with pytest.raises(DeclarationFileError, match=f"{stack} can be no stack: its name must be 1 to 100 letters.* rename Pulumi"):
        find_source(stack, project)


def test_a_stack_that_is_its_own_base_is_refused_and_a_file_is_not(project):
    text = (CHECKOUT / "stacks" / "Pulumi.aws-eks-pretrain.yaml").read_text().replace("aws-base", "one")
    (project / "stacks" / "Pulumi.one.yaml").write_text(text)
    (project / "mine.yaml").write_text(text)
    found = {name: judge_target(name, load_catalog(), start=project, now=NOW).reading.report.errors for name in ("one", "mine.yaml")}
    assert {problem.rule for problem in found["one"]} == {"other-base"}
    assert found["mine.yaml"] == ()
