"""The tags of a cluster, computed once and carried by everything that bills."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from declaration.cluster import ClusterDeclaration
from declaration.pools import Pool

MANAGED_BY = "gpu-clusters"

REQUIRED_TAG_KEYS: tuple[str, ...] = ("team", "project", "owner", "cost-center", "environment", "managed-by", "cluster")
"""Keys that every taggable resource carries, in AWS spelling; they change only with the cluster's owner or books."""

MOVING_TAG_KEYS: tuple[str, ...] = ("expires-at", "run-id")
"""Keys whose values change while a cluster lives; kept out of templates, where a change would roll nodes."""

STACK_TAG_KEY = "pulumi-stack"
"""Key of the default tag that says which stack a thing belongs to, as <project>/<stack>: two stacks may declare one cluster name."""

TAG_KEYS: tuple[str, ...] = REQUIRED_TAG_KEYS + MOVING_TAG_KEYS


@dataclass(frozen=True)
class Tagging:
    """The tags of one cluster: stable ones for every resource and template, moving ones for the cluster object and instances."""

    stable: dict[str, str]
    moving: dict[str, str]

    @classmethod
    def of(cls, cluster: ClusterDeclaration) -> Tagging:
        """Take the tags from a declaration; ours win over its extra tags, which a rule refuses to overlap with them."""
        tags = cluster.tags
        stable = {
            **cluster.extra_tags,
            "team": tags.team,
            "project": tags.project,
            "owner": tags.owner,
            "cost-center": tags.cost_center,
            "environment": tags.environment,
            "managed-by": MANAGED_BY,
            "cluster": cluster.name,
        }
        moving: dict[str, str] = {}
        if cluster.expires_at is not None:
            moving["expires-at"] = _utc(cluster.expires_at)
        if cluster.run_id is not None:
            moving["run-id"] = cluster.run_id
        return cls(stable, moving)

    def with_pool(self, pool: Pool) -> Tagging:
        """The tags of a pool's nodes: its extra tags win over the cluster's, and ours over both."""
        ours = {key: value for key, value in self.stable.items() if key in REQUIRED_TAG_KEYS}
        return Tagging({**self.stable, **pool.extra_tags, **ours}, self.moving)

    def named(self, name: str) -> dict[str, str]:
        """The stable tags and the Name that the cloud's console shows."""
        return {**self.stable, "Name": name}


def _utc(moment: datetime.datetime) -> str:
    return moment.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
