"""A Kubernetes API that the whole internet reaches."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, one_of, path_of
from declaration.rule import Facts, problem, rule

SHORTEST_PREFIX = 8
"""A range wider than this is no organisation's own: the largest ever allocated to one are /8."""

MAX_RANGES = 40
"""Ranges of a public endpoint (EKS service quota L-93A74D60, which cannot be raised)."""

NOT_ROUTED = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16")
"""Ranges from which nothing arrives over the internet (RFC 1918, RFC 6598, RFC 1122, RFC 3927)."""


@rule("public-endpoint")
def public_endpoint(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """The public endpoint opens to at most 40 listed public ranges of a known owner, each once, never to the internet at large.

    A private range admits nobody, since no private address arrives there over the internet. EKS itself opens to 0.0.0.0/0 unless told
    otherwise. Sources: EKS user guide, cluster endpoint access; EKS service quota L-93A74D60; IANA IPv4 address space; RFC 1918, 6598, 1122
    and 3927.
    """
    if cluster.control_plane is None:
        return
    cidrs = cluster.control_plane.endpoint.public_cidrs
    if len(cidrs) > MAX_RANGES:
        says = "public_cidrs holds {value} ranges; the limit is {limit}"
        remedy = "join neighbours to wider ranges, or reach the private endpoint through a VPN"
        yield problem(path_of("control_plane", "endpoint", "public_cidrs"), len(cidrs), f"{MAX_RANGES} a cluster", says, remedy)
        return
    first: dict[str, int] = {}
    for index, cidr in enumerate(cidrs):
        if first.setdefault(cidr, index) != index:
            says = "{value} is public_cidrs[{first}] already; the limit is {limit}"
            path = path_of("control_plane", "endpoint", "public_cidrs", index)
            yield problem(path, cidr, "each range once", says, "leave the second one out", first=first[cidr])
        if any(ipaddress.IPv4Network(cidr).subnet_of(ipaddress.IPv4Network(block)) for block in NOT_ROUTED):
            yield problem(
                path_of("control_plane", "endpoint", "public_cidrs", index),
                cidr,
                f"a public range, outside {one_of(NOT_ROUTED)}",
                "{value} admits nobody to the public endpoint; it must be {limit}",
                "write the public addresses behind which your network stands; private ones reach the private endpoint, which is always on",
            )
        if ipaddress.IPv4Network(cidr).prefixlen < SHORTEST_PREFIX:
            yield problem(
                path_of("control_plane", "endpoint", "public_cidrs", index),
                cidr,
                f"prefix length {SHORTEST_PREFIX} or longer",
                "{value} opens the Kubernetes API to networks of strangers; ranges must have {limit}",
                "write your own networks' ranges, such as 203.0.113.0/24, or leave public_cidrs out: the private endpoint stays on",
            )
