"""The declaration of one cluster, or of the base that clusters stand on: the root of what a user may say."""

from __future__ import annotations

import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from declaration.images import Image
from declaration.model import Part
from declaration.network import NetworkDeclaration
from declaration.pools import MAX_POOLS, Pool
from declaration.storage import Storage
from declaration.words import AccountId, Cidr, KubernetesVersion, LogRetentionDays, Name, RegionName, RoleArn, TagValues, ZoneId, wrong


class Cloud(StrEnum):
    """The clouds that a cluster may be declared on."""

    AWS = "aws"


class Encryption(StrEnum):
    """Whose key encrypts what is stored: volumes, buckets, file systems, Kubernetes secrets and logs."""

    OWN_KEY = "own_key"
    ACCOUNT_DEFAULT = "account_default"


_PLANNED_CLOUDS = ("gcp", "attached")


def _cloud_that_exists(raw: object) -> object:
    if raw in _PLANNED_CLOUDS:
        raise wrong(
            f"{', '.join(Cloud)}: {raw} is planned and not built yet", "write aws, or wait for the release that adds the other clouds"
        )
    return raw


def _aware(moment: datetime.datetime) -> datetime.datetime:
    if moment.tzinfo is None:
        raise wrong("a moment with its offset from UTC", 'write it with a Z, in quotes: "2026-12-24T00:00:00Z"')
    try:
        return moment.astimezone(datetime.UTC)
    except OverflowError:  # the offset carries it beyond year 1 or 9999
        raise wrong("a moment whose years in UTC are 1 to 9999", "write the moment that is meant, or leave it out") from None


class CostTags(Part):
    """Who pays: every resource that bills carries these."""

    team: str = Field(description="team that pays; 1 to 256 letters, digits, spaces and + - = . _ : / @")
    project: str = Field(description="project that the team books the cost on; same characters")
    owner: str = Field(description="person or mailbox to ask; same characters")
    cost_center: str = Field(description="cost centre of the books; same characters")
    environment: str = Field(description="such as production or test; same characters")


class Endpoint(Part):
    """Who reaches the Kubernetes API: the private endpoint is always on, the public one only for listed ranges."""

    public_cidrs: tuple[Cidr, ...] = Field(
        default=(), description="IPv4 ranges that reach the public endpoint; default: none, private only"
    )


class EksControlPlaneDeclaration(Part):
    """A Kubernetes control plane run by EKS."""

    kind: Literal["eks"] = Field(description="eks")
    version: KubernetesVersion = Field(description='Kubernetes minor version in quotes, such as "1.34"')
    endpoint: Endpoint = Field(default=Endpoint(), description="who reaches the Kubernetes API")
    admins: tuple[RoleArn, ...] = Field(
        default=(), description="IAM roles that administer the cluster; default: none, not even the role that creates it"
    )
    log_retention_days: LogRetentionDays = Field(
        default=90, description="days that CloudWatch keeps the control plane's logs; one of the values that CloudWatch Logs takes"
    )


class ClusterDeclaration(Part):
    """Everything that one stack says: all parts but the first seven may be left out, so that base and cluster are said alike."""

    name: Name = Field(description="2 to 31 lower-case letters, digits and hyphens; begins every name the cloud shows")
    cloud: Annotated[Cloud, BeforeValidator(_cloud_that_exists, json_schema_input_type=Cloud)] = Field(description="aws")
    account: AccountId = Field(description="12 digits in quotes; the provider refuses any other account")
    region: RegionName = Field(description="region, such as us-east-1; said once, everything else takes it from here")
    zone: ZoneId = Field(description="zone ID of the nodes, such as use1-az2; zone names differ from account to account")
    tags: CostTags = Field(description="who pays")
    extra_tags: TagValues = Field(
        default={},
        description="further tags of everything that bills, in the cloud's own spelling; a change replaces nodes: those of a training pool"
        " all at once, others one by one",
    )
    encryption: Encryption = Field(
        default=Encryption.OWN_KEY,
        description="own_key: a KMS key of the stack's own, or its base stack's, billed 1 US dollar a month; account_default: the keys"
        " that AWS keeps for the account, which nobody else can be let use; default: own_key",
    )
    expires_at: Annotated[datetime.datetime, AfterValidator(_aware)] | None = Field(
        default=None, description="moment after which the cluster may be torn down, ISO 8601 with offset; default: never"
    )
    run_id: Annotated[str, Field(min_length=1, max_length=256)] | None = Field(
        default=None, description="id of the run the cluster is up for; 1 to 256 characters"
    )
    network: NetworkDeclaration | None = Field(default=None, description="a network of its own, or a base stack's")
    control_plane: EksControlPlaneDeclaration | None = Field(default=None, description="Kubernetes control plane; left out in a base stack")
    image: Image | None = Field(default=None, description="pinned image of all pools that name none")
    pools: tuple[Pool, ...] = Field(default=(), max_length=MAX_POOLS, description="pools of machines; none in a base stack")
    storage: Storage | None = Field(default=None, description="scratch file system, checkpoints and node caches")

    def zone_of(self, pool: Pool) -> str:
        """The zone ID of a pool's nodes: its own, else the cluster's."""
        return pool.zone or self.zone

    def image_of(self, pool: Pool) -> Image | None:
        """The pinned image of a pool's nodes: its own, else the cluster's."""
        return pool.image or self.image
