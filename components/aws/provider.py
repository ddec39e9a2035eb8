"""The one AWS provider of a stack."""

from __future__ import annotations

import pulumi_aws as aws

from components.naming import Naming
from declaration.cluster import ClusterDeclaration


def aws_provider(cluster: ClusterDeclaration) -> aws.Provider:
    """Make the explicit provider: it refuses every other account, takes its region from the declaration, and tags what we forgot to."""
    naming = Naming.of(cluster)
    return aws.Provider(
        naming.name("aws"),
        region=cluster.region,
        allowed_account_ids=[cluster.account],
        default_tags={"tags": naming.tagging.stable},
    )
