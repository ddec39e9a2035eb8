from collections import Counter
from dataclasses import dataclass, field

from operations.demo.account import UNTAGGED, by_team, in_words


@dataclass
class Thing:
    kind: str
    tags: dict[str, str] = field(default_factory=dict)
    billing: bool = True


def test_billed_things_are_counted_by_team_and_untagged_ones_show():
    things = [
        Thing("instance", {"team": "a"}),
        Thing("instance", {"team": "a"}),
        Thing("volume", {"team": "b"}),
        Thing("bucket"),
        Thing("role", {"team": "a"}, False),
    ]
    assert by_team(things) == {UNTAGGED: Counter(bucket=1), "a": Counter(instance=2), "b": Counter(volume=1)}


def test_kinds_are_worded_with_the_most_frequent_first():
    assert in_words(Counter(volume=1, instance=2, address=1)) == "2 instance, 1 address, 1 volume"
