"""Private nodes that reach none of the services they start by."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.network import NEEDED_ENDPOINTS, Nat, OwnNetwork
from declaration.problems import Problem, path_of
from declaration.rule import Facts, problem, rule

PATH = ("network", "endpoints")


@rule("private-endpoints")
def private_endpoints(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """Without a NAT gateway the network has the interface endpoints by which nodes join and pull images; each is listed once.

    Nodes start otherwise, never join, and the node group fails after half an hour. Source: EKS user guide, private clusters.
    """
    if not isinstance(cluster.network, OwnNetwork):
        return
    listed = cluster.network.endpoints
    for index, endpoint in enumerate(listed):
        if endpoint in listed[:index]:
            says = "endpoint {value} is listed twice; the limit is {limit}"
            yield problem(path_of(*PATH, index), endpoint.value, "each service once", says, "leave the second one out")
    lacking = [endpoint.value for endpoint in NEEDED_ENDPOINTS if endpoint not in listed]
    if cluster.network.nat is Nat.NONE and lacking:
        yield problem(
            path_of(*PATH),
            ", ".join(listed) or "none",
            f"those that nodes need without NAT: {', '.join(NEEDED_ENDPOINTS)}",
            "endpoints are {value}; with nat: none they must hold {limit}",
            f"add {', '.join(lacking)}, write endpoints: needed, or write nat: gateway; either is billed by the hour",
        )
