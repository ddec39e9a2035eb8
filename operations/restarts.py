"""Which nodes an up would restart or end, read from the engine's own account of its preview. Pure."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

NODE_GROUP = "aws:eks/nodeGroup:NodeGroup"
LAUNCH_TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"
POOL_LABEL = "gpu-clusters/pool"

# Inputs of a node group whose update in place makes EKS replace its nodes (EKS, UpdateNodegroupVersion).
ROLLING_INPUTS = frozenset({"launchTemplate", "releaseVersion", "version"})


class Fate(StrEnum):
    """What becomes of a node group that holds nodes."""

    ROLLED = "its nodes are replaced"
    REPLACED = "the node group is deleted and made anew"
    DELETED = "the node group is deleted"


FATES = {"update": Fate.ROLLED, "replace": Fate.REPLACED, "delete-replaced": Fate.DELETED, "delete": Fate.DELETED}
"""What each operation of a preview means for a node group; all others leave its nodes alone."""


@dataclass(frozen=True)
class Restart:
    """One node group whose nodes do not live through the up."""

    pool: str
    group: str
    nodes: int
    counted: bool
    """Whether `nodes` is what the state recorded; else another tool moves the count, and this is the most there may be."""
    at_once: bool
    fate: Fate
    fields: tuple[str, ...]
    """What differs; empty for a group that the declaration no longer has."""

    def __str__(self) -> str:
        """One line: how many, of which pool, what becomes of them, and why."""
        verb = "ends" if self.fate is Fate.DELETED else "restarts"
        number = f"{'' if self.counted else 'up to '}{self.nodes} {'node' if self.nodes == 1 else 'nodes'}"
        manner = f"{self.fate}, all at once" if self.at_once and self.fate is Fate.ROLLED else str(self.fate)
        why = ", ".join(self.fields) or "the declaration no longer has it"
        return f"this {verb} {number} of pool {self.pool} (node group {self.group}: {manner}; why: {why})"


class EventsUnreadableError(ValueError):
    """The engine's account of a preview is cut short or none at all; what the up would do to nodes is unknown then."""


def node_restarts(events: str, counted_elsewhere: frozenset[str] = frozenset()) -> tuple[Restart, ...]:
    """The node groups that hold nodes and are rolled, replaced or deleted; `counted_elsewhere` names pools whose count others move."""
    steps = tuple(_steps(events))
    templates = {_text(_part(step, "old"), "id"): step for step in steps if step.get("type") == LAUNCH_TEMPLATE}
    found: dict[str, Restart] = {}
    for step in steps:
        restart = _restart(step, templates, counted_elsewhere) if step.get("type") == NODE_GROUP else None
        known = found.get(_text(step, "urn"))
        # The deletion inside a replacement is a step of its own.
        if restart is not None and (known is None or known.fate is Fate.DELETED):
            found[_text(step, "urn")] = restart
    return tuple(found.values())


def _steps(events: str) -> Iterator[Mapping[str, object]]:
    """The steps of a preview; the engine ends its account with an event that says so."""
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


def _restart(
    step: Mapping[str, object], templates: Mapping[str, Mapping[str, object]], counted_elsewhere: frozenset[str]
) -> Restart | None:
    fate = FATES.get(_text(step, "op"))
    fields = tuple(_part(step, "detailedDiff")) or _listed(step, "diffs")
    if fate is None or (fate is Fate.ROLLED and not ROLLING_INPUTS.intersection(map(_top, fields))):
        return None
    old = _part(step, "old")
    inputs, outputs = _part(old, "inputs"), _part(old, "outputs")
    scaling = _part(outputs, "scalingConfig") or _part(inputs, "scalingConfig")
    pool = _text(_part(inputs, "labels"), POOL_LABEL)
    counted = pool not in counted_elsewhere
    nodes = _number(scaling, "desiredSize") if counted else max(_number(scaling, "desiredSize"), _number(scaling, "maxSize"))
    if not nodes:
        return None
    template = templates.get(_text(_part(inputs, "launchTemplate"), "id"), {})
    return Restart(
        pool=pool,
        group=_text(inputs, "nodeGroupName") or _text(step, "urn").rpartition("::")[2],
        nodes=nodes,
        counted=counted,
        at_once=_number(_part(inputs, "updateConfig"), "maxUnavailablePercentage") == 100,
        fate=fate,
        fields=tuple(_causes(fields, template, only_rolling=fate is Fate.ROLLED)),
    )


def _causes(fields: tuple[str, ...], template: Mapping[str, object], *, only_rolling: bool) -> Iterator[str]:
    """What differs, without labels and tags that change in place; a new template version is told by what is new in the template."""
    for field in fields:
        if _top(field) == "launchTemplate":
            inside = sorted(
                one for one in _part(template, "detailedDiff") or _listed(template, "diffs") if _top(one) not in ("tags", "tagsAll")
            )
            yield f"launch template ({', '.join(inside)})" if inside else field
        elif not only_rolling or _top(field) in ROLLING_INPUTS:
            yield field


def _top(path: str) -> str:
    """The input that a path of the engine's lies in: `launchTemplate` of `launchTemplate.version`."""
    return path.partition(".")[0].partition("[")[0]


def _part(whole: Mapping[str, object], key: str) -> Mapping[str, object]:
    part = whole.get(key)
    return part if isinstance(part, Mapping) else {}


def _listed(whole: Mapping[str, object], key: str) -> tuple[str, ...]:
    part = whole.get(key)
    return tuple(str(one) for one in part) if isinstance(part, list) else ()


def _text(whole: Mapping[str, object], key: str) -> str:
    return str(whole.get(key) or "")


def _number(whole: Mapping[str, object], key: str) -> int:
    """A count; the engine writes whole numbers with or without a point."""
    number = whole.get(key)
    return int(number) if isinstance(number, int | float) else 0
