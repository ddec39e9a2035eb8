"""The acts on their own: the wrong declaration is wrong in five ways, and whatever is left behind ends the demo."""

import io
from pathlib import Path

import pytest
import yaml
from rich.console import Console

from catalog.loading import load_catalog
from declaration.judging import judge
from operations.demo import acts
from operations.demo.stage import DemoError, Stage
from rehearsal.control import Resource

ROOT = Path(__file__).parents[3]


def thing(kind: str, *, billing: bool = True, team: str = "foundation") -> Resource:
    return Resource("s3", kind, f"{kind}-1", f"{kind}-name", "us-east-1", {"team": team}, billing, "0 bytes")


class Control:
    def __init__(self, *things: Resource) -> None:
        self.things = list(things)

    def inventory(self) -> list[Resource]:
        return self.things


def stage() -> tuple[Stage, io.StringIO]:
    out = io.StringIO()
    return Stage(None, Console(file=out, width=200, color_system=None)), out


def test_each_kind_of_mistake_is_in_the_wrong_declaration_once():
    report = judge(yaml.safe_load(acts.WRONG), load_catalog()).report
    assert sorted(problem.rule for problem in report.errors) == [
        "cost-tags",
        "efa-interface",
        "placement-group",
        "system-pool",
        "zone-offers-machine",
    ]


@pytest.mark.parametrize("stack", [acts.BASE, acts.CLUSTER])
def test_the_stacks_of_the_demo_are_the_examples(stack):
    assert (ROOT / "stacks" / f"Pulumi.{stack}.yaml").exists()


def test_a_kept_bucket_is_shown_as_kept():
    shown, out = stage()
    acts.left(shown, Control(thing("buckets", billing=False), thing("keys", billing=False)))
    assert "kept:   bucket buckets-name" in out.getvalue()
    assert "waits for its deletion: key keys-name" in out.getvalue()


def test_a_key_that_still_bills_is_left_behind():
    shown, _ = stage()
    with pytest.raises(DemoError, match="left behind: keys keys-1"):
        acts.left(shown, Control(thing("keys")))


@pytest.mark.parametrize("billing", [True, False])
def test_anything_else_that_is_left_ends_the_demo(billing):
    shown, _ = stage()
    with pytest.raises(DemoError, match="left behind: instances instances-1"):
        acts.left(shown, Control(thing("buckets", billing=False), thing("instances", billing=billing)))
