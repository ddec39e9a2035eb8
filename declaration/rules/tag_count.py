"""More tags than a resource takes, or the same tag said at two levels."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Level, Problem, path_of
from declaration.rule import Facts, problem, rule
from declaration.tag_texts import MAX_TAGS
from declaration.tagging import STACK_TAG_KEY, Tagging


@rule("tag-count")
def tag_count(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """Tags of cluster and pool and our own, counted as one set, are at most 50; a key at both levels is warned of, and the pool's wins.

    EC2 answers TagLimitExceeded at launch. Sources: EC2 user guide, tag restrictions; ParallelCluster's tags_validators.py.
    """
    tagging = Tagging.of(cluster)
    ours = {*tagging.stable, *tagging.moving, STACK_TAG_KEY, "Name"} - {*cluster.extra_tags}
    everywhere = ours | {*cluster.extra_tags}
    if len(everywhere) > MAX_TAGS:
        yield _too_many("extra_tags", len(everywhere), f"{len(cluster.extra_tags)} of the cluster and {len(ours)} of our own")
    for index, pool in enumerate(cluster.pools):
        union = everywhere | {*pool.extra_tags}
        if pool.extra_tags and len(union) > MAX_TAGS:
            added = len(union) - len(everywhere)
            counted = f"{len(cluster.extra_tags)} of the cluster, {added} of the pool and {len(ours)} of our own"
            yield _too_many(path_of("pools", index, "extra_tags"), len(union), counted)
        for key in pool.extra_tags.keys() & cluster.extra_tags.keys():
            limit = f"{cluster.extra_tags[key]} as at the cluster, or a key of its own"
            says = "tag {key} is {value} in pool {pool} and {other} at the cluster: the pool's wins on its nodes; expected is {limit}"
            remedy = "leave it out at one of the two, unless that is what you mean"
            at = f"{path_of('pools', index, 'extra_tags')}.{key}"
            named = {"key": key, "pool": pool.name, "other": cluster.extra_tags[key]}
            yield problem(at, pool.extra_tags[key], limit, says, remedy, level=Level.WARNING, **named)


def _too_many(path: str, count: int, counted: str) -> Problem:
    limit = f"{MAX_TAGS} tags a resource"
    says = "resources would carry {value} tags, {counted}; the limit is {limit}"
    return problem(path, count, limit, says, f"leave out at least {count - MAX_TAGS}", counted=counted)
