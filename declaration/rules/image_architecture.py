"""An image of another processor architecture than its machine."""

from __future__ import annotations

from collections.abc import Iterator

from declaration.cluster import ClusterDeclaration
from declaration.images import CustomImage
from declaration.problems import Problem, path_of
from declaration.rule import Facts, known_machines, problem, rule


@rule("image-architecture")
def image_architecture(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """An image of the user's own has the architecture of every machine that boots it; pools may differ from each other.

    EC2 refuses each launch otherwise, and the node group tries for ever. Sources: karpenter-provider-aws #3217; recorded ProcessorInfo
    of DescribeInstanceTypes. A release of the EKS-optimised image exists for both architectures.
    """
    for index, pool, machine in known_machines(cluster, facts.catalog):
        image = cluster.image_of(pool)
        if not isinstance(image, CustomImage) or image.architecture.value == machine.architecture.value:
            continue
        own = pool.image is not None
        yield problem(
            path_of("pools", index, "image", "architecture") if own else path_of("pools", index, "image"),
            image.architecture.value,
            machine.architecture.value,
            "image {image} is {value}, and {machine} of pool {pool} is {limit}: it boots no other",
            f"write an image built for {machine.architecture} {'there' if own else f'in pool {pool.name}'}, or take another machine",
            image=image.id,
            machine=machine.name,
            pool=pool.name,
        )
