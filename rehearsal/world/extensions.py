"""All answers, guards and followers of the world: importing the modules named here registers them."""

import importlib
from typing import Final

EXTENSIONS: Final[tuple[str, ...]] = (
    "ec2.instances",
    "ec2.placement_groups",
    "ec2.capacity_reservations",
    "ec2.launch_templates",
    "ec2.network_dependencies",
    "ec2.security_group_rules",
    "ec2.subnets",
    "ec2.default_groups",
    "ec2.interface_endpoints",
    "ec2.flow_logs",
    "eks.clusters",
    "eks.node_groups",
    "eks.addons",
    "eks.access",
    "eks.tagging",
    "fsx.file_systems",
    "fsx.associations",
    "fsx.tagging",
    "kms.key_states",
    "kms.users",
    "iam.service_linked_roles",
)


def load_extensions() -> None:
    """Register every extension."""
    for name in EXTENSIONS:
        importlib.import_module(f"rehearsal.world.{name}")
