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
        return self._each_range(aws.vpc.SecurityGroupIngressRule, part, group, source, description)

    def egress(self, part: str, group: Input[str], target: Input[str], description: str) -> list[Resource]:
        """Let members of `group` reach those of `target`."""
        return self._each_range(aws.vpc.SecurityGroupEgressRule, part, group, target, description)

    def _each_range(
        self,
        rule: type[aws.vpc.SecurityGroupIngressRule] | type[aws.vpc.SecurityGroupEgressRule],
        part: str,
        group: Input[str],
        peers: Input[str],
        description: str,
    ) -> list[Resource]:
        return [
            rule(
                self.naming.name(f"{part}-{first}"),
                security_group_id=group,
                referenced_security_group_id=peers,
                ip_protocol="tcp",
                from_port=first,
                to_port=last,
                description=description,
                tags=self.naming.tags(f"{part}-{first}"),
                opts=self.opts,
            )
            for first, last in LUSTRE_PORTS
        ]
