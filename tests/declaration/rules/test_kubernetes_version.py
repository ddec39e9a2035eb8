"""Kubernetes versions that EKS does not run."""

import pytest

from catalog.loading import load_catalog
from declaration.judging import judge
from declaration.rules.kubernetes_version import kubernetes_version
from operations.commands.init import VERSION
from tests.support.declarations import REMOVED, Row, changed, table_tests

RULE = kubernetes_version
FIELD = "control_plane.version"
KNOWN = load_catalog().kubernetes["eks"].versions
ACCEPTS = (
    Row("one that it runs", {}),
    *(Row(f"version {version}", {FIELD: version}) for version in KNOWN),
    Row("no control plane", {"control_plane": REMOVED, "pools": []}),
)
REFUSES = (
    Row("years too old", {FIELD: "1.10"}, FIELD, ("does not run Kubernetes 1.10", "1.30, 1.31", f'write "{KNOWN[0]}"')),
    Row("not made yet", {FIELD: "1.99"}, FIELD, ("1.99", f'write "{KNOWN[-1]}", or add', "catalog/data/kubernetes/aws/eks.yaml")),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)


@pytest.mark.parametrize("version", ["1.10", "1.99"])
def test_an_image_that_fits_it_makes_it_no_better(version):
    reading = judge(changed({FIELD: version, "image.eks_release": f"{version}.1-20261105"}), load_catalog())
    assert [problem.rule for problem in reading.report.errors] == ["kubernetes-version"]


def test_the_version_of_a_first_declaration_is_one_of_them():
    assert VERSION in KNOWN
