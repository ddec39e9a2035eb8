"""The engine's progress lines, read one by one: what is being made, how much is done."""

import re
from dataclasses import dataclass

# "  +  aws:ec2:Vpc atlas-vpc created (0.2s)": sign, type as the engine shortens it, name, what happened
STEP = re.compile(
    r"^\s*[@+~><*-]*\s*(?P<type>[A-Za-z0-9_-]+(?::[A-Za-z0-9_/-]+)+)\s+(?P<name>\S+)\s+(?P<verb>creating|created|updating|updated|deleting|deleted|replacing|replaced)\b"
)
ENDED = frozenset({"created", "updated", "deleted", "replaced", "kept"})


@dataclass(frozen=True)
class Step:
    """One line of progress: a resource, and what the engine did or is doing to it."""

    type: str
    name: str
    verb: str
    """In the engine's words; `kept` for what a destroy leaves in the cloud on purpose."""

    @property
    def ended(self) -> bool:
        """Whether the resource is done, and not only begun."""
        return self.verb in ENDED


def read_step(line: str) -> Step | None:
    """The step that a line of the engine's plain output tells of; None for any other line."""
    found = STEP.match(line)
    if not found:
        return None
    kept = found["verb"] == "deleted" and "[retain]" in line
    return Step(found["type"], found["name"], "kept" if kept else found["verb"])
