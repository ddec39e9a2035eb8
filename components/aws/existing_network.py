"""A network that somebody else made: looked at before anything is built in it, refused in one message."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

import pulumi
import pulumi_aws as aws
from pulumi import InvokeOptions

from catalog.loading import Catalog
from declaration.cluster import ClusterDeclaration
from declaration.network import ExistingNetwork, NetworkIds

PATH = "network.existing"
FEWEST_ZONES = 2
"""Zones of a control plane (EKS user guide, network requirements)."""


@dataclass(frozen=True)
class FoundSubnet:
    """What a subnet must be judged by."""

    id: str
    vpc_id: str
    zone: str
    """Zone ID."""
    gives_public_addresses: bool


async def check_existing_network(cluster: ClusterDeclaration, catalog: Catalog, provider: aws.Provider) -> None:
    """Look the declared subnets and group up, if there are any; an unfit one stops the program with pulumi.RunError.

    It is awaited before the first resource is registered, so that nothing is made in a network that does not fit.
    """
    if not isinstance(cluster.network, ExistingNetwork):
        return
    ids, options = cluster.network.existing, InvokeOptions(provider=provider)
    subnets = {one: await _subnet(one, options) for one in dict.fromkeys((ids.gpu_subnet_id, *ids.control_plane_subnet_ids))}
    fabric_vpc = await _vpc_of_group(ids.fabric_security_group_id, options) if ids.fabric_security_group_id is not None else None
    control_plane = [subnets[one] for one in ids.control_plane_subnet_ids]
    problems = misfits(cluster.zone, ids, subnets[ids.gpu_subnet_id], control_plane, fabric_vpc)
    region = catalog.regions.get(cluster.region)
    if region is not None and cluster.control_plane is not None:
        problems += refused_zones(control_plane, region.control_plane_unsupported_zone_ids)
    if problems:
        raise pulumi.RunError("\n".join(problems))


async def _subnet(subnet_id: str, options: InvokeOptions) -> FoundSubnet:
    found = await aws.ec2.get_subnet_output(id=subnet_id, opts=options).future()
    if found is None:
        raise pulumi.RunError(f"subnet {subnet_id} could not be read; write the id of a subnet of this account in {PATH}")
    return FoundSubnet(subnet_id, found.vpc_id, found.availability_zone_id, found.map_public_ip_on_launch)


async def _vpc_of_group(group_id: str, options: InvokeOptions) -> str | None:
    found = await aws.ec2.get_security_group_output(id=group_id, opts=options).future()
    return found.vpc_id if found is not None else None


def misfits(zone: str, ids: NetworkIds, gpu: FoundSubnet, control_plane: Sequence[FoundSubnet], fabric_vpc: str | None) -> list[str]:
    """Say what does not fit: parts of other networks, nodes in another zone, public addresses, a control plane in one zone."""
    problems = [
        f"{PATH}: subnet {subnet.id} is in {subnet.vpc_id}, and vpc_id is {ids.vpc_id}: write a subnet of {ids.vpc_id}"
        for subnet in dict.fromkeys((gpu, *control_plane))
        if subnet.vpc_id != ids.vpc_id
    ]
    if fabric_vpc not in (None, ids.vpc_id):
        problems.append(
            f"{PATH}.fabric_security_group_id {ids.fabric_security_group_id} is in {fabric_vpc}, and vpc_id is {ids.vpc_id}:"
            " write a group of that network, or leave it out, and one is made"
        )
    if gpu.zone != zone:
        problems.append(f"{PATH}.gpu_subnet_id {gpu.id} is in {gpu.zone}, and zone is {zone}: write zone: {gpu.zone}, or another subnet")
    if gpu.gives_public_addresses:
        problems.append(
            f"{PATH}.gpu_subnet_id {gpu.id} gives its interfaces public addresses, with which no machine of several interfaces starts:"
            " write a private subnet"
        )
    zones = {subnet.zone for subnet in control_plane}
    if len(zones) < FEWEST_ZONES:
        problems.append(f"{PATH}.control_plane_subnet_ids are all in {', '.join(zones)}: write subnets of at least {FEWEST_ZONES} zones")
    return problems


def refused_zones(control_plane: Sequence[FoundSubnet], unsupported: Container[str]) -> list[str]:
    """Say which of the control plane's subnets are in zones where EKS places none: UnsupportedAvailabilityZoneException, long after."""
    return [
        f"{PATH}.control_plane_subnet_ids: {subnet.id} is in {subnet.zone}, where EKS places no control plane:"
        " write a subnet of another zone; nodes may stay there"
        for subnet in control_plane
        if subnet.zone in unsupported
    ]
