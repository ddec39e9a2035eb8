"""Security group rules of Lustre traffic, which servers and clients both open towards each other."""

from __future__ import annotations

from dataclasses import dataclass

import pulumi_aws as aws
from pulumi import Input, Resource, ResourceOptions

from components.naming import Naming

LUSTRE_PORTS = ((988, 988), (1018, 1023))
"""TCP ports, first and last of each range (FSx for Lustre user guide, file system access control with Amazon VPC)."""


@dataclass(frozen=True)
class LustreRules:
    """The rules between one group and its peers; names each by its parts: <part>-<first port>."""

    naming: Naming
    opts: ResourceOptions

    def ingress(self, part: str, group: Input[str], source: Input[str], description: str) -> list[Resource]:
        """Let members of `source` reach those of `group`."""
        return [
            aws.vpc.SecurityGroupIngressRule(
                self.naming.name(f"{part}-{first}"),
                security_group_id=group,
                referenced_security_group_id=source,
                ip_protocol="tcp",
                from_port=first,
                to_port=last,
                description=description,
                tags=self.naming.tags(f"{part}-{first}"),
                opts=self.opts,
            )
            for first, last in LUSTRE_PORTS
        ]

    def egress(self, part: str, group: Input[str], target: Input[str], description: str) -> list[Resource]:
        """Let members of `group` reach those of `target`."""
        return [
            aws.vpc.SecurityGroupEgressRule(
                self.naming.name(f"{part}-{first}"),
                security_group_id=group,
                referenced_security_group_id=target,
                ip_protocol="tcp",
                from_port=first,
                to_port=last,
                description=description,
                tags=self.naming.tags(f"{part}-{first}"),
                opts=self.opts,
            )
            for first, last in LUSTRE_PORTS
        ]
