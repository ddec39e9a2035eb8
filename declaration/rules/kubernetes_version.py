"""A Kubernetes version that EKS does not run."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.problems import Problem, one_of, path_of
from declaration.rule import Facts, problem, rule


@rule("kubernetes-version")
def kubernetes_version(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """The control plane's version is one that EKS runs and has node images for.

    EKS refuses another only once the network and its NAT gateway are made and billed. Source: catalog/data/kubernetes, dated there.
    """
    if cluster.control_plane is None:
        return
    kind, version = cluster.control_plane.kind, cluster.control_plane.version
    known = facts.catalog.kubernetes[kind].versions
    if version not in known:
        nearest = min(known, key=lambda each: abs(_minor(each) - _minor(version)))
        yield problem(
            path_of("control_plane", "version"),
            version,
            one_of(known),
            "EKS does not run Kubernetes {value}, as far as the catalogue knows; it runs {limit}",
            f'write "{nearest}", or add a newer version with its source to catalog/data/kubernetes/{cluster.cloud}/{kind}.yaml',
        )


def _minor(version: str) -> int:
    return int(version.partition(".")[2])
