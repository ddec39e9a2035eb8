"""Rows of the policy control-plane-log-group."""

from policies.stack import UNKNOWN

CLUSTER = "aws:eks/cluster:Cluster"
GROUP = "aws:cloudwatch/logGroup:LogGroup"
LOGGING = {"name": "atlas", "enabledClusterLogTypes": ["audit"]}
FOUND = [("c", "enabledClusterLogTypes")]

ACCEPTED = {
    "its group beside it": {"c": (CLUSTER, LOGGING), "l": (GROUP, {"name": "/aws/eks/atlas/cluster"})},
    "no logs, which is another policy's business": {"c": (CLUSTER, {"name": "atlas", "enabledClusterLogTypes": None})},
    "a cluster named by the provider": {"c": (CLUSTER, LOGGING | {"name": UNKNOWN})},
    "a group whose name is unknown yet": {"c": (CLUSTER, LOGGING), "l": (GROUP, {"name": UNKNOWN})},
}
REFUSED = {
    "no group": ({"c": (CLUSTER, LOGGING)}, FOUND),
    "a group of another name": ({"c": (CLUSTER, LOGGING), "l": (GROUP, {"name": "/aws/eks/other/cluster"})}, FOUND),
}
