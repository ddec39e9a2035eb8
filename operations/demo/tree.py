"""A stack's resources as a tree of components, from the engine's exported state."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

ROOT_TYPE = "pulumi:pulumi:Stack"


@dataclass(frozen=True)
class Node:
    """One component, the plain resources it made (by kind) and the components below it."""

    name: str
    kind: str
    made: tuple[tuple[str, int], ...]
    below: tuple["Node", ...]

    @property
    def count(self) -> int:
        """Plain resources here and below."""
        return sum(number for _, number in self.made) + sum(node.count for node in self.below)


def short_kind(token: str) -> str:
    """`aws:ec2/launchTemplate:LaunchTemplate` → `LaunchTemplate`."""
    return token.rsplit(":", 1)[-1]


def is_component(token: str) -> bool:
    """Our components have a type token of this project; everything else is made by a provider."""
    return token == ROOT_TYPE or token.startswith("gpu-clusters:")


def grow(resources: Sequence[Mapping[str, object]]) -> Node | None:
    """The tree below the stack; None when the stack is empty."""
    root = next((str(r["urn"]) for r in resources if r["type"] == ROOT_TYPE), None)
    return node_of(root, ROOT_TYPE, resources) if root else None


def node_of(urn: str, token: str, resources: Sequence[Mapping[str, object]]) -> Node:
    """One component with what has it as parent."""
    children = [(str(r["urn"]), str(r["type"])) for r in resources if r.get("parent") == urn]
    made = Counter(short_kind(kind) for _, kind in children if not is_component(kind) and not kind.startswith("pulumi:"))
    below = tuple(node_of(child, kind, resources) for child, kind in children if is_component(kind))
    return Node(urn.rsplit("::", 1)[-1], short_kind(token), tuple(sorted(made.items())), below)


def lines(node: Node, depth: int = 0) -> Iterator[str]:
    """The tree as indented lines, a component each: `GpuPool atlas-train (5): LaunchTemplate ×2, NodeGroup ×2, PlacementGroup`."""
    made = ", ".join(kind if number == 1 else f"{kind} ×{number}" for kind, number in node.made)
    yield f"{'  ' * depth}{node.kind} {node.name} ({node.count})" + (f": {made}" if made else "")
    for child in node.below:
        yield from lines(child, depth + 1)
