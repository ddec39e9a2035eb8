"""A checkpoint bucket that an earlier destroy left in place: whether to take it over is the declaration's to say."""

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from declaration.cluster import ClusterDeclaration
from declaration.storage import checkpoint_bucket_name
from operations.engine import ExportedState
from operations.recovery.state import ids_of_type
from operations.safeguards import RefusedError

BUCKET_TYPE = "aws:s3/bucket:Bucket"
NOT_FOUND = 404
# A question on the way to an up that asks the same cloud anyway must not keep anybody waiting.
HASTE = Config(connect_timeout=5, read_timeout=10, retries={"total_max_attempts": 2})


def refuse_misplaced_bucket(cluster: ClusterDeclaration, state: ExportedState) -> None:
    """Raises RefusedError where the up would make a bucket that is there, or take over one that is not, and so fail midway."""
    checkpoints = cluster.storage.checkpoints if cluster.storage is not None else None
    if checkpoints is None or checkpoints.from_stack is not None:
        return
    name = checkpoint_bucket_name(cluster.name, cluster.account, cluster.region)
    if name in ids_of_type(state, BUCKET_TYPE):
        return
    exists = _exists(name, cluster.region)
    if exists and not checkpoints.adopt:
        raise RefusedError(
            f"The checkpoint bucket {name} exists and is not this stack's: an earlier destroy kept it, with all that it holds. "
            "Set `adopt: true` under `storage.checkpoints` in the declaration to take it over, then run again; it may stay set."
        )
    if exists is False and checkpoints.adopt:
        raise RefusedError(
            f"`adopt: true` takes over a checkpoint bucket that is there, and {name} does not exist: "
            "remove `adopt` under `storage.checkpoints` in the declaration, then run again, and the bucket is made."
        )


def _exists(name: str, region: str) -> bool | None:
    """Whether the bucket is there; None where the cloud does not let us ask, which is left to the engine to say in its own words."""
    try:
        boto3.client("s3", region_name=region, config=HASTE).head_bucket(Bucket=name)
    except ClientError as problem:
        return False if problem.response["ResponseMetadata"]["HTTPStatusCode"] == NOT_FOUND else None
    except BotoCoreError:
        return None
    return True
