"""Nodes whose image is not pinned, or does not fit the control plane's version."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration, EksControlPlaneDeclaration
from declaration.images import Image, ReleaseImage
from declaration.problems import Level, Problem, path_of
from declaration.rule import Facts, problem, rule

MAX_MINORS_BEHIND = 3
"""Minor versions that a kubelet may be older than its API server (Kubernetes version skew policy, since 1.28)."""


@rule("image-release")
def image_release(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """Every pool's image is pinned, no newer than the control plane and at most three minor versions older.

    An unpinned image moves overnight and replaces nodes in the middle of a run; an older one is warned of, since a control plane is
    upgraded before its nodes. What an image of the user's own holds is not known here, but its id never moves.
    Sources: terraform-aws-eks #1826; Kubernetes version skew policy; EKS API, CreateNodegroup.
    """
    control_plane = cluster.control_plane
    if control_plane is None:
        return
    if cluster.image is not None:
        yield from _misfit(cluster.image, path_of("image", "eks_release"), control_plane)
    for index, pool in enumerate(cluster.pools):
        if pool.image is not None:
            yield from _misfit(pool.image, path_of("pools", index, "image", "eks_release"), control_plane)
        elif cluster.image is None:
            yield problem(
                path_of("pools", index, "image"),
                "missing",
                "a pinned release",
                "the image of pool {pool} is {value}; it must be {limit}, or its nodes are replaced whenever a newer one appears",
                f'write image: {{eks_release: "{control_plane.version}.<patch>-<date>"}} or {{id, architecture}} at the cluster or pool',
                pool=pool.name,
            )


def _misfit(image: Image, path: str, control_plane: EksControlPlaneDeclaration) -> Iterator[Problem]:
    if not isinstance(image, ReleaseImage):
        return
    version = control_plane.version
    behind = _minor(version) - _minor(image.eks_release)
    if behind == 0:
        return
    if 0 < behind <= MAX_MINORS_BEHIND:
        says = "image release {value} is older than the control plane, {limit}: right only while an upgrade is under way"
        yield problem(path, image.eks_release, version, says, f"pin a release of {version} when the run is over", level=Level.WARNING)
        return
    limit = f"{version} or at most {MAX_MINORS_BEHIND} minor versions older"
    says = "image release {value} does not fit the control plane; it must be {limit}"
    yield problem(path, image.eks_release, limit, says, f"pin a release that begins with {version}.")


def _minor(version: str) -> int:
    return int(version.split(".")[1].partition("-")[0])
