"""The keys of a launch's volumes: a launch with a key that can't be used starts an instance that ends at once."""

from rehearsal.world.kms.keys import find_key
from rehearsal.world.launcher.refusals import LaunchRefusal, RequestRefusal
from rehearsal.world.launcher.request import LaunchRequest
from rehearsal.world.state import WorldState


def check_volumes(request: LaunchRequest) -> None:
    """A key is for an encrypted volume."""
    for volume in request.volumes:
        if "KmsKeyId" in (disk := volume.get("Ebs") or {}) and disk.get("Encrypted") is not True:
            raise RequestRefusal("InvalidParameterDependency", "The parameter KmsKeyId requires the parameter Encrypted to be set.")


def check_keys(state: WorldState, region: str, request: LaunchRequest) -> None:
    """Every named key exists and is enabled (EC2 user guide, instance state reasons)."""
    for volume in request.volumes:
        reference = (volume.get("Ebs") or {}).get("KmsKeyId")
        if reference is None:
            continue
        key = find_key(state, region, reference)
        if key is None:
            raise LaunchRefusal("Client.InvalidKMSKey.NotFound", f"The KMS key '{reference}' does not exist.")
        if key.key_state != "Enabled":
            raise LaunchRefusal("Client.InvalidKMSKey.InvalidState", "The KMS key provided is in an incorrect state")


def check_scaling_may_use(state: WorldState, region: str, request: LaunchRequest) -> None:
    """An Auto Scaling group launches under its service-linked role: an own key must name it (Auto Scaling user guide, KMS key policy)."""
    for volume in request.volumes:
        reference = (volume.get("Ebs") or {}).get("KmsKeyId")
        key = find_key(state, region, reference) if reference else None
        if key is not None and "AWSServiceRoleForAutoScaling" not in str(key.policy):
            raise LaunchRefusal("Client.InternalError", "Client error on launch")
