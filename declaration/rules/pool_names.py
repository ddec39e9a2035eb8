"""Pools of the same name, or names that grow beyond the cloud's limit."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, path_of
from declaration.rule import Facts, problem, rule

MAX_GROUP_NAME = 63
"""Characters of an EKS node group's name (EKS API, CreateNodegroup)."""

LONGEST_SUFFIX = len("-spot")
"""What a node group's name adds to `<cluster>-<pool>`: a hyphen and the capacity kind's short name."""


@rule("pool-names")
def pool_names(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """Pool names are unique, and short enough that `<cluster>-<pool>-<kind>` fits the 63 characters of a node group's name.

    Source: EKS API, CreateNodegroup.
    """
    names = [pool.name for pool in cluster.pools]
    longest = MAX_GROUP_NAME - LONGEST_SUFFIX - len(cluster.name) - 1
    for index, name in enumerate(names):
        path = path_of("pools", index, "name")
        if name in names[:index]:
            first = names.index(name)
            says = "pool name {value} is taken by pools[{first}]; names must be {limit}"
            yield problem(path, name, "unique in the cluster", says, "give one of the pools another name", first=first)
        if len(name) > longest:
            limit = f"at most {longest} characters beside the cluster's name of {len(cluster.name)}"
            yield problem(
                path, name, limit, "pool name {value} has {length} characters; it must have {limit}", "shorten it", length=len(name)
            )
