"""EC2's filters on plain records."""

import pytest

from rehearsal.world.calls import Refusal
from rehearsal.world.ec2.filters import filtered, tags_given

RECORDS = [
    {"Id": "1", "Tags": [{"Key": "team", "Value": "a"}]},
    {"Id": "2", "Tags": [{"Key": "team", "Value": "b"}, {"Key": "x", "Value": ""}]},
]


@pytest.mark.parametrize(
    ("name", "values", "ids"),
    [
        ("tag:team", ["a"], ["1"]),
        ("tag:team", ["?"], ["1", "2"]),
        ("tag-key", ["x"], ["2"]),
        ("id", ["1", "2"], ["1", "2"]),
        ("id", [], []),
    ],
)
def test_filters(name, values, ids) -> None:
    assert [record["Id"] for record in filtered(RECORDS, [{"Name": name, "Values": values}], {"id": "Id"})] == ids


def test_unknown_filter() -> None:
    with pytest.raises(Refusal, match="colour"):
        filtered(RECORDS, [{"Name": "colour", "Values": ["red"]}], {})


def test_tags_of_one_kind() -> None:
    specs = [{"ResourceType": kind, "Tags": [{"Key": kind, "Value": "1"}]} for kind in ("vpc", "subnet")]
    assert tags_given({"TagSpecifications": specs}, "vpc") == [{"Key": "vpc", "Value": "1"}]
