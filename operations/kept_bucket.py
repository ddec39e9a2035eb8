"""A checkpoint bucket that an earlier destroy left in place: whether to take it over is the declaration's to say."""

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from components.aws.checkpoint_store import checkpoint_bucket_name
from declaration.cluster import ClusterDeclaration
from operations.engine import ExportedState
from operations.recovery.state import ids_of_type
from operations.safeguards import RefusedError

BUCKET_TYPE = "aws:s3/bucket:Bucket"
# A question on the way to an up that asks the same cloud anyway must not keep anybody waiting.
HASTE = Config(connect_timeout=5, read_timeout=10, retries={"total_max_attempts": 2})


def refuse_unadopted_bucket(cluster: ClusterDeclaration, state: ExportedState) -> None:
    """Raises RefusedError where the up would make a bucket that is there already, and so fail in the midst of its work."""
    checkpoints = cluster.storage.checkpoints if cluster.storage is not None else None
    if checkpoints is None or checkpoints.from_stack is not None or checkpoints.adopt:
        return
    name = checkpoint_bucket_name(cluster.name, cluster.account, cluster.region)
    if name not in ids_of_type(state, BUCKET_TYPE) and _exists(name, cluster.region):
        raise RefusedError(
            f"The checkpoint bucket {name} exists and is not this stack's: an earlier destroy kept it, with all that it holds. "
            "Set `adopt: true` under `storage.checkpoints` in the declaration to take it over, then run again; it may stay set."
        )


def _exists(name: str, region: str) -> bool:
    """Whether the bucket answers us; a cloud that does not let us ask is left to the engine, which says so in its own words."""
    try:
        boto3.client("s3", region_name=region, config=HASTE).head_bucket(Bucket=name)
    except (ClientError, BotoCoreError):
        return False
    return True
