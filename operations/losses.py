"""What an up would delete for good that holds data, or that everything else stands on: read from the steps of its preview. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from operations.preview_steps import Step, changed, listed, logical_name, part, text


@dataclass(frozen=True)
class Holder:
    """A kind of resource whose deletion takes along what nobody declared."""

    kind: str
    """What people call it."""
    lost: str
    """What is gone with it."""


HOLDERS: Mapping[str, Holder] = {
    "aws:fsx/lustreFileSystem:LustreFileSystem": Holder("file system", "every file on it that is not in S3 as well"),
    "aws:eks/cluster:Cluster": Holder("EKS cluster", "everything that Kubernetes holds, jobs and secrets included; its nodes go with it"),
    # KMS, ScheduleKeyDeletion: such a key is of no use while it waits, and CancelKeyDeletion restores it until the window ends.
    "aws:kms/key:Key": Holder(
        "encryption key",
        "all that it encrypts, at once; for good when KMS ends its waiting period, until which the deletion can be cancelled",
    ),
    "aws:s3/bucket:Bucket": Holder("bucket", "its name, and with forceDestroy every object in it; without, S3 refuses while it holds any"),
    "aws:ec2/vpc:Vpc": Holder("network", "its addresses, and the way to all that stands in it"),
}
"""By the engine's type; all other resources are made anew from the declaration with nothing lost."""


class End(StrEnum):
    """How a resource ends."""

    REPLACED = "replaces"
    DELETED = "deletes"


ENDS = {"replace": End.REPLACED, "create-replacement": End.REPLACED, "delete-replaced": End.REPLACED, "delete": End.DELETED}
"""What each operation of a preview means for what stood before; all others leave it alone."""


@dataclass(frozen=True)
class Loss:
    """One resource that does not live through the up, and what goes with it."""

    end: End
    holder: Holder
    name: str
    """The program's name for it."""
    id: str
    """The cloud's name for it."""
    fields: tuple[str, ...]
    """What differs and makes the replacement."""
    left_over: bool
    """Whether it was replaced by an earlier command already, which did not come to its deletion."""

    @property
    def called(self) -> str:
        """By which a question names it."""
        return f"{self.holder.kind} {self.name}"

    def __str__(self) -> str:
        """One line: what becomes of which resource, why, and what is lost."""
        unexplained = "the engine names no field" if self.end is End.REPLACED else "the declaration no longer has it"
        why = ", ".join(self.fields) or ("it was replaced before" if self.left_over else unexplained)
        return f"this {self.end} {self.called} ({self.id}; why: {why}); lost: {self.holder.lost}"


def losses(steps: Iterable[Step]) -> tuple[Loss, ...]:
    """What holds data, or a whole cluster, and is replaced or deleted; what the state marks as kept on deletion is not lost."""
    found: dict[tuple[str, str], Loss] = {}
    for step in steps:
        old, end, holder = part(step, "old"), ENDS.get(text(step, "op")), HOLDERS.get(text(step, "type"))
        if end is None or holder is None or not old or old.get("retainOnDelete") is True:
            continue
        key = (text(step, "urn"), text(old, "id"))
        known = found.get(key)
        # A replacement is several steps of one resource, of which not all say why.
        if known is None or not known.fields:
            found[key] = Loss(end, holder, logical_name(step), text(old, "id"), _causes(step), left_over=old.get("delete") is True)
    return tuple(found.values())


def _causes(step: Step) -> tuple[str, ...]:
    """The fields that force a replacement, where the engine tells them from those that change along; none for a plain deletion."""
    if ENDS[text(step, "op")] is End.DELETED:
        return ()
    details = part(step, "detailedDiff")
    forcing = tuple(path for path in details if text(part(details, path), "diffKind").endswith("-replace"))
    return forcing or listed(step, "keys") or changed(step)
