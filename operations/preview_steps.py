"""The steps of a preview, read from the engine's own account of it. Pure."""

import json
from collections.abc import Iterator, Mapping

Step = Mapping[str, object]
"""One step as the engine writes it (sdk/go/common/apitype/events.go, StepEventMetadata)."""


class EventsUnreadableError(ValueError):
    """The engine's account of a preview is cut short or none at all; what the up would do is unknown then."""


def preview_steps(events: str) -> tuple[Step, ...]:
    """All steps of a preview; raises EventsUnreadableError without the event by which the engine ends its account."""
    return tuple(_steps(events))


def _steps(events: str) -> Iterator[Step]:
    ended = False
    for line in events.splitlines():
        try:
            event = json.loads(line)
        except ValueError as problem:
            raise EventsUnreadableError("a line of it is no JSON") from problem
        ended = ended or "summaryEvent" in event
        if "resourcePreEvent" in event:
            yield event["resourcePreEvent"]["metadata"]
    if not ended:
        raise EventsUnreadableError("it has no end")


def changed(step: Step) -> tuple[str, ...]:
    """Paths of what differs; an engine that gives no details names whole inputs."""
    return tuple(part(step, "detailedDiff")) or listed(step, "diffs")


def top(path: str) -> str:
    """The input that a path of the engine's lies in: `launchTemplate` of `launchTemplate.version`."""
    return path.partition(".")[0].partition("[")[0]


def logical_name(step: Step) -> str:
    """The name that the program gives the resource: the end of its URN."""
    return text(step, "urn").rpartition("::")[2]


def part(whole: Mapping[str, object], key: str) -> Mapping[str, object]:
    """A mapping inside; an empty one where there is none."""
    inside = whole.get(key)
    return inside if isinstance(inside, Mapping) else {}


def listed(whole: Mapping[str, object], key: str) -> tuple[str, ...]:
    """A list of texts inside; an empty one where there is none."""
    inside = whole.get(key)
    return tuple(str(one) for one in inside) if isinstance(inside, list) else ()


def text(whole: Mapping[str, object], key: str) -> str:
    """A text inside; an empty one where there is none."""
    return str(whole.get(key) or "")


def number(whole: Mapping[str, object], key: str) -> int:
    """A count; the engine writes whole numbers with or without a point."""
    found = whole.get(key)
    return int(found) if isinstance(found, int | float) else 0
