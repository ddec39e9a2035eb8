"""A Kubernetes API that the whole internet reaches."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, path_of
from declaration.rule import Facts, problem, rule

SHORTEST_PREFIX = 8
"""A range wider than this is no organisation's own: the largest ever allocated to one are /8."""


@rule("public-endpoint")
def public_endpoint(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """The public endpoint opens to listed ranges of a known owner, never to the internet at large.

    EKS itself opens to 0.0.0.0/0 unless told otherwise. Sources: EKS user guide, cluster endpoint access; IANA IPv4 address space.
    """
    if cluster.control_plane is None:
        return
    for index, cidr in enumerate(cluster.control_plane.endpoint.public_cidrs):
        if ipaddress.IPv4Network(cidr).prefixlen < SHORTEST_PREFIX:
            yield problem(
                path_of("control_plane", "endpoint", "public_cidrs", index),
                cidr,
                f"prefix length {SHORTEST_PREFIX} or longer",
                "{value} opens the Kubernetes API to networks of strangers; ranges must have {limit}",
                "write your own networks' ranges, such as 203.0.113.0/24, or leave public_cidrs out: the private endpoint stays on",
            )
