"""The Pulumi program: read the stack's declaration, refuse what is wrong in it before any cloud call, build the rest."""

from __future__ import annotations

import datetime

import pulumi
import pulumi_aws as aws
from pulumi import ResourceOptions

from catalog.loading import Catalog, load_catalog
from components.aws.base_reference import read_bases
from components.aws.existing_network import check_existing_network
from components.aws.gpu_cluster import GpuCluster, GpuClusterArgs
from components.aws.provider import aws_provider
from declaration.cluster import ClusterDeclaration
from declaration.judging import judge
from declaration.problems import Problem, Report


def read_cluster(catalog: Catalog) -> ClusterDeclaration:
    """Read and judge `gpu-clusters:cluster`; all its problems together stop the program, warnings are shown."""
    raw = pulumi.Config("gpu-clusters").require_object("cluster")
    reading = judge(raw, catalog, now=datetime.datetime.now(datetime.UTC), stack=pulumi.get_stack())
    report = Report(reading.problems)
    for warning in report.warnings:
        pulumi.log.warn(describe(warning))
    if reading.cluster is None or not report.ok:
        raise pulumi.RunError("\n".join(["the declaration cannot be built:", *map(describe, report.errors)]))
    return reading.cluster


def describe(problem: Problem) -> str:
    """Render a problem in one line: where, what, and what to write instead."""
    return f"{problem.path}: {problem.message}. {problem.remedy} [{problem.rule}]"


def build(args: GpuClusterArgs, provider: aws.Provider) -> None:
    """Make the stack's parts with the one explicit provider, and export what other stacks and people need."""
    root = GpuCluster(args, ResourceOptions(providers=[provider]))
    if root.base is not None:
        pulumi.export("base", root.base)
    if root.summary is not None:
        pulumi.export("cluster", root.summary)


async def main() -> None:
    """Build the stack that the configuration declares, on the bases and in the network that it names."""
    catalog = load_catalog()
    cluster = read_cluster(catalog)
    bases = await read_bases(cluster)
    provider = aws_provider(cluster)
    await check_existing_network(cluster, catalog, provider)
    build(GpuClusterArgs(cluster, catalog, bases), provider)


if __name__ == "__main__":
    pulumi.run(main)
