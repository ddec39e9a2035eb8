"""Names and tags of everything a stack makes: the logical name is also the Name tag, so a look-up by tags is exact."""

from __future__ import annotations

from dataclasses import dataclass, replace

from declaration.cluster import ClusterDeclaration
from declaration.pools import Pool
from declaration.tagging import Tagging


@dataclass(frozen=True)
class Naming:
    """The cluster's name and tags, from which each part of a stack takes its own; a part is named once per stack."""

    cluster: str
    tagging: Tagging

    @classmethod
    def of(cls, cluster: ClusterDeclaration) -> Naming:
        """Take name and tags from a declaration."""
        return cls(cluster.name, Tagging.of(cluster))

    def for_pool(self, pool: Pool) -> Naming:
        """Return the naming of a pool's parts, which carry its extra tags too."""
        return replace(self, tagging=self.tagging.with_pool(pool))

    def name(self, part: str) -> str:
        """Return the logical name of a part: <cluster>-<part>."""
        return f"{self.cluster}-{part}"

    def tags(self, part: str) -> dict[str, str]:
        """Return the stable tags of a part, with its Name."""
        return self.tagging.named(self.name(part))
