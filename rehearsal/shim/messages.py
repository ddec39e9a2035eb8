"""The provider's answers to the engine that need no cloud: differences, previews and error texts."""

from __future__ import annotations

from collections.abc import Iterable

from pulumi.runtime.proto import provider_pb2

from rehearsal.shim.diffing import STABLE, Verdict
from rehearsal.shim.kind import Kind, Props, Value
from rehearsal.shim.kinds import KINDS
from rehearsal.shim.wire import UNKNOWN, Message

_VERBS = {"Create": "creating", "Update": "updating", "Read": "reading", "Delete": "deleting"}


def failed(method: str, request: Message, problem: str) -> str:
    """An error in the real provider's manner: `creating EC2 VPC (name): operation error …`."""
    kind = KINDS.get(getattr(request, "type", ""))
    if method not in _VERBS or kind is None:
        return problem
    named = getattr(request, "id", "") or getattr(request, "name", "")
    return f"{_VERBS[method]} {kind.label} ({named}): {problem}"


def diff_response(verdict: Verdict) -> Message:
    """The verdict on a change as the engine reads it."""
    response = provider_pb2.DiffResponse
    detail = {}
    for part in verdict.parts:
        name = part.edit.name + ("_REPLACE" if part in verdict.replacing else "")
        detail[part.path] = provider_pb2.PropertyDiff(kind=provider_pb2.PropertyDiff.Kind.Value(name), inputDiff=part.path != "status")
    replaces = sorted({_top(part.path) for part in verdict.replacing})
    return response(
        changes=response.DIFF_SOME if verdict.changed else response.DIFF_NONE,
        diffs=sorted({_top(part.path) for part in verdict.parts}),
        replaces=replaces,
        detailedDiff=detail,
        hasDetailedDiff=bool(detail),
        deleteBeforeReplace=verdict.delete_first,
        stables=[] if replaces else list(STABLE),
    )


def _top(path: str) -> str:
    return path.split(".")[0].split("[")[0]


def planned(kind: Kind, inputs: Props) -> dict[str, Value]:
    """The outputs of a resource that a preview would make: what only the cloud knows is unknown."""
    unknown = {name: UNKNOWN for name in (*kind.outputs, *kind.computed) if name not in inputs and "." not in name}
    state = {**inputs, **unknown}
    for name, members in kind.inside.items():
        if isinstance(inputs.get(name), dict):
            state[name] = {**{member: UNKNOWN for member in members}, **inputs[name]}
    if "tags" in kind.inputs:
        state["tagsAll"] = inputs.get("tags") or {}
    return state


def replanned(kind: Kind, changed: Iterable[str], state: Props, news: Props) -> dict[str, Value]:
    """The outputs of a resource that a preview would change: all stay but those that such a change moves."""
    kept = {name: value for name, value in state.items() if name not in kind.inputs or name in kind.computed}
    for name in kind.inside:
        if isinstance(news.get(name), dict) and isinstance(state.get(name), dict):
            news = {**news, name: {**state[name], **news[name]}}
    quiet = kind.local | {"tags"}
    moved = {name: UNKNOWN for name in kind.moving} if set(changed) - quiet else {}
    tags = {"tagsAll": news.get("tags") or {}} if "tags" in kind.inputs else {}
    return {**kept, **news, **moved, **tags}
