"""The one AWS provider of a stack."""

from __future__ import annotations

import pulumi
import pulumi_aws as aws

from components.naming import Naming
from declaration.cluster import ClusterDeclaration
from declaration.tagging import STACK_TAG_KEY


def aws_provider(cluster: ClusterDeclaration) -> aws.Provider:
    """Make the explicit provider: it refuses every other account, takes its region from the declaration, and tags what we forgot to.

    Its default tags also say which stack a thing belongs to, by which recovery tells ours from those of a stack with the same cluster name.
    """
    naming = Naming.of(cluster)
    stack = f"{pulumi.get_project()}/{pulumi.get_stack()}"
    return aws.Provider(
        naming.name("aws"),
        region=cluster.region,
        allowed_account_ids=[cluster.account],
        default_tags={"tags": {**naming.tagging.stable, STACK_TAG_KEY: stack}},
    )
