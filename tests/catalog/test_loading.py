"""Reading fact files: found by their key, refused with the file's name and what to write."""

import shutil
from pathlib import Path

import pytest

from catalog.facts import CatalogError
from catalog.loading import DATA_FOLDER, load_catalog

MACHINE = "machines/aws/m7i.2xlarge.yaml"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(DATA_FOLDER, tmp_path / "data")
    return tmp_path / "data"


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def test_a_copy_reads_as_the_projects_own(copy):
    assert load_catalog(copy) == load_catalog()


def test_the_projects_own_is_read_once():
    assert load_catalog() is load_catalog()


def test_facts_cannot_be_changed():
    catalog = load_catalog()
    with pytest.raises(TypeError):
        catalog.machines["x"] = catalog.machines["m7i.2xlarge"]
    with pytest.raises(ValueError, match="frozen"):
        catalog.machines["m7i.2xlarge"].vcpus = 1


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("name: m7i.2xlarge", "name: m7i.4xlarge", "write those of its path"),
        ("cloud: aws", "cloud: gcp", "write those of its path"),
        ("vcpus: 8", "vcpu: 8", "vcpu"),
        ("vcpus: 8", "vcpus: 0", "greater than or equal to 1"),
        ("architecture: x86_64", "architecture: x86", "arm64"),
        ("usage_classes: [on-demand, spot]", "usage_classes: []", "at least 1"),
        ("cloud: aws", "cloud: [", "correct the file"),
    ],
)
def test_a_bad_file_is_named_with_what_is_wrong(copy, old, new, says):
    edit(copy / MACHINE, old, new)
    with pytest.raises(CatalogError, match=r"m7i\.2xlarge\.yaml") as caught:
        load_catalog(copy)
    assert says in str(caught.value)


def test_an_empty_folder_is_an_error(copy):
    shutil.rmtree(copy / "regions" / "aws")
    with pytest.raises(CatalogError, match="at least one"):
        load_catalog(copy)


def test_a_key_of_two_clouds_is_an_error(copy):
    (copy / "machines" / "gcp").mkdir()
    shutil.copy(copy / MACHINE, copy / "machines" / "gcp" / "m7i.2xlarge.yaml")
    edit(copy / "machines" / "gcp" / "m7i.2xlarge.yaml", "cloud: aws", "cloud: gcp")
    with pytest.raises(CatalogError, match="repeats the key"):
        load_catalog(copy)
