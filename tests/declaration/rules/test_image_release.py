"""Case K07 and the version skew of nodes."""

import pytest

from declaration.problems import Level
from declaration.rules.image_release import image_release
from tests.support.declarations import REMOVED, Row, problems_of, table_tests

RULE = image_release
RELEASE = "image.eks_release"
ACCEPTS = (
    Row("the control plane's version", {}),
    Row("pinned by every pool", {"image": REMOVED, **{f"pools[{i}].image": {"eks_release": "1.34.0-20260101"} for i in range(3)}}),
    Row("a base stack", {"control_plane": REMOVED, "pools": [], "image": REMOVED}),
)
REFUSES = (
    Row(
        "K07: not pinned",
        {"image": REMOVED},
        "pools[1].image",
        ("the image of pool train is missing", "a pinned release", '"1.34.<patch>-<date>"'),
    ),
    Row("newer", {RELEASE: "1.35.0-20261105"}, RELEASE, ("1.35.0-20261105", "1.34 or at most 3 minor versions older")),
    Row("four versions older", {RELEASE: "1.30.9-20261105"}, RELEASE, ("1.30.9-20261105",)),
    Row("a pool's own, newer", {"pools[1].image": {"eks_release": "1.35.0-20261105"}}, "pools[1].image.eks_release", ("1.35.0",)),
    Row("one version older", {RELEASE: "1.33.5-20261105"}, RELEASE, ("1.33.5-20261105 is older", "upgrade")),
)
test_accepts, test_refuses = table_tests(RULE, ACCEPTS, REFUSES)


@pytest.mark.parametrize(
    ("release", "level"),
    [
        ("1.33.5-20261105", Level.WARNING),
        ("1.31.5-20261105", Level.WARNING),
        ("1.30.5-20261105", Level.ERROR),
        ("1.35.5-20261105", Level.ERROR),
    ],
)
def test_nodes_may_trail_the_control_plane_while_an_upgrade_is_under_way(release, level):
    assert [problem.level for problem in problems_of(RULE, Row("", {RELEASE: release}))] == [level]
