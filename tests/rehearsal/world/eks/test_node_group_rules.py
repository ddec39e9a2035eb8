"""Rules on plain data, at their edges."""

import pytest

from rehearsal.world.calls import Refusal
from rehearsal.world.eks.node_group_rules import check_scaling, check_template, check_update


@pytest.mark.parametrize(
    ("scaling", "words"),
    [
        ({"minSize": 3, "desiredSize": 2, "maxSize": 4}, "Minimum capacity 3"),
        ({"minSize": 0, "desiredSize": 5, "maxSize": 4}, "max size 4"),
        ({"minSize": 0, "desiredSize": 0, "maxSize": 451}, "450"),
    ],
)
def test_sizes_out_of_order(scaling, words) -> None:
    with pytest.raises(Refusal, match=words):
        check_scaling(scaling)


def test_sizes_in_order() -> None:
    check_scaling({"minSize": 0, "desiredSize": 450, "maxSize": 450})


def test_one_way_to_say_how_many_may_be_away() -> None:
    with pytest.raises(Refusal, match="Only one"):
        check_update({"maxUnavailable": 1, "maxUnavailablePercentage": 10})


@pytest.mark.parametrize(
    ("params", "data", "words"),
    [
        ({"amiType": "CUSTOM"}, {}, "requires an image ID"),
        ({"amiType": "AL2023_x86_64_NVIDIA"}, {"ImageId": "ami-1"}, "other than CUSTOM"),
        ({"remoteAccess": {}}, {}, "Remote access"),
        ({}, {"InstanceMarketOptions": {"SpotOptions": {}}}, "market options"),
        ({}, {"HibernationOptions": {"Configured": True}}, "hibernation"),
    ],
)
def test_templates_that_clash(params, data, words) -> None:
    with pytest.raises(Refusal, match=words):
        check_template(params, data)
