"""Which nodes an up would restart or end, read from the steps of its preview. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from operations.preview_steps import Step, changed, logical_name, number, part, text, top

NODE_GROUP = "aws:eks/nodeGroup:NodeGroup"
LAUNCH_TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"
POOL_LABEL = "gpu-clusters/pool"

# Inputs of a node group whose update in place makes EKS replace its nodes (EKS, UpdateNodegroupVersion).
ROLLING_INPUTS = frozenset({"launchTemplate", "releaseVersion", "version"})

IMAGE_MOVES = (
    "EKS moves these nodes to its newest image unless eks_release changes in the same up; put today's release into image.eks_release"
)
"""Terraform's provider sends a release only where it changed, and EKS takes the newest where none is sent (EKS, UpdateNodegroupVersion)."""
OWN_IMAGE = "CUSTOM"
"""AMI type of a group whose template names the image; EKS chooses none then."""


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
    image_moves: bool
    """Whether EKS chooses the nodes' image, since the update names none."""

    def __str__(self) -> str:
        """One line: how many, of which pool, what becomes of them, and why."""
        verb = "ends" if self.fate is Fate.DELETED else "restarts"
        number = f"{'' if self.counted else 'up to '}{self.nodes} {'node' if self.nodes == 1 else 'nodes'}"
        manner = f"{self.fate}, all at once" if self.at_once and self.fate is Fate.ROLLED else str(self.fate)
        why = ", ".join(self.fields) or "the declaration no longer has it"
        image = f"; {IMAGE_MOVES}" if self.image_moves else ""
        return f"this {verb} {number} of pool {self.pool} (node group {self.group}: {manner}; why: {why}){image}"


def node_restarts(steps: Iterable[Step], counted_elsewhere: frozenset[str] = frozenset()) -> tuple[Restart, ...]:
    """The node groups that hold nodes and are rolled, replaced or deleted; `counted_elsewhere` names pools whose count others move."""
    steps = tuple(steps)
    templates = {text(part(step, "old"), "id"): step for step in steps if step.get("type") == LAUNCH_TEMPLATE}
    found: dict[str, Restart] = {}
    for step in steps:
        restart = _restart(step, templates, counted_elsewhere) if step.get("type") == NODE_GROUP else None
        known = found.get(text(step, "urn"))
        # The deletion inside a replacement is a step of its own.
        if restart is not None and (known is None or known.fate is Fate.DELETED):
            found[text(step, "urn")] = restart
    return tuple(found.values())


def _restart(step: Step, templates: Mapping[str, Step], counted_elsewhere: frozenset[str]) -> Restart | None:
    fate = FATES.get(text(step, "op"))
    fields = changed(step)
    if fate is None or (fate is Fate.ROLLED and not ROLLING_INPUTS.intersection(map(top, fields))):
        return None
    old = part(step, "old")
    inputs, outputs = part(old, "inputs"), part(old, "outputs")
    scaling = part(outputs, "scalingConfig") or part(inputs, "scalingConfig")
    pool = text(part(inputs, "labels"), POOL_LABEL)
    counted = pool not in counted_elsewhere
    nodes = number(scaling, "desiredSize") if counted else max(number(scaling, "desiredSize"), number(scaling, "maxSize"))
    if not nodes:
        return None
    template = templates.get(text(part(inputs, "launchTemplate"), "id"), {})
    return Restart(
        pool=pool,
        group=text(inputs, "nodeGroupName") or logical_name(step),
        nodes=nodes,
        counted=counted,
        at_once=number(part(inputs, "updateConfig"), "maxUnavailablePercentage") == 100,
        fate=fate,
        fields=tuple(_causes(fields, template, only_rolling=fate is Fate.ROLLED)),
        image_moves=fate is Fate.ROLLED and text(inputs, "amiType") != OWN_IMAGE and "releaseVersion" not in map(top, fields),
    )


def _causes(fields: tuple[str, ...], template: Step, *, only_rolling: bool) -> Iterator[str]:
    """What differs, without labels and tags that change in place; a new template version is told by what is new in the template."""
    for field in fields:
        if top(field) == "launchTemplate":
            inside = sorted(one for one in changed(template) if top(one) not in ("tags", "tagsAll"))
            yield f"launch template ({', '.join(inside)})" if inside else field
        elif not only_rolling or top(field) in ROLLING_INPUTS:
            yield field
