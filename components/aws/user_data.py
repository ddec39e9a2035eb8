"""User data of EKS nodes on Amazon Linux 2023: a NodeConfig (node.eks.aws/v1alpha1) in a MIME message, as nodeadm reads it.

Source: awslabs/amazon-eks-ami, nodeadm/doc/api.md. No secret ever enters it.
"""

from __future__ import annotations

import base64

import yaml

from catalog.machines import Machine
from components.aws.nic_layout import efa_shares_primary_card

MAX_PODS_EXPRESSION = "(default_enis - 1) * (ips_per_eni - 1) + 2"
"""Pods a node has addresses for when one interface of card 0 is efa-only: nodeadm itself counts that one too (amazon-eks-ami #1392)."""

_BOUNDARY = "//"


def node_config(machine: Machine, *, efa: bool, node_cache: bool) -> dict[str, object] | None:
    """Return the NodeConfig of a machine, or None where nodeadm's defaults hold.

    `node_cache` binds image layers, pod logs and emptyDir volumes to the local NVMe disks as one RAID 0, where the machine has any.
    """
    spec: dict[str, object] = {}
    if node_cache and machine.nvme is not None:
        spec["instance"] = {"localStorage": {"strategy": "RAID0"}}
    if efa_shares_primary_card(machine.network, efa=efa):
        spec["kubelet"] = {"maxPodsExpression": MAX_PODS_EXPRESSION}
    return {"apiVersion": "node.eks.aws/v1alpha1", "kind": "NodeConfig", "spec": spec} if spec else None


def mime_message(config: dict[str, object]) -> str:
    """Wrap a NodeConfig in the multipart message that EKS merges with its own part."""
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


def user_data(machine: Machine, *, efa: bool, node_cache: bool) -> str | None:
    """Return a launch template's user data, base64 as the template wants it; None where there is nothing to say."""
    config = node_config(machine, efa=efa, node_cache=node_cache)
    return base64.b64encode(mime_message(config).encode()).decode() if config is not None else None
