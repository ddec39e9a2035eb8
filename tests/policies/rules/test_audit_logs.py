"""Rows of the policy audit-logs."""

CLUSTER = "aws:eks/cluster:Cluster"

ACCEPTED = {
    "audit among others": (CLUSTER, {"enabledClusterLogTypes": ["api", "audit"]}, {}),
    "another type": ("aws:eks/nodeGroup:NodeGroup", {}, {}),
}
REFUSED = {
    "unsaid": (CLUSTER, {}, {}, ["enabledClusterLogTypes"]),
    "null": (CLUSTER, {"enabledClusterLogTypes": None}, {}, ["enabledClusterLogTypes"]),
    "all but audit": (CLUSTER, {"enabledClusterLogTypes": ["api", "scheduler"]}, {}, ["enabledClusterLogTypes"]),
}
