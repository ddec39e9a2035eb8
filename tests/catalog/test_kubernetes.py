"""The versions of a managed control plane: what a fact file may say, and that the project's own says it in order."""

import datetime
import shutil

import pytest
from pydantic import ValidationError

from catalog.facts import CatalogError, Source
from catalog.kubernetes import KubernetesVersions
from catalog.loading import DATA_FOLDER, load_catalog

SOURCE = {"name": "a release page", "as_of": "2026-07-14", "covers": "versions"}
GOOD = {"name": "eks", "cloud": "aws", "versions": ["1.33", "1.34"], "sources": [SOURCE]}
OWN = sorted(load_catalog().kubernetes)
FILE = "kubernetes/aws/eks.yaml"


@pytest.fixture
def copy(tmp_path):
    shutil.copytree(DATA_FOLDER, tmp_path / "data")
    return tmp_path / "data"


def edit(file, old, new):
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def test_a_good_fact_keeps_what_it_was_given():
    fact = KubernetesVersions.model_validate(GOOD)
    assert (fact.name, fact.cloud, fact.versions) == ("eks", "aws", ("1.33", "1.34"))
    assert fact.sources == (Source(name="a release page", as_of=datetime.date(2026, 7, 14), covers="versions"),)


@pytest.mark.parametrize("version", ["1.10", "1.30", "1.99", "1.00"])
def test_a_minor_version_has_two_digits(version):
    assert KubernetesVersions.model_validate({**GOOD, "versions": [version]}).versions == (version,)


@pytest.mark.parametrize(
    "version",
    [
        "1.9",
        "1.340",
        "1.34.1",
        "v1.34",
        "2.34",
        "11.34",
        "1-34",
        "1x34",
        "1.3a",
        " 1.34",
        "1.34 ",
        "1.34\n",
        "1.٣٤",
        "1",
        "",
    ],
)
def test_what_is_no_minor_version_is_refused_with_its_place(version):
    with pytest.raises(ValidationError) as caught:
        KubernetesVersions.model_validate({**GOOD, "versions": ["1.33", version]})
    assert [error["loc"] for error in caught.value.errors()] == [("versions", 1)]
    assert [error["type"] for error in caught.value.errors()] == ["string_pattern_mismatch"]


@pytest.mark.parametrize("version", [1.34, 134, None, ["1.34"], {"minor": "1.34"}, True])
def test_a_version_that_lost_its_quotes_is_no_text(version):
    """YAML reads 1.30 without quotes as the number 1.3."""
    with pytest.raises(ValidationError) as caught:
        KubernetesVersions.model_validate({**GOOD, "versions": ["1.33", version]})
    assert [(error["loc"], error["type"]) for error in caught.value.errors()] == [(("versions", 1), "string_type")]


@pytest.mark.parametrize("missing", GOOD)
def test_nothing_may_be_left_out(missing):
    with pytest.raises(ValidationError) as caught:
        KubernetesVersions.model_validate({key: value for key, value in GOOD.items() if key != missing})
    assert [(error["loc"], error["type"]) for error in caught.value.errors()] == [((missing,), "missing")]


@pytest.mark.parametrize(
    ("changes", "place", "kind"),
    [
        ({"versions": []}, ("versions",), "too_short"),
        ({"versions": "1.34"}, ("versions",), "tuple_type"),
        ({"versions": None}, ("versions",), "tuple_type"),
        ({"sources": []}, ("sources",), "too_short"),
        ({"sources": SOURCE}, ("sources",), "tuple_type"),
        ({"sources": [SOURCE, {**SOURCE, "covers": "x"}]}, ("sources", 1, "covers"), "string_too_short"),
        ({"sources": [SOURCE, {**SOURCE, "read_by": "ada"}]}, ("sources", 1, "read_by"), "extra_forbidden"),
        ({"name": 7}, ("name",), "string_type"),
        ({"cloud": None}, ("cloud",), "string_type"),
        ({"version": "1.34"}, ("version",), "extra_forbidden"),
    ],
)
def test_a_bad_field_is_refused_with_its_place(changes, place, kind):
    with pytest.raises(ValidationError) as caught:
        KubernetesVersions.model_validate({**GOOD, **changes})
    assert [(error["loc"], error["type"]) for error in caught.value.errors()] == [(place, kind)]


@pytest.mark.parametrize(("field", "value"), [("name", "gke"), ("cloud", "gcp"), ("versions", ("1.34",)), ("sources", ())])
def test_a_fact_does_not_change(field, value):
    fact = KubernetesVersions.model_validate(GOOD)
    with pytest.raises(ValidationError, match="frozen"):
        setattr(fact, field, value)


def test_the_catalogue_knows_the_managed_control_plane():
    assert "eks" in OWN


@pytest.mark.parametrize("name", OWN)
def test_the_projects_versions_stand_oldest_first_each_once(name):
    minors = [int(version.partition(".")[2]) for version in load_catalog().kubernetes[name].versions]
    assert minors == sorted(set(minors))


@pytest.mark.parametrize("name", OWN)
def test_the_projects_versions_leave_no_gap(name):
    """A control plane is raised one minor version at a time: a gap would cut the way."""
    minors = [int(version.partition(".")[2]) for version in load_catalog().kubernetes[name].versions]
    assert minors == list(range(minors[0], minors[-1] + 1))


@pytest.mark.parametrize("name", OWN)
def test_a_source_covers_the_versions(name):
    assert any("versions" in source.covers for source in load_catalog().kubernetes[name].sources)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"1.34"', "1.34", "versions.4 Input should be a valid string"),
        ('"1.34"', '"1.34.1"', "versions.4 String should match pattern"),
        ("name: eks", "name: gke", "write those of its path: ('aws', 'eks')"),
        ("cloud: aws", "cloud: gcp", "write those of its path: ('aws', 'eks')"),
        ("versions: [", "minors: [", "minors Extra inputs are not permitted"),
        ("as_of: 2026-07-14", "as_of: July", "sources.0.as_of"),
    ],
)
def test_a_bad_file_is_named_with_what_is_wrong(copy, old, new, says):
    edit(copy / FILE, old, new)
    with pytest.raises(CatalogError, match=r"eks\.yaml") as caught:
        load_catalog(copy)
    assert says in str(caught.value)
