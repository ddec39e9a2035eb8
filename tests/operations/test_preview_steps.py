"""The engine's account of a preview: which of its lines are steps, and when it is none."""

import json

import pytest

from operations.preview_steps import EventsUnreadableError, changed, preview_steps, top

END = {"summaryEvent": {}}


def account(*steps, end=END):
    events = [{"preludeEvent": {}}, *({"resourcePreEvent": {"metadata": one, "planning": True}} for one in steps), end]
    return "".join(json.dumps({"sequence": number, **event}) + "\n" for number, event in enumerate(events))


def test_steps_come_in_their_order():
    assert preview_steps(account({"op": "same"}, {"op": "update"})) == ({"op": "same"}, {"op": "update"})
    assert preview_steps(account()) == ()


@pytest.mark.parametrize("events", ["", account(end={}), account()[:-5]])
def test_an_account_that_is_cut_short_is_no_account(events):
    with pytest.raises(EventsUnreadableError):
        preview_steps(events)


@pytest.mark.parametrize(
    ("step", "paths"),
    [
        ({"detailedDiff": {"tags.team": {}}, "diffs": ["tags"]}, ("tags.team",)),
        ({"detailedDiff": None, "diffs": ["tags"]}, ("tags",)),
        ({"detailedDiff": None, "diffs": None}, ()),
    ],
)
def test_details_of_a_difference_come_before_whole_inputs(step, paths):
    assert changed(step) == paths


@pytest.mark.parametrize(
    ("path", "named"), [("launchTemplate.version", "launchTemplate"), ("taints[0].key", "taints"), ("version", "version")]
)
def test_the_input_that_a_path_lies_in(path, named):
    assert top(path) == named
