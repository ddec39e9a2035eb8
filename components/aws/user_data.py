"""User data of EKS nodes on Amazon Linux 2023: a NodeConfig (node.eks.aws/v1alpha1) in a MIME message, as nodeadm reads it.

Source: awslabs/amazon-eks-ami, nodeadm/doc/api.md. No secret ever enters it.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import yaml

from components.aws.nic_layout import efa_shares_primary_card, node_interfaces
from planning.groups import NodeGroupPlan

MAX_PODS_EXPRESSION = "(default_enis - 1) * (ips_per_eni - 1) + 2"
"""Pods a node has addresses for when one interface of card 0 is efa-only: nodeadm itself counts that one too (amazon-eks-ami #1392)."""

_BOUNDARY = "//"


@dataclass(frozen=True)
class ClusterJoin:
    """What a node needs to know of its cluster; EKS adds it by itself except to images of the user's own."""

    name: str
    endpoint: str
    """Address of the Kubernetes API."""
    certificate_authority: str
    """Base64, as EKS gives it; public."""
    service_cidr: str
    """IPv4 range of the cluster's services."""


@dataclass(frozen=True)
class KubeletRegistration:
    """What a node says of itself when it joins; EKS adds it only later where the image is the user's own."""

    labels: Mapping[str, str]
    taints: Sequence[str]
    """As kubelet spells them: key=value:Effect."""

    def flags(self) -> list[str]:
        """Return kubelet's flags for it."""
        labels = ",".join(f"{key}={value}" for key, value in sorted(self.labels.items()))
        return [f"--node-labels={labels}", *([f"--register-with-taints={','.join(self.taints)}"] if self.taints else [])]


def node_config(plan: NodeGroupPlan, *, node_cache: bool) -> dict[str, object]:
    """Return the spec of a group's NodeConfig, empty where nodeadm's defaults hold.

    `node_cache` binds image layers, pod logs and emptyDir volumes to the local NVMe disks as one RAID 0, where the machine has any.
    """
    spec: dict[str, object] = {}
    if node_cache and plan.machine.nvme is not None:
        spec["instance"] = {"localStorage": {"strategy": "RAID0"}}
    if efa_shares_primary_card(node_interfaces(plan)):
        spec["kubelet"] = {"maxPodsExpression": MAX_PODS_EXPRESSION}
    return spec


def joining(spec: Mapping[str, object], join: ClusterJoin, registration: KubeletRegistration) -> dict[str, object]:
    """Complete a spec with what EKS would add, for an image whose user data it leaves alone."""
    kubelet = spec.get("kubelet")
    cluster = {
        "name": join.name,
        "apiServerEndpoint": join.endpoint,
        "certificateAuthority": join.certificate_authority,
        "cidr": join.service_cidr,
    }
    said = kubelet if isinstance(kubelet, Mapping) else {}
    return {"cluster": cluster, **spec, "kubelet": {**said, "flags": registration.flags()}}


def mime_message(spec: Mapping[str, object]) -> str:
    """Wrap a NodeConfig of that spec in the multipart message that EKS merges with its own part."""
    config = {"apiVersion": "node.eks.aws/v1alpha1", "kind": "NodeConfig", "spec": dict(spec)}
    lines = [
        "MIME-Version: 1.0",
        f'Content-Type: multipart/mixed; boundary="{_BOUNDARY}"',
        "",
        f"--{_BOUNDARY}",
        "Content-Type: application/node.eks.aws",
        "",
        yaml.safe_dump(config, sort_keys=False).rstrip(),
        "",
        f"--{_BOUNDARY}--",
        "",
    ]
    return "\n".join(lines)


def encoded(spec: Mapping[str, object]) -> str:
    """Return the user data of that spec as a launch template wants it: base64."""
    return base64.b64encode(mime_message(spec).encode()).decode()
